// Reads ODT: headings, paragraphs, lists and tables of an OpenDocument text.
import { readOffice } from './office.ts';
import { FormatProblem } from '../problem.ts';
import { childElement, childElements, type Markup } from '../text/markup.ts';

export type OdtBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph' | 'list-item'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

export async function readOdt(bytes: Uint8Array): Promise<OdtBlock[]> {
  const parts = await readOffice(bytes);
  const text = childElement(childElement(parts.xml('content.xml'), 'body'), 'text');
  if (!text) throw new FormatProblem('the file is no odt: it has no content.xml with a text');
  return blocksOf(text, 'paragraph');
}

function blocksOf(parent: Markup, kind: 'paragraph' | 'list-item'): OdtBlock[] {
  return childElements(parent).flatMap((child): OdtBlock[] => {
    if (child.name === 'h')
      return [{ kind: 'heading', level: Number(child.attributes['outline-level'] ?? 1), text: lineOf(child) }];
    if (child.name === 'p') return [{ kind, text: lineOf(child) }];
    if (child.name === 'table') return [{ kind: 'table', rows: rowsOf(child) }];
    if (child.name === 'list') return childElements(child, 'list-item').flatMap((item) => blocksOf(item, 'list-item'));
    return child.name === 'section' ? blocksOf(child, kind) : [];
  });
}

const rowsOf = (table: Markup): string[][] =>
  childElements(table).flatMap((child) => {
    if (child.name === 'table-header-rows' || child.name === 'table-rows') return rowsOf(child);
    if (child.name !== 'table-row') return [];
    return [childElements(child, 'table-cell').map((cell) => childElements(cell).map(lineOf).join('\n'))];
  });

/** Repeated spaces, tabs and line breaks are separate elements. */
function lineOf(element: Markup): string {
  return element.children
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.name === 's') return ' '.repeat(Math.min(1000, Number(node.attributes['c'] ?? 1)));
      return node.name === 'tab' ? '\t' : node.name === 'line-break' ? '\n' : lineOf(node);
    })
    .join('');
}
