// Walks the syntax tree of a module, as oxc-parser returns it.

/** @typedef {Record<string, unknown>} Node */

/** @param {unknown} value @returns {value is Node} */
export function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/**
 * Calls `visit` with every node and its parents: the nearest first, at most three.
 * @param {unknown} tree
 * @param {(node: Node, parents: readonly Node[]) => void} visit
 * @param {readonly Node[]} [parents]
 */
export function visitNodes(tree, visit, parents = []) {
  if (Array.isArray(tree)) return tree.forEach((each) => visitNodes(each, visit, parents));
  if (!isNode(tree)) return;
  visit(tree, parents);
  for (const child of Object.values(tree))
    if (typeof child === 'object') visitNodes(child, visit, [tree, ...parents.slice(0, 2)]);
}

/**
 * The text of a literal, or the text of a template before its first expression; undefined for every other expression.
 * @param {unknown} node
 * @returns {{ text: string, whole: boolean } | undefined}
 */
export function startOfText(node) {
  if (!isNode(node)) return undefined;
  if (node['type'] === 'Literal' && typeof node['value'] === 'string') return { text: node['value'], whole: true };
  const [first, ...rest] = node['type'] === 'TemplateLiteral' && Array.isArray(node['quasis']) ? node['quasis'] : [];
  return first ? { text: String(first.value?.cooked ?? ''), whole: rest.length === 0 } : undefined;
}

/** @param {unknown} node @returns {string | undefined} */
export function nameOfIdentifier(node) {
  return isNode(node) && node['type'] === 'Identifier' ? String(node['name']) : undefined;
}
