// One module as the graph sees it: the digest of its syntax tree, the names that it imports and those that it exports.
import { createHash } from 'node:crypto';
import { isNode, visitNodes } from './syntax-tree.mjs';
import { namesOfScripts, sendsScripts } from './script-names.mjs';
import { requiredModules } from './required-modules.mjs';

/**
 * @typedef {import('oxc-parser').ParseResult} ParseResult
 * @typedef {{ from: string, names: readonly string[] | '*' }} Import names that a module takes from another
 * @typedef {{ as: string | undefined, name: string, from: string }} Reexport `as` is undefined and `name` is "*" for `export *`
 *
 * @typedef {object} ParsedModule
 * @property {string} digest
 * @property {readonly Import[]} imports including `require('x')`, `createRequire(…).resolve('x')` and `import.meta.resolve('x')`
 * @property {readonly string[]} locals exported names that the module itself declares
 * @property {readonly Reexport[]} reexports
 * @property {readonly string[]} scripts texts that may name Python scripts: `office`, or `hostile/` for all scripts of that folder
 * @property {boolean} acts whether loading it does more than declare: it has statements or imports for their effect
 */

/**
 * @param {ParseResult} result
 * @param {string} path
 * @returns {ParsedModule}
 */
export function parseModule({ program, module, errors }, path) {
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  return {
    digest: createHash('sha256').update(JSON.stringify(program, withoutForm)).digest('hex').slice(0, 32),
    imports: [...module.staticImports.map(staticImport), ...lazyImports(program), ...requiredModules(program, path)],
    locals: exported
      .filter(({ moduleRequest }) => !moduleRequest)
      .map(({ exportName }) => exportName.name ?? 'default'),
    reexports: exported.flatMap(({ moduleRequest, importName, exportName }) => {
      if (!moduleRequest) return [];
      const as = exportName.kind.startsWith('None') ? undefined : (exportName.name ?? 'default');
      return [{ as, name: importName.name ?? '*', from: moduleRequest.value }];
    }),
    scripts: sendsScripts(module) ? namesOfScripts(program) : [],
    acts:
      program.body.some(({ type }) => type === 'ExpressionStatement') ||
      module.staticImports.some(({ entries }) => entries.length === 0),
  };
}

/** Leaves out positions and the spelling of literals, so that the digest does not depend on how the code is formatted. */
function withoutForm(/** @type {string} */ key, /** @type {unknown} */ value) {
  if (key === 'start' || key === 'end') return undefined;
  if (typeof value === 'bigint') return String(value);
  if (!isNode(value) || value['type'] !== 'Literal') return value;
  const { raw: _, ...rest } = value;
  return rest;
}

/** @param {import('oxc-parser').StaticImport} statement @returns {Import} */
function staticImport({ moduleRequest, entries }) {
  const all = entries.some(({ importName }) => importName.kind.startsWith('Namespace'));
  return {
    from: moduleRequest.value,
    names: all ? '*' : entries.map(({ importName }) => importName.name ?? 'default'),
  };
}

/**
 * A module that runs in a process or thread of its own: `{ program: 'src/…/x-process' }` for a WorkerProcess, or
 * `new URL('./x.js', import.meta.url)`.
 * @param {Record<string, unknown>} node
 * @returns {string | undefined}
 */
function startedProgram({ type, key, value, callee, arguments: args }) {
  if (type === 'Property' && isNode(key) && key['name'] === 'program' && isNode(value)) {
    const path = value['value'];
    return typeof path === 'string' && path.startsWith('src/') ? `/${path}.js` : undefined;
  }
  if (type !== 'NewExpression' || !isNode(callee) || callee['name'] !== 'URL' || !Array.isArray(args)) return undefined;
  const path = isNode(args[0]) ? args[0]['value'] : undefined;
  return typeof path === 'string' && /^\.\.?\/.*\.js$/.test(path) ? path : undefined;
}

/**
 * `import('./x.js')` with a literal, and programs that are started, anywhere in the code. Where the names are taken at once, only these count:
 * `const { a } = await import(…)`, `(await import(…)).a`, `import(…).then(({ a }) => …)`.
 * @param {unknown} program
 * @returns {Import[]}
 */
function lazyImports(program) {
  /** @type {Import[]} */
  const found = [];
  visitNodes(program, (node, parents) => {
    const source = node['source'];
    if (node['type'] === 'ImportExpression' && isNode(source) && typeof source['value'] === 'string')
      found.push({ from: source['value'], names: namesTaken(parents) });
    const started = startedProgram(node);
    if (started !== undefined) found.push({ from: started, names: [] });
  });
  return found;
}

/** @param {readonly Record<string, unknown>[]} parents of an import expression @returns {readonly string[] | '*'} */
function namesTaken([parent, grandparent]) {
  if (parent?.['type'] === 'AwaitExpression') {
    if (grandparent?.['type'] === 'VariableDeclarator') return namesOfPattern(grandparent['id']);
    return nameOfMember(grandparent) ?? '*';
  }
  const then = nameOfMember(parent)?.[0] === 'then' && grandparent?.['type'] === 'CallExpression';
  const [callback] = then && Array.isArray(grandparent['arguments']) ? grandparent['arguments'] : [];
  return isNode(callback) && Array.isArray(callback['params']) ? namesOfPattern(callback['params'][0]) : '*';
}

/** @param {Record<string, unknown> | undefined} node @returns {string[] | undefined} */
function nameOfMember(node) {
  if (node?.['type'] !== 'MemberExpression' || node['computed'] === true || !isNode(node['property'])) return undefined;
  return [String(node['property']['name'])];
}

/** @param {unknown} pattern @returns {readonly string[] | '*'} */
function namesOfPattern(pattern) {
  if (!isNode(pattern) || pattern['type'] !== 'ObjectPattern' || !Array.isArray(pattern['properties'])) return '*';
  const names = pattern['properties'].map((property) =>
    isNode(property) && property['computed'] !== true && isNode(property['key']) ? property['key']['name'] : undefined,
  );
  return names.every((name) => typeof name === 'string') ? names : '*';
}
