// A document as plain data that every format writer can render: title, headings, paragraphs, lists, tables.
import type { Language } from '../../core/index.ts';

export type Block =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'quote'; readonly text: string }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | {
      readonly type: 'table';
      /** The caption above the table. The builder numbers it: `Table 2: …`. */
      readonly caption?: string;
      readonly header: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly type: 'page-break' };

export type DocumentTable = Extract<Block, { type: 'table' }>;

export interface Document {
  readonly title: string;
  readonly lang: Language;
  readonly author?: string;
  /** ISO day. */
  readonly day?: string;
  readonly blocks: readonly Block[];
}

export function heading(text: string, level: 1 | 2 | 3 = 1): Block {
  return { type: 'heading', level, text };
}
export function paragraph(text: string): Block {
  return { type: 'paragraph', text };
}
export function quote(text: string): Block {
  return { type: 'quote', text };
}
export function bullets(...items: string[]): Block {
  return { type: 'list', ordered: false, items };
}
export function numbered(...items: string[]): Block {
  return { type: 'list', ordered: true, items };
}
export function table(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  caption?: string,
): DocumentTable {
  return {
    type: 'table',
    header,
    rows: rows.map((row) => row.map(String)),
    ...(caption === undefined ? {} : { caption }),
  };
}
export const pageBreak: Block = { type: 'page-break' };

/** `Table 1: …`, `表 1 …` in the order of the document; the given captions have no number. */
export function withNumberedTables(document: Document): Document {
  let count = 0;
  const blocks = document.blocks.map((block) => {
    if (block.type !== 'table' || block.caption === undefined) return block;
    count += 1;
    const caption = document.lang === 'zh' ? `表 ${count}　${block.caption}` : `Table ${count}: ${block.caption}`;
    return { ...block, caption };
  });
  return { ...document, blocks };
}

export function tablesOf({ blocks }: Document): DocumentTable[] {
  return blocks.filter((block) => block.type === 'table');
}
export function headingsOf({ blocks }: Document): { level: number; text: string }[] {
  return blocks.filter((block) => block.type === 'heading').map(({ level, text }) => ({ level, text }));
}
