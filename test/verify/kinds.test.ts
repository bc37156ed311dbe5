// Each kind of check is complete: it has a folder, an entry in the registry, builders in the kit and a row in the docs.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../setup/root.mjs';
import * as kit from '../../src/kit/index.ts';
import { defineKind } from '../../src/verify/define-kind.ts';
import { checkKinds, checkSchema } from '../../src/verify/kinds/registry.ts';
import type { Execution } from '../../src/verify/material.ts';
import type { GradingServices } from '../../src/verify/services.ts';

const folder = join(packageRoot, 'src', 'verify', 'kinds');
const docs = readFileSync(join(packageRoot, 'docs', 'kit.md'), 'utf8');

test('every folder of a kind is registered, and the schema has exactly the registered kinds', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  expect(checkKinds.map(({ kind }) => kind)).toEqual(folders.toSorted());
  expect(checkSchema.options.map(({ shape }) => shape.kind.value)).toEqual(checkKinds.map(({ kind }) => kind));
});

describe.each(checkKinds.map((kind) => [kind.kind, kind] as const))('%s', (name, kind) => {
  test('has an evaluator that refuses other kinds, and words for its failures', async () => {
    const evaluate = await kind.evaluator();
    expect(() => evaluate({ kind: 'other', name: '', cites: '' }, emptyMaterial)).toThrow('kind other');
    expect(checkKinds.filter(({ failure }) => failure === kind.failure)).toEqual([kind]);
  });

  test('has mutators, or a reason why it has none', async () => {
    const found = typeof kind.mutators === 'string' ? [kind.mutators] : Object.values(await kind.mutators());
    expect(found.filter(Boolean)).not.toEqual([]);
  });

  test('has builders in the kit, and a row in docs/kit.md that names them', async () => {
    const module: Record<string, unknown> = await import(join(folder, name, 'kind.ts'));
    const builders = Object.keys(module)
      .filter((each) => each in kit)
      .toSorted();
    expect(builders).not.toEqual([]);
    expect(rowOf(name)).toEqual([`\`${name}\``, builders.map((each) => `\`${each}\``).join(', '), kind.about]);
  });
});

test('a kind whose definition leaves out a service that its preparations use does not compile', () => {
  const schema = z.object({ kind: z.literal('drawn'), name: z.string(), cites: z.string() });
  const rest = { schema, about: '', failure: '', mutators: 'none', evaluator: async () => passes };
  expect(defineKind({ ...rest, preparations: [draws], uses: ['renderer'] }).uses).toEqual(['renderer']);
  // @ts-expect-error `uses` is left out.
  defineKind({ ...rest });
  // @ts-expect-error It draws with the renderer.
  defineKind({ ...rest, preparations: [draws], uses: [] });
  // @ts-expect-error It draws with the renderer.
  defineKind({ ...rest, preparations: [draws], uses: ['browsers'] });
});

const passes = () => ({ ok: true, message: '' });

const drawsNothing = async (_: unknown, __: unknown, { renderer }: Pick<GradingServices, 'renderer'>) => {
  await renderer.readTexts([]);
  return new Map<string, Execution>();
};
const draws = async () => drawsNothing;

test('importing the schemas and builders does not load file readers, evaluators or renderers', () => {
  const loaded = staticallyImported([join(folder, 'registry.ts'), join(folder, 'index.ts')]);
  expect(loaded.filter((path) => !/^src\/(core|verify)\//.test(path))).toEqual([]);
  expect(loaded.filter((path) => /\/(evaluate|mutators|prepare)\b/.test(path))).toEqual([]);
});

const emptyMaterial = {
  answer: { schema: undefined, block: null },
  outputs: {},
  files: new Map(),
  figures: new Map(),
  executions: new Map(),
};

/** The cells of the row in the docs that starts with this kind. */
function rowOf(kind: string): string[] | undefined {
  const line = docs.split('\n').find((each) => each.startsWith(`| \`${kind}\` `));
  return line
    ?.split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function staticallyImported(roots: readonly string[]): string[] {
  const files = new Set<string>();
  const queue = [...roots];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*? from '([^']+)';/gm,
    ))
      if (target.startsWith('.')) queue.push(resolve(dirname(path), target));
  }
  return [...files].map((path) => relative(packageRoot, path));
}
