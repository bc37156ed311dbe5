// The layers of ARCHITECTURE.md: imports point down, and only through a folder's index.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../setup/root.mjs';

/** From the bottom up. A folder may import from those before it, never from its neighbours on the same line. */
const layers = [
  ['setup'],
  ['src/core'],
  ['src/system'],
  ['src/dialects'],
  ['src/record'],
  ['src/interpreter', 'src/formats', 'src/model', 'src/stats'],
  ['src/render'],
  ['src/verify'],
  ['src/kit', 'src/results'],
  ['src/suite', 'tasks'],
  ['src/episode'],
  ['src/agent'],
  ['src/trial'],
  ['src/run', 'src/services'],
  ['src/gates'],
  ['src/report', 'src/data', 'src/judge'],
  ['src/author'],
  ['src/launch'],
  ['src/api', 'src/mcp'],
  ['src/cli', 'src/web', 'src/env', 'src/worker'],
  ['src/index.ts'],
];

const rankOf = (path: string) =>
  layers.findIndex((names) => names.some((name) => path === name || path.startsWith(`${name}/`)));
const folderOf = (path: string) => layers.flat().find((name) => path === name || path.startsWith(`${name}/`));

interface Import {
  readonly from: string;
  readonly to: string;
}

function importsOf(path: string, source: string): Import[] {
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, target = '']) => {
    if (target === 'pybench/kit') return [{ from: path, to: 'src/kit/index.ts' }];
    if (!target.startsWith('.')) return [];
    return [{ from: path, to: relative(packageRoot, resolve(packageRoot, dirname(path), target)) }];
  });
}

/** The rule that an import violates; undefined if it violates none. */
function objection({ from, to }: Import): string | undefined {
  const [here, there] = [folderOf(from), folderOf(to)];
  if (!here || !there) return `${from} or ${to} is in no layer`;
  if (here === there) return undefined;
  if (rankOf(to) >= rankOf(from)) return `${from} imports up or sideways: ${to}`;
  if (there !== 'setup' && !to.endsWith('/index.ts')) return `${from} reaches past the index of ${there}: ${to}`;
  if (from.startsWith('tasks/') && there !== 'src/kit')
    return `${from} imports ${to}; tasks import from pybench/kit only`;
  return undefined;
}

const sources = ['setup', 'src', 'tasks'].flatMap((top) =>
  readdirSync(join(packageRoot, top), { recursive: true, encoding: 'utf8' })
    .map((path) => `${top}/${path}`)
    .filter((path) => /\.(ts|mjs)$/.test(path)),
);

test('every import points down and through an index', () => {
  const imports = sources.flatMap((path) => importsOf(path, readFileSync(join(packageRoot, path), 'utf8')));
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.map(objection).filter(Boolean)).toEqual([]);
});

test.each([
  ['an import that points up', 'src/core/x.ts', "import { a } from '../run/index.ts';"],
  ['one that reaches past an index', 'src/run/x.ts', "import { a } from '../core/ids.ts';"],
  ['one between neighbours', 'src/formats/x.ts', "import { a } from '../interpreter/index.ts';"],
  ['a task that reaches into the harness', 'tasks/chart/x/task.ts', "import { a } from '../../../src/core/index.ts';"],
])('%s is reported', (_, path, source) => {
  expect(importsOf(path, source).map(objection)).toEqual([expect.stringContaining(path)]);
});
