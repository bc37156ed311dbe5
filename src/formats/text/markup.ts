// The tree of elements of XML and HTML, and functions that search it. Readers limit the depth, so recursion is safe.

export interface Markup {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Markup | string)[];
}

/** All text inside, unchanged. An absent node has none. */
export function markupText(node: Markup | string | undefined): string {
  if (node === undefined) return '';
  return typeof node === 'string' ? node : node.children.map(markupText).join('');
}

/** All text inside, with each run of white space replaced by one space. */
export function plainTextOf(node: Markup | string): string {
  return markupText(node).replace(/\s+/g, ' ').trim();
}

/** The children that are elements, all or those of a name. An absent node has none. */
export function childElements(node: Markup | undefined, name?: string): Markup[] {
  return (node?.children ?? []).filter(
    (child): child is Markup => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** The first child element of that name. */
export function childElement(node: Markup | undefined, name: string): Markup | undefined {
  return childElements(node, name)[0];
}

/** Every element of that name below a node, or for which the function returns true, in document order. */
export function findElements(node: Markup | undefined, wanted: string | ((element: Markup) => boolean)): Markup[] {
  const fits = typeof wanted === 'string' ? ({ name }: Markup) => name === wanted : wanted;
  const found: Markup[] = [];
  const visit = (element: Markup | undefined): void => {
    for (const child of childElements(element)) {
      if (fits(child)) found.push(child);
      visit(child);
    }
  };
  visit(node);
  return found;
}
