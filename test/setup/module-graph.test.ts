// The graph of modules: which module an import reaches, and what changes the digest of a module.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moduleGraph } from '../../setup/module-graph.mjs';
import { packageDigests } from '../../setup/package-digests.mjs';
import { packageRoot } from '../../setup/root.mjs';

const graphOf = (sources: Record<string, string>) =>
  moduleGraph(new Map(Object.entries(sources).map(([name, code]) => [`src/${name}`, code])), (name) => `of ${name}`);

const importsOf = async (code: string, others: Record<string, string> = {}) => {
  const { modules } = await graphOf({
    'importer.js': code,
    'index.js': "export { a } from './a.js'; export { b as c } from './b.js'; export * from './stars.js';",
    'a.js': 'export const a = 1;',
    'b.js': 'export const b = 1; export default 2;',
    'stars.js': "export * from './deep.js'; export * as all from './ab.js';",
    'deep.js': 'export const deep = 1;',
    'ab.js': "import { a } from './a.js'; export { a }; export { b } from './b.js';",
    ...others,
  });
  return modules['src/importer.js']?.imports.map((path) => path.slice('src/'.length));
};

test.each([
  ['a name', "import { a } from './index.js';", ['a.js']],
  ['a name under another name', "import { c } from './index.js';", ['b.js']],
  ['a default export', "import b from './b.js';", ['b.js']],
  ['a name behind export *', "import { deep } from './index.js';", ['deep.js']],
  ['a namespace that is exported as a name', "import { all } from './index.js';", ['a.js', 'b.js']],
  ['everything', "import * as all from './index.js';", ['a.js', 'b.js', 'deep.js']],
  ['a module for its effect', "import './a.js';", ['a.js']],
  ['a lazy import', "export const load = () => import('./index.js');", ['a.js', 'b.js', 'deep.js']],
  ['a lazy import of a name', "const { a } = await import('./index.js');", ['a.js']],
  ['a lazy import of a member', "export const f = async () => (await import('./index.js')).c;", ['b.js']],
  ['a lazy import with then', "export const f = () => import('./index.js').then(({ deep: x }) => x);", ['deep.js']],
  ['a process', "new WorkerProcess({ program: 'src/a' });", ['a.js']],
  ['a thread', "new Worker(new URL('./a.js', import.meta.url));", ['a.js']],
  ['the kit', "import { kit } from 'pybench/kit';", ['kit/define.js']],
])('%s leads to the modules that declare it', async (_, code, expected) => {
  const kit = { 'kit/index.js': "export * from './define.js';", 'kit/define.js': 'export const kit = 1;' };
  expect(await importsOf(code, kit)).toEqual(expected);
});

test('a module that runs code is part of every import that passes through it', async () => {
  const registry = { 'registry.js': "export { a } from './a.js'; register();" };
  expect(await importsOf("import { a } from './registry.js';", registry)).toEqual(['a.js', 'registry.js']);
});

test('an import of a module that does not exist is an error', async () => {
  await expect(graphOf({ 'x.js': "import { y } from './y.js';" })).rejects.toThrow(
    'src/x.js imports src/y.js, which does not exist',
  );
});

const packagesOf = async (code: string) => (await graphOf({ 'x.js': code })).modules['src/x.js']?.packages;

test.each([
  ['an import', "import { a } from 'x/part';", ['x']],
  ['a re-export', "export { a } from 'x';", ['x']],
  ['require', "const require = createRequire(import.meta.url); export const f = () => require('x');", ['x']],
  ['require under another name', "const load = createRequire(import.meta.url); load('@x/y/z');", ['@x/y']],
  ['require.resolve', "const require = createRequire(import.meta.url); require.resolve('x/package.json');", ['x']],
  ['createRequire and resolve at once', "createRequire(import.meta.url).resolve('x/package.json');", ['x']],
  ['createRequire and a call at once', "createRequire(import.meta.url)('x');", ['x']],
  ['import.meta.resolve', 'const f = (path) => import.meta.resolve(`@x/y/${path}`);', ['@x/y']],
  ['a module of Node', "createRequire(import.meta.url)('node:fs'); Promise.resolve('x'); path.resolve('x');", []],
])('%s reaches its package', async (_, code, expected) => {
  expect(await packagesOf(code)).toEqual(expected);
});

