// Traps of tasks: liveTraps redraws until the conditions of all traps hold; differs compares answers.
import { expect, test } from 'vitest';
import { differs, Draw, liveTraps } from '../../src/kit/index.ts';

const draw = (seed = 7) => Draw.from({ task: 'chart/tied-winner', seed, salt: '' });
const roll = (each: Draw) => [each.int(1, 6), each.int(1, 6)] as const;

test('liveTraps draws again until every trap is live', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const made = liveTraps(draw(seed), roll, { pair: ([one, other]) => one === other, high: ([one]) => one > 3 });
    expect(made[0]).toBe(made[1]);
    expect(made[0]).toBeGreaterThan(3);
    expect(liveTraps(draw(seed), roll, { pair: ([one, other]) => one === other, high: ([one]) => one > 3 })).toEqual(
      made,
    );
  }
});

test('traps that are live in the first draw do not change it', () => {
  const source = draw();
  expect(liveTraps(source, roll, { any: () => true })).toEqual(roll(draw()));
  expect(liveTraps(draw(), roll, {})).toEqual(roll(draw()));
});

test('the error names the trap that was never live first', () => {
  expect(() => liveTraps(draw(), roll, { fine: () => true, seven: ([one]) => one > 6 }, 20)).toThrow(
    'not once in 20 draws were all traps live: "seven" in 0, "fine" in 20',
  );
});

test('differs compares lists and records deeply, and numbers with a tolerance', () => {
  expect(differs({ a: [1, 2.004] }, { a: [1, 2] }, 0.005)).toBe(false);
  expect(differs({ a: [1, 2.006] }, { a: [1, 2] }, 0.005)).toBe(true);
  expect(differs({ a: 1 }, { a: 1, b: null })).toBe(true);
  expect(differs([1], [1, 2])).toBe(true);
  expect(differs('x', 'x')).toBe(false);
  expect(differs(null, 0)).toBe(true);
  expect(differs(1, Number.NaN, 5)).toBe(true);
});
