// The graph of the compiled modules, which the build writes to dist/modules.json: for each module the digest of its code,
// and what it imports. src/system/module-graph.ts reads it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseModule } from './module-source.mjs';
import { packageDigests } from './package-digests.mjs';

/**
 * @typedef {object} GraphModule
 * @property {string} digest of the code, without comments and formatting
 * @property {string[]} imports the modules that declare the imported names; modules that only re-export them are left out
 * @property {string[]} packages the npm packages that it imports, re-exports or requires
 * @property {string[]} scripts texts that may name files of python/scripts; a text that ends with `/` names a folder
 *
 * @typedef {object} ModuleGraph
 * @property {1} v
 * @property {Record<string, GraphModule>} modules by path, such as `src/core/ids.js`
 * @property {Record<string, string>} packages digest of each npm package
 *
 * @typedef {import('./module-source.mjs').ParsedModule} ParsedModule
 * @typedef {ReadonlyMap<string, ParsedModule>} Parsed
 */

/** The folders of code that can change a score or a gate. The lock has the versions of what `setup/` installs. */
const FOLDERS = ['src', 'tasks'];

/**
 * Writes the graph of compiled code beside it.
 * @param {string} dist
 * @param {string} packageLock
 */
export async function writeModuleGraph(dist, packageLock) {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ).filter((path) => path.endsWith('.js'));
  const sources = new Map(paths.toSorted().map((path) => [path, readFileSync(join(dist, path), 'utf8')]));
  const graph = await moduleGraph(sources, packageDigests(JSON.parse(readFileSync(packageLock, 'utf8'))));
  writeFileSync(join(dist, 'modules.json'), `${JSON.stringify(graph)}\n`);
}

/**
 * @param {ReadonlyMap<string, string>} sources JavaScript by path
 * @param {(name: string) => string} digestOfPackage
 * @returns {Promise<ModuleGraph>}
 */
export async function moduleGraph(sources, digestOfPackage) {
  // A development dependency: only a build needs it.
  const { parseSync } = await import('oxc-parser');
  /** @type {Parsed} */
  const parsed = new Map(
    [...sources].map(([path, code]) => [path, parseModule(parseSync(path, code, { preserveParens: false }), path)]),
  );
  const modules = Object.fromEntries([...parsed].map(([path, module]) => [path, linkModule(path, module, parsed)]));
  const names = [...new Set(Object.values(modules).flatMap(({ packages }) => packages))].toSorted();
  return { v: 1, modules, packages: Object.fromEntries(names.map((name) => [name, digestOfPackage(name)])) };
}

/** @param {string} path @param {ParsedModule} module @param {Parsed} all @returns {GraphModule} */
function linkModule(path, { digest, imports: wanted, reexports, scripts }, all) {
  /** @type {Set<string>} */
  const imports = new Set();
  /** @type {Set<string>} */
  const packages = new Set();
  for (const { from, names } of wanted) {
    const target = pathOf(from, path);
    if (target !== undefined) {
      if (!all.has(target)) throw new Error(`${path} imports ${target}, which does not exist`);
      for (const each of declaringModules(target, names, all)) imports.add(each);
    } else if (isPackage(from)) packages.add(packageName(from));
  }
  for (const { from } of reexports) if (isPackage(from)) packages.add(packageName(from));
  imports.delete(path);
  return {
    digest,
    imports: [...imports].toSorted(),
    packages: [...packages].toSorted(),
    scripts: scripts.toSorted(),
  };
}

/**
 * The modules that declare names which a module exports, and those that run code on the way to them.
 * @param {string} path
 * @param {readonly string[] | '*'} names
 * @param {Parsed} all
 * @param {Set<string>} [visited] so that a cycle of re-exports ends
 * @returns {string[]}
 */
function declaringModules(path, names, all, visited = new Set()) {
  const module = all.get(path);
  const key = `${path} ${String(names)}`;
  if (!module || visited.has(key)) return [];
  visited.add(key);
  const through = names === '*' ? module.reexports : names.flatMap((name) => reexportsOf(module, name));
  const found = through.flatMap(({ from, name }) => {
    const target = pathOf(from, path);
    return target === undefined ? [path] : declaringModules(target, name === '*' ? '*' : [name], all, visited);
  });
  const declares = names === '*' ? module.locals.length > 0 : names.some((name) => module.locals.includes(name));
  // An import without names is there for what the module does when it runs.
  return declares || module.acts || names.length === 0 ? [path, ...found] : found;
}

/**
 * The re-exports that may bring a name into a module: `export *` brings any name that has no export of its own.
 * @param {ParsedModule} module
 * @param {string} name
 */
function reexportsOf({ locals, reexports }, name) {
  if (locals.includes(name)) return [];
  const own = reexports.filter(({ as }) => as === name);
  if (own.length > 0) return own;
  return reexports.filter(({ as }) => as === undefined).map(({ from }) => ({ from, name }));
}

/**
 * The path of an imported module; undefined for packages and for what lies outside of the graph.
 * @param {string} specifier
 * @param {string} importer
 */
function pathOf(specifier, importer) {
  if (specifier === 'pybench/kit') return 'src/kit/index.js';
  if (!/^[./]/.test(specifier)) return undefined;
  // A path that begins with a slash counts from the folder of the graph.
  const path = specifier.startsWith('/') ? specifier.slice(1) : posix.join(posix.dirname(importer), specifier);
  return FOLDERS.some((folder) => path.startsWith(`${folder}/`)) ? path : undefined;
}

/** @param {string} specifier */
function isPackage(specifier) {
  return specifier !== 'pybench/kit' && !/^(node:|[./])/.test(specifier);
}

/** @param {string} specifier */
function packageName(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
