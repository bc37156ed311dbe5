// Reads DOCX: paragraphs with styles and runs, tables, lists, tracked changes, comments, headers and footers.
import { coreProperties, readOffice, relationsOf, type OfficeParts } from './office.ts';
import { FormatProblem } from '../problem.ts';
import { childElement, childElements, findElements, markupText, type Markup } from '../text/markup.ts';

interface DocxTextRun {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly color?: string;
  readonly highlight?: string;
  /** The size in points, if set on the run itself. */
  readonly size?: number;
  /** The author of a tracked insertion or deletion that is not yet accepted. */
  readonly inserted?: string;
  readonly deleted?: string;
  readonly link?: string;
}

export interface DocxParagraph {
  readonly kind: 'paragraph';
  /** The displayed style name: "heading 1", "List Bullet"; "Normal" by default. */
  readonly style: string;
  /** 1 to 9 for a heading, 0 for the title. */
  readonly heading?: number;
  readonly list?: { readonly level: number; readonly format: string };
  readonly align?: string;
  /** With insertions, without deletions: the text after all changes are accepted. */
  readonly text: string;
  readonly runs: readonly DocxTextRun[];
  readonly pictures: number;
}

interface DocxTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly string[])[];
}

export interface DocxDocument {
  readonly body: readonly (DocxParagraph | DocxTable)[];
  readonly comments: readonly { readonly author: string; readonly text: string }[];
  readonly headers: readonly string[];
  readonly footers: readonly string[];
  readonly footnotes: readonly string[];
  readonly properties: Readonly<Record<string, string>>;
}

const MAIN = 'word/document.xml';

export async function readDocx(bytes: Uint8Array): Promise<DocxDocument> {
  const parts = await readOffice(bytes);
  const body = childElement(parts.xml(MAIN), 'body');
  if (!body) throw new FormatProblem('the file is no docx: it has no word/document.xml with a body');
  const reader = new Reader(parts);
  const textsOf = (pattern: RegExp) =>
    parts.names
      .filter((name) => pattern.test(name))
      .toSorted()
      .map((name) => linesOf(parts.xml(name)));
  return {
    body: reader.blocks(body),
    comments: childElements(parts.xml('word/comments.xml'), 'comment').map((comment) => ({
      author: comment.attributes['author'] ?? '',
      text: linesOf(comment),
    })),
    headers: textsOf(/^word\/header\d*\.xml$/),
    footers: textsOf(/^word\/footer\d*\.xml$/),
    footnotes: childElements(parts.xml('word/footnotes.xml'), 'footnote')
      .filter(({ attributes }) => attributes['type'] === undefined)
      .map(linesOf),
    properties: coreProperties(parts),
  };
}

/** The paragraphs below an element, one per line. */
function linesOf(element: Markup | undefined): string {
  return findElements(element, 'p')
    .map((paragraph) => findElements(paragraph, 't').map(markupText).join(''))
    .join('\n');
}

const valueOf = (element: Markup | undefined, name: string) => childElement(element, name)?.attributes['val'];

/** A boolean property: present means on, unless its value says off. */
const isOn = (properties: Markup | undefined, name: string) => {
  const flag = childElement(properties, name);
  return flag !== undefined && !['0', 'false', 'none', 'off'].includes(flag.attributes['val'] ?? '');
};

class Reader {
  readonly #styles = new Map<
    string,
    {
      name: string;
      heading: number | undefined;
      properties: Markup | undefined;
      base: string | undefined;
      paragraph: Markup | undefined;
    }
  >();
  readonly #formats = new Map<string, Map<number, string>>();
  readonly #links: Map<string, { target: string }>;

