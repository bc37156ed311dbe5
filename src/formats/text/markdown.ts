// Reads Markdown as an outline for checks.
import type { Token } from 'markdown-it';
import { formatLimits } from '../limits.ts';
import type { OutlineBlock } from '../documents/outline.ts';
import { checkCount, checkSize, countSubstring, parsing } from '../problem.ts';
import { decodeText } from './text.ts';

export interface MarkdownOutline {
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly tables: readonly { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }[];
  readonly links: readonly { readonly text: string; readonly target: string }[];
  readonly images: readonly { readonly alt: string; readonly source: string }[];
  readonly codeBlocks: readonly { readonly language: string; readonly code: string }[];
  readonly listItems: readonly string[];
  readonly paragraphs: readonly string[];
}

async function tokensOf(bytes: Uint8Array): Promise<Token[]> {
  checkSize(bytes);
  const text = decodeText(bytes);
  checkCount(countSubstring(text, '\n'), formatLimits.markdownLines, 'lines');
  const { default: MarkdownIt } = await import('markdown-it');
  return parsing('Markdown', () =>
    new MarkdownIt({ html: false, maxNesting: formatLimits.valueDepth }).parse(text, {}),
  );
}

/** All readable text, in document order. */
export async function markdownBlocks(bytes: Uint8Array): Promise<OutlineBlock[]> {
  const tokens = await tokensOf(bytes);
  const blocks: OutlineBlock[] = [];
  let [items, table]: [number, string[][] | undefined] = [0, undefined];
  for (const [index, token] of tokens.entries()) {
    const text = plain(tokens[index + 1]);
    if (token.type === 'list_item_open') items += 1;
    else if (token.type === 'list_item_close') items -= 1;
    else if (token.type === 'heading_open') blocks.push({ kind: 'heading', level: Number(token.tag.slice(1)), text });
    else if (token.type === 'paragraph_open') blocks.push({ kind: items > 0 ? 'item' : 'paragraph', text });
    else if (token.type === 'fence' || token.type === 'code_block') blocks.push({ kind: 'code', text: token.content });
    else if (token.type === 'table_open') blocks.push({ kind: 'table', rows: (table = []) });
    else if (token.type === 'tr_open') table?.push([]);
    else if (token.type === 'th_open' || token.type === 'td_open') table?.at(-1)?.push(text);
  }
  return blocks;
}

export async function readMarkdown(bytes: Uint8Array): Promise<MarkdownOutline> {
  const tokens = await tokensOf(bytes);
  return parsing('Markdown', () => {
    const inline = tokens.flatMap((token) => (token.type === 'inline' ? (token.children ?? []) : []));
    return {
      headings: after(tokens, 'heading_open').map(([open, content]) => ({
        level: Number(open.tag.slice(1)),
        text: plain(content),
      })),
      tables: tablesOf(tokens),
      links: linksOf(tokens),
      images: inline
        .filter(({ type }) => type === 'image')
        .map((token) => ({ alt: token.content, source: String(token.attrGet('src') ?? '') })),
      codeBlocks: tokens
        .filter(({ type }) => type === 'fence' || type === 'code_block')
        .map((token) => ({ language: token.info.trim().split(/\s+/)[0] ?? '', code: token.content })),
      listItems: listItemsOf(tokens),
      paragraphs: after(tokens, 'paragraph_open').map(([, content]) => plain(content)),
    };
  });
}

/** Every token of a type with the token after it. */
function after(tokens: readonly Token[], type: string): [Token, Token | undefined][] {
  return tokens.flatMap((token, index) => (token.type === type ? [[token, tokens[index + 1]]] : []));
}

/** The text of a line without its markup. */
function plain(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('');
}

function tablesOf(tokens: readonly Token[]): MarkdownOutline['tables'] {
  const tables: string[][][] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') tables.push([]);
    if (token.type === 'tr_open') tables.at(-1)?.push([]);
    if (token.type === 'th_open' || token.type === 'td_open')
      tables
        .at(-1)
        ?.at(-1)
        ?.push(plain(tokens[index + 1]));
  }
  return tables.map(([header = [], ...rows]) => ({ header, rows }));
}

function linksOf(tokens: readonly Token[]): MarkdownOutline['links'] {
  return tokens.flatMap(({ children }) => {
    const links: { text: string; target: string }[] = [];
    let open: { text: string; target: string } | undefined;
    for (const token of children ?? []) {
      if (token.type === 'link_open') open = { text: '', target: String(token.attrGet('href') ?? '') };
      else if (token.type === 'link_close' && open) {
        links.push(open);
        open = undefined;
      } else if (open) open.text += token.content;
    }
    return links;
  });
}

/** The first line of every item of every list. */
function listItemsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token, index) => {
    if (token.type !== 'list_item_open') return [];
    const first = tokens[index + 1];
    return [first?.type === 'paragraph_open' ? plain(tokens[index + 2]) : ''];
  });
}
