// Ranks and groups from pairwise comparisons with the Holm correction.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holm, rank, type RankEntry } from '../../src/stats/index.ts';

/** An entry that passes the first `passes` tasks. */
const entry = (name: string, passes: number, tasks = 100): RankEntry => ({
  name,
  attempts: Array.from({ length: tasks }, (_, index) => ({
    cluster: `t${index}`,
    instance: `t${index}@1`,
    score: index < passes ? 1 : 0,
  })),
});

test('Holm’s adjustment gives the known result of a small example', () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02].map((p) => expect.closeTo(p, 12)));
  expect(holm([])).toEqual([]);
  expect(holm([0.5, 0.9])).toEqual([1, 1]);
});

test('Holm’s adjusted p-values reject exactly what the step-down procedure rejects', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (pValues) => {
      const sorted = pValues.toSorted((a, b) => a - b);
      const stop = sorted.findIndex((p, rung) => p * (sorted.length - rung) > 0.05);
      const rejected = stop < 0 ? sorted : sorted.slice(0, stop);
      expect(holm(pValues).filter((p) => p <= 0.05).length).toBe(rejected.length);
      expect(holm(pValues).every((p, index) => p >= (pValues[index] ?? 2))).toBe(true);
    }),
  );
});

test('adjacent entries share a group, the first and the last do not', () => {
  const places = rank([entry('low', 60), entry('high', 70), entry('middle', 65)]);
  expect(places.map(({ name, best, worst, groups }) => ({ name, best, worst, groups }))).toEqual([
    { name: 'high', best: 1, worst: 2, groups: [1] },
    { name: 'middle', best: 1, worst: 3, groups: [1, 2] },
    { name: 'low', best: 2, worst: 3, groups: [2] },
  ]);
  expect(places[0]?.rate?.rate).toBe(0.7);
});

test('two entries share a group if and only if they do not differ significantly', () => {
  const passes = [95, 94, 88, 80, 79, 60, 58, 20, 0];
  const places = rank(passes.map((count) => entry(`p${count}`, count)));
  for (const [index, place] of places.entries()) {
    const apart = places.filter((other) => !other.groups.some((group) => place.groups.includes(group)));
    expect(place.best - 1 + places.length - place.worst).toBe(apart.length);
    expect(place.best).toBeLessThanOrEqual(index + 1);
    expect(place.worst).toBeGreaterThanOrEqual(index + 1);
  }
});

test('no group is a subset of another', () => {
  // The last entry has ten tasks only, too few to rank.
  const places = rank([entry('a', 70), entry('b', 70), entry('c', 30), entry('d', 0, 10)]);
  expect(places.map(({ groups }) => groups)).toEqual([[1], [1], [2], [1, 2]]);
});

test('the Holm correction requires a smaller p-value for a larger number of pairs', () => {
  // Six discordant tasks in one direction give p = 2/64: significant for one pair, not for fifteen pairs.
  expect(rank([entry('a', 56), entry('b', 50)]).map(({ groups }) => groups)).toEqual([[1], [2]]);
  const crowd = ['b', 'c', 'd', 'e', 'f'].map((name) => entry(name, 50));
  expect(rank([entry('a', 56), ...crowd]).every(({ best, worst }) => best === 1 && worst === 6)).toBe(true);
});

test('fewer than 20 tasks are never ranked', () => {
  expect(rank([entry('a', 19, 19), entry('b', 0, 19)]).map(({ groups }) => groups)).toEqual([[1], [1]]);
  expect(rank([entry('a', 20, 20), entry('b', 0, 20)]).map(({ groups }) => groups)).toEqual([[1], [2]]);
});

test('an entry without scores or common instances keeps the full range of ranks', () => {
  const places = rank([{ name: 'none', attempts: [] }, entry('a', 70), entry('b', 5)]);
  expect(places.at(-1)).toEqual({ name: 'none', rate: null, best: 1, worst: 3, groups: [1, 2] });
  expect(rank([])).toEqual([]);
});

test('common instances decide, not the overall rates', () => {
  const easy = Array.from({ length: 300 }, (_, index) => ({
    cluster: `e${index}`,
    instance: `e${index}@1`,
    score: 1 as const,
  }));
  const weak = { name: 'weak', attempts: [...entry('weak', 40).attempts, ...easy] };
  const places = rank([weak, entry('strong', 70)]);
  expect(places.map(({ name }) => name)).toEqual(['weak', 'strong']);
  expect(places.map(({ best }) => best)).toEqual([2, 1]);
});
