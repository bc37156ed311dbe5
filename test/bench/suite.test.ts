// Both sides of the suite benchmark must do the same work completely, or their times are not comparable.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { benchInstances, requireSameWork, type BenchInstance, type Left } from '../../bench/instances.ts';
import { cellsOnly, wholeTrials } from '../../bench/ours-suite.ts';
import { Peer } from '../../bench/peer.ts';
import { findImage } from '../../setup/image-store.mjs';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { servicesOn, testHost } from '../support/host.ts';

const choice = { suite: 'core', tasks: ['math/courier-round', 'math/dice-duel'], seeds: [1] } as const;

let host: InterpreterHost;
let instances: BenchInstance[];
beforeAll(async () => {
  host = await testHost();
  instances = await benchInstances(choice);
});
afterAll(() => host.close());

/** The instance with one more cell at the end. */
function ending(instance: BenchInstance, code: string): BenchInstance {
  return { ...instance, program: { ...instance.program, cells: [...instance.program.cells, { code, answer: false }] } };
}

test('our side plays every cell, alone and in whole trials', async () => {
  const cells = await cellsOnly(host, instances, 2);
  expect(cells.left.get('math/courier-round@1.en')?.outputs).toEqual(['output/round.csv']);
  expect(JSON.parse(cells.left.get('math/dice-duel@1.en')?.answer ?? '')).toBeTypeOf('object');
  const whole = await wholeTrials(servicesOn(host), instances, 2, choice);
  for (const { seconds, cellSeconds } of [cells, whole]) {
    expect(seconds).toBeGreaterThan(0);
    expect(cellSeconds).toBeGreaterThan(0);
  }
});

test('a cell that raises on our side is refused as a measurement', async () => {
  const broken = instances.map((instance) => ending(instance, '1 / 0'));
  await expect(cellsOnly(host, broken, 2)).rejects.toThrow(
    /^not a measurement: cell \d of math\/\S+ ended with error$/,
  );
});

test('nbclient plays the same cells with the same results, and a failing cell is refused', async ({ skip }) => {
  if (!findImage('interpreter') || !findImage('tools')) return skip('this machine lacks an image');
  const peer = await Peer.start();
  onTestFinished(() => peer.close());
  const { left } = await cellsOnly(host, instances, 2);
  const theirs = await peer.play(instances, 2);
  expect(theirs.left).toEqual(left);
  requireSameWork(instances, left, theirs.left);
  const broken = instances.map((instance) => ending(instance, '1 / 0'));
  await expect(peer.play(broken, 2)).rejects.toThrow(
    /not a measurement: the peer failed 2 instances, such as \S+: ZeroDiv/,
  );
});

const instance = { name: 'math/sum@1.en', files: [], program: { name: 'reference', title: '', cells: [] } };
const asked = [{ ...instance, asked: ['output/sums.csv'] }];
const done: Left = { outputs: ['output/sums.csv'], answer: '{"sum": 3}' };
const of = (left: Left) => new Map([[instance.name, left]]);

test.each<[string, Map<string, Left>, Map<string, Left>]>([
  ['the peer did not play math/sum@1.en', of(done), new Map()],
  ['ours did not write output/sums.csv', of({ ...done, outputs: [] }), of({ ...done, outputs: [] })],
  ['the peer left nothing', of(done), of({ ...done, outputs: [] })],
  ['the peer answers {"sum": 4}', of(done), of({ ...done, answer: '{"sum": 4}' })],
  ['the peer answers', of(done), of({ ...done, answer: '' })],
])('a measurement is refused: %s', (reason, ours, theirs) => {
  expect(() => requireSameWork(asked, ours, theirs)).toThrow(reason);
});

test('answers are compared as JSON values, not as texts', () => {
  expect(() => requireSameWork(asked, of(done), of({ ...done, answer: '{"sum":3}\n' }))).not.toThrow();
});