test.each(['const load = createRequire(import.meta.url); load(name);', 'import.meta.resolve(`${name}/x`);'])(
  'a package that the code does not name is an error: %s',
  async (code) => {
    await expect(graphOf({ 'x.js': code })).rejects.toThrow('whose name is not written in the code');
  },
);

const scriptsOf = async (imported: string) => {
  const code = `import { ${imported} } from 'x'; f('ocr'); ['a', 'b'].map(g); f(\`hostile/\${name}\`); f('no name');`;
  return (await graphOf({ 'x.js': code })).modules['src/x.js']?.scripts;
};

test('texts that may name Python scripts are those of modules that import the functions which read scripts', async () => {
  for (const name of ['pythonScript', 'pythonCall', 'pythonResult as run'])
    expect(await scriptsOf(name)).toEqual(['a', 'b', 'hostile/', 'ocr', 'x']);
  expect(await scriptsOf('pythonLiteral')).toEqual([]);
});

const digestOf = async (code: string) => (await graphOf({ 'x.js': code })).modules['src/x.js']?.digest;

test.each([
  ['comments', 'const a = 1; // one\n/** Adds. */ export const f = (x) => x + a;'],
  ['formatting', 'const a=1;\nexport const f =\n  (x) =>\n    (x + a);'],
])('%s do not change a digest', async (_, code) => {
  expect(await digestOf(code)).toBe(await digestOf('const a = 1; export const f = (x) => x + a;'));
});

test('quotes do not change a digest; every value does', async () => {
  expect(await digestOf('export const a = "x";')).toBe(await digestOf("export const a = 'x';"));
  const values = ["'x'", "'y'", '1', '2', '1n', '2n', '/x/', '/x/g', '`x`', '`y`', '"// x"', 'null', 'true'];
  const digests = await Promise.all(values.map((value) => digestOf(`export const a = ${value};`)));
  expect(new Set(digests).size).toBe(values.length);
});

const locked = (deep: string, inner = '1.0.0') =>
  packageDigests({
    packages: {
      'node_modules/a': { version: '1.0.0', dependencies: { b: '*' } },
      'node_modules/b': { version: '2.0.0', dependencies: { deep: '*' } },
      'node_modules/b/node_modules/deep': { version: inner },
      'node_modules/deep': { version: deep },
    },
  });

test('the digest of a package covers the versions of all that it depends on', () => {
  expect(locked('1.0.0')('a')).toBe(locked('2.0.0')('a'));
  expect(locked('1.0.0', '1.0.1')('a')).not.toBe(locked('1.0.0')('a'));
});

test('a package that package-lock.json lacks is an error', () => {
  expect(() => locked('1.0.0')('c')).toThrow('the package c is not in package-lock.json');
});

test('the build writes a graph in which every import leads to a module, and every task is in it', async () => {
  const { modules, packages } = JSON.parse(readFileSync(join(packageRoot, 'dist', 'modules.json'), 'utf8')) as Awaited<
    ReturnType<typeof moduleGraph>
  >;
  const imports = Object.values(modules).flatMap((module) => module.imports);
  expect(imports.length).toBeGreaterThan(1000);
  expect(imports.filter((path) => !Object.hasOwn(modules, path))).toEqual([]);
  expect(packages).toMatchObject({ zod: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const required = ['@resvg/resvg-js', 'dejavu-fonts-ttf', 'fast-xml-parser', 'fflate', 'fft.js', 'plotly.js-dist-min'];
  expect(Object.keys(packages)).toEqual(expect.arrayContaining(required));
  const tasks = readdirSync(join(packageRoot, 'tasks'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/task.ts'))
    .map((path) => `tasks/${path.replace(/ts$/, 'js')}`);
  expect(tasks.filter((path) => !Object.hasOwn(modules, path))).toEqual([]);
  expect(Object.keys(modules).filter((path) => !existsSync(join(packageRoot, 'dist', path)))).toEqual([]);
});
