// The digests of code in the lock: a change in a folder changes the parts that depend on it, and no others.
import { expect, test } from 'vitest';
import { codeDigests, promptsDigest } from '../../src/run/index.ts';
import { moduleGraph, pythonFiles, type ModuleGraph } from '../../src/system/index.ts';

const graph = moduleGraph();

/** The graph after a change of every module below a folder. */
function changed(folder: string): ModuleGraph {
  const modules = Object.entries(graph.modules).map(
    ([path, module]) => [path, path.startsWith(folder) ? { ...module, digest: 'changed' } : module] as const,
  );
  expect(modules.some(([, { digest }]) => digest === 'changed')).toBe(true);
  return { ...graph, modules: Object.fromEntries(modules) };
}

/** The parts whose digests change. */
const partsAfter = (...after: Parameters<typeof codeDigests>) => {
  const [one, other] = [codeDigests({ usesModel: true }, graph), codeDigests(...after)];
  return Object.keys(one).filter((part) => Reflect.get(one, part) !== Reflect.get(other, part));
};

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
  expect(partsAfter({ usesModel: true }, changed(folder))).toEqual(expected);
});

test.each([
  ['fast-xml-parser', ['verifier', 'kit']],
  ['dejavu-fonts-ttf', ['kit']],
  ['plotly.js-dist-min', ['verifier']],
])('another version of %s, which is only required, changes the digests of %j', (name, expected) => {
  const updated = { ...graph, packages: { ...graph.packages, [name]: 'new' } };
  expect(partsAfter({ usesModel: true }, updated)).toEqual(expect.arrayContaining(expected));
});

test.each([
  ['pybench/kernel/cell.py', ['python']],
  ['site/pybench-figures.pth', ['python']],
  ['scripts/office.py', ['python']],
  ['scripts/call_program.py', ['python']],
  ['scripts/probe_programs.py', []],
  ['scripts/list_files.py', []],
])('a change of python/%s changes the digests of %j', (path, expected) => {
  const files = pythonFiles();
  expect([...files.keys()]).toContain(path);
  expect(partsAfter({ usesModel: true }, graph, new Map([...files, [path, 'changed']]))).toEqual(expected);
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
