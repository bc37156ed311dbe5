// Elements as XML and HTML have them, and ways to look at them. Readers bound the depth, so that recursion is safe.

export interface Markup {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Markup | string)[];
}

/** All text inside, as it stands. */
export function markupText(node: Markup | string): string {
  return typeof node === 'string' ? node : node.children.map(markupText).join('');
}

/** All text inside, with runs of white space made one space. */
export function plainTextOf(node: Markup | string): string {
  return markupText(node).replace(/\s+/g, ' ').trim();
}

export function childElements(node: Markup, name?: string): Markup[] {
  return node.children.filter(
    (child): child is Markup => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** Every element of that name below a node, in the order of the document; a function may choose instead. */
export function findElements(node: Markup, wanted: string | ((element: Markup) => boolean)): Markup[] {
  const fits = typeof wanted === 'string' ? ({ name }: Markup) => name === wanted : wanted;
  const found: Markup[] = [];
  const visit = (element: Markup): void => {
    for (const child of childElements(element)) {
      if (fits(child)) found.push(child);
      visit(child);
    }
  };
  visit(node);
  return found;
}
