// The modules and packages that a module requires or resolves: `require('x')` and `require.resolve('x')`, where `require` is
// any name that holds the result of `createRequire`, `createRequire(…)('x')`, and `import.meta.resolve('x')`.
import { isNode, nameOfIdentifier, startOfText, visitNodes } from './syntax-tree.mjs';

/** @typedef {import('./syntax-tree.mjs').Node} Node */

/**
 * Throws where the specifier cannot be read from the code: its package would be in no digest.
 * @param {unknown} program
 * @param {string} path
 * @returns {import('./module-source.mjs').Import[]}
 */
export function requiredModules(program, path) {
  const names = new Set(['require']);
  visitNodes(program, ({ type, id, init }) => {
    const name = nameOfIdentifier(id);
    if (type === 'VariableDeclarator' && name !== undefined && isCreateRequire(init)) names.add(name);
  });
  /** @type {import('./module-source.mjs').Import[]} */
  const found = [];
  visitNodes(program, ({ type, callee, arguments: args }) => {
    if (type !== 'CallExpression' || !requires(callee, names)) return;
    const specifier = startOfText(Array.isArray(args) ? args[0] : undefined);
    // Of a template, the name of the package must stand before the first expression.
    if (!specifier || !(specifier.whole || /^(@[^/]+\/)?[^@./][^/]*\//.test(specifier.text)))
      throw new Error(`${path} requires or resolves a module whose name is not written in the code`);
    found.push({ from: specifier.text, names: '*' });
  });
  return found;
}

/** @param {unknown} callee @param {ReadonlySet<string>} names @returns {boolean} */
function requires(callee, names) {
  if (isCreateRequire(callee) || names.has(nameOfIdentifier(callee) ?? '')) return true;
  if (!isNode(callee) || callee['type'] !== 'MemberExpression') return false;
  const { object, property } = callee;
  if (nameOfIdentifier(property) !== 'resolve') return false;
  return requires(object, names) || (isNode(object) && object['type'] === 'MetaProperty');
}

/** @param {unknown} node */
function isCreateRequire(node) {
  return isNode(node) && node['type'] === 'CallExpression' && nameOfIdentifier(node['callee']) === 'createRequire';
}
