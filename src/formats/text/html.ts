// Reads HTML pages with a browser's parsing rules. It loads nothing and runs no script.
import type { DefaultTreeAdapterTypes } from 'parse5';
import { formatLimits } from '../limits.ts';
import { childElements, findElements, plainTextOf, type Markup } from './markup.ts';
import { checkCount, checkSize, countSubstring, FormatProblem } from '../problem.ts';
import { decodeText } from './text.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** The html element. The parser accepts any input, so callers must look for the elements they expect. */
export async function readHtml(bytes: Uint8Array): Promise<Markup> {
  checkSize(bytes);
  const text = decodeText(bytes);
  checkCount(countSubstring(text, '<'), formatLimits.markupNodes, 'tags');
  const { parse } = await import('parse5');
  const document = parse(text);
  checkShape(document);
  const root = document.childNodes.find((node) => 'tagName' in node);
  if (!root) throw new FormatProblem('the file has no elements');
  return convert(root);
}

/** Checks the depth and the number of nodes, without recursion. */
function checkShape(document: Node): void {
  const waiting: { node: Node; depth: number }[] = [{ node: document, depth: 0 }];
  let nodes = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (depth > formatLimits.markupDepth) throw new FormatProblem('the elements are nested too deeply');
    checkCount((nodes += 1), formatLimits.markupNodes, 'nodes');
    for (const child of 'childNodes' in node ? node.childNodes : []) waiting.push({ node: child, depth: depth + 1 });
  }
}

function convert(element: DefaultTreeAdapterTypes.Element): Markup {
  const inside = 'content' in element ? (element as DefaultTreeAdapterTypes.Template).content : element;
  return {
    name: element.tagName,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    children: inside.childNodes.flatMap((child): (Markup | string)[] => {
      if ('tagName' in child) return [convert(child)];
      return 'value' in child ? [child.value] : [];
    }),
  };
}

/** The visible text of the page: scripts, styles and templates are omitted. */
export function visibleHtmlText(page: Markup): string {
  const unseen = new Set(['script', 'style', 'template', 'head', 'noscript']);
  const shown = (node: Markup): Markup => ({
    ...node,
    children: node.children.flatMap((child) =>
      typeof child === 'string' ? [child] : unseen.has(child.name) ? [] : [' ', shown(child), ' '],
    ),
  });
  return plainTextOf(shown(page));
}

/** The tables of a page, row by row; a cell that spans columns occurs once. */
export function htmlTables(page: Markup): string[][][] {
  return findElements(page, 'table').map((table) =>
    // The parser puts every row into a group; rows of nested tables are excluded.
    childElements(table)
      .flatMap((group) => childElements(group, 'tr'))
      .map((row) =>
        childElements(row)
          .filter(({ name }) => name === 'td' || name === 'th')
          .map(plainTextOf),
      ),
  );
}