  constructor(parts: OfficeParts) {
    this.#links = relationsOf(parts, MAIN);
    for (const style of childElements(parts.xml('word/styles.xml'), 'style')) {
      const name = valueOf(style, 'name') ?? '';
      const level = /^heading (\d)$/i.exec(name)?.[1];
      const heading = name.toLowerCase() === 'title' ? 0 : level === undefined ? undefined : Number(level);
      this.#styles.set(style.attributes['styleId'] ?? '', {
        name,
        heading,
        properties: childElement(style, 'rPr'),
        base: valueOf(style, 'basedOn'),
        paragraph: childElement(style, 'pPr'),
      });
    }
    const numbering = parts.xml('word/numbering.xml');
    const abstracts = new Map(
      childElements(numbering, 'abstractNum').map((each) => [
        each.attributes['abstractNumId'],
        new Map(
          childElements(each, 'lvl').map((level) => [Number(level.attributes['ilvl']), valueOf(level, 'numFmt') ?? '']),
        ),
      ]),
    );
    for (const each of childElements(numbering, 'num'))
      this.#formats.set(each.attributes['numId'] ?? '', abstracts.get(valueOf(each, 'abstractNumId')) ?? new Map());
  }

  blocks(parent: Markup): (DocxParagraph | DocxTable)[] {
    return childElements(parent).flatMap((child) => {
      if (child.name === 'p') return [this.#paragraph(child)];
      if (child.name === 'tbl') return [this.#table(child)];
      // Content controls contain blocks.
      const content = child.name === 'sdt' ? childElement(child, 'sdtContent') : undefined;
      return content ? this.blocks(content) : [];
    });
  }

  #table(table: Markup): DocxTable {
    const cellText = (cell: Markup) =>
      this.blocks(cell)
        .map((block) => (block.kind === 'paragraph' ? block.text : block.rows.flat().join('\t')))
        .join('\n');
    return { kind: 'table', rows: childElements(table, 'tr').map((row) => childElements(row, 'tc').map(cellText)) };
  }

  #paragraph(paragraph: Markup): DocxParagraph {
    const own = childElement(paragraph, 'pPr');
    const style = this.#styles.get(valueOf(own, 'pStyle') ?? '');
    const runs = this.#runs(paragraph, {});
    const numbers = childElement(own, 'numPr') ?? childElement(style?.paragraph, 'numPr');
    const align = valueOf(own, 'jc');
    return {
      kind: 'paragraph',
      style: style?.name ?? valueOf(own, 'pStyle') ?? 'Normal',
      ...(style?.heading !== undefined && { heading: style.heading }),
      ...(numbers && { list: this.#list(numbers) }),
      ...(align !== undefined && { align }),
      text: runs
        .filter(({ deleted }) => deleted === undefined)
        .map(({ text }) => text)
        .join(''),
      runs,
      pictures: findElements(paragraph, 'blip').length + findElements(paragraph, 'imagedata').length,
    };
  }

  #list(numbers: Markup): { level: number; format: string } {
    const level = Number(valueOf(numbers, 'ilvl') ?? 0);
    return { level, format: this.#formats.get(valueOf(numbers, 'numId') ?? '')?.get(level) ?? '' };
  }

  #runs(parent: Markup, marks: Pick<DocxTextRun, 'inserted' | 'deleted' | 'link'>): DocxTextRun[] {
    return childElements(parent).flatMap((child): DocxTextRun[] => {
      const author = child.attributes['author'] ?? '';
      if (child.name === 'r') return this.#run(child, marks);
      if (child.name === 'ins' || child.name === 'moveTo') return this.#runs(child, { ...marks, inserted: author });
      if (child.name === 'del' || child.name === 'moveFrom') return this.#runs(child, { ...marks, deleted: author });
      if (child.name === 'hyperlink') {
        const link = this.#links.get(child.attributes['r:id'] ?? '')?.target ?? child.attributes['anchor'] ?? '';
        return this.#runs(child, { ...marks, link });
      }
      if (child.name === 'sdt')
        return childElements(child, 'sdtContent').flatMap((content) => this.#runs(content, marks));
      return ['smartTag', 'fldSimple'].includes(child.name) ? this.#runs(child, marks) : [];
    });
  }

  #run(run: Markup, marks: Pick<DocxTextRun, 'inserted' | 'deleted' | 'link'>): DocxTextRun[] {
    const text = childElements(run)
      .map((child) => {
        if (child.name === 't' || child.name === 'delText') return markupText(child);
        return child.name === 'tab' ? '\t' : child.name === 'br' || child.name === 'cr' ? '\n' : '';
      })
      .join('');
    if (text === '') return [];
    const own = childElement(run, 'rPr');
    const style = this.#styles.get(valueOf(own, 'rStyle') ?? '')?.properties;
    const on = (name: string) => isOn(childElement(own, name) ? own : style, name);
    const [color, highlight, size] = [valueOf(own, 'color'), valueOf(own, 'highlight'), valueOf(own, 'sz')];
    return [
      {
        text,
        bold: on('b'),
        italic: on('i'),
        underline: on('u'),
        ...(color !== undefined && { color }),
        ...(highlight !== undefined && { highlight }),
        ...(size !== undefined && { size: Number(size) / 2 }),
        ...marks,
      },
    ];
  }
}
