// The digests of code in the lock: a change in a folder changes the parts that depend on it, and no others.
import { expect, test } from 'vitest';
import { codeDigests, promptsDigest } from '../../src/run/index.ts';
import { moduleGraph, type ModuleGraph } from '../../src/system/index.ts';

const graph = moduleGraph();

/** The graph after a change of every module below a folder. */
function changed(folder: string): ModuleGraph {
  const modules = Object.entries(graph.modules).map(
    ([path, module]) => [path, path.startsWith(folder) ? { ...module, digest: 'changed' } : module] as const,
  );
  expect(modules.some(([, { digest }]) => digest === 'changed')).toBe(true);
  return { ...graph, modules: Object.fromEntries(modules) };
}

test.each([
  ['src/episode/prompts/', []],
  ['src/agent/scripted', ['agent']],
  ['src/episode/episode', ['agent']],
  ['src/dialects/', ['agent']],
  ['src/model/middleware/', []],
  ['src/model/anthropic', ['model']],
  ['src/trial/', ['trial']],
  ['src/verify/', ['verifier']],
  ['src/render/', ['verifier']],
  ['src/kit/', ['kit']],
  ['src/suite/', ['suite']],
  ['src/interpreter/', ['interpreter']],
  ['src/formats/sound/midi', ['kit']],
  ['src/formats/tables/', ['verifier', 'kit']],
  ['src/core/', ['core']],
  ['src/report/', []],
  ['src/stats/', []],
  ['src/cli/', []],
  ['src/launch/', []],
  ['tasks/', []],
])('a change of %s changes the digests of %j', (folder, expected) => {
  const before = codeDigests({ usesModel: true }, graph);
  const after = codeDigests({ usesModel: true }, changed(folder));
  const parts = Object.keys(before).filter((part) => Reflect.get(before, part) !== Reflect.get(after, part));
  expect(parts).toEqual(expected);
});

test('the code of models is part of the digests only if a model is used', () => {
  expect(codeDigests({ usesModel: false }, graph)).not.toHaveProperty('model');
  const { model: _, ...others } = codeDigests({ usesModel: true }, graph);
  expect(codeDigests({ usesModel: false }, graph)).toEqual(others);
});

test('the digest of prompts depends on their texts and on the code that writes them', () => {
  const digest = promptsDigest('texts', graph);
  expect(promptsDigest('other texts', graph)).not.toBe(digest);
  expect(promptsDigest('texts', changed('src/episode/prompts/'))).not.toBe(digest);
  expect(promptsDigest('texts', changed('src/agent/scripted'))).toBe(digest);
  expect(promptsDigest(undefined, graph)).toBeNull();
});
