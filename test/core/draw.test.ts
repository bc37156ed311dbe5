// Seeded randomness: the stream of a Draw, and the names, dates, amounts and texts that are made from it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amounts, canonicalJson, dates, digestJson, Draw, names, texts } from '../../src/core/index.ts';

const draw = (seed = 7, salt = '', task = 'chart/tied-winner') => Draw.from({ task, seed, salt });
const inOrder = (list: readonly number[]) => list.toSorted((a, b) => a - b);
const numbers = (source: Draw) => source.many(20, () => source.int(0, 1_000_000));

test('the stream is the same on every machine and Node version', () => {
  const source = draw();
  // Recorded once; a change of these values would change every instance.
  expect([source.int(1, 6), source.int(0, 999_999), source.decimal(0, 10, 2), source.normal(0, 1), source.real(0, 1)])
    .toMatchInlineSnapshot(`
    [
      5,
      874375,
      8.16,
      0.9811851919099223,
      0.22589391591890795,
    ]
  `);
  expect([
    names.personName(draw(), 'en'),
    names.personName(draw(), 'zh'),
    texts.simpleSentence(draw(), 'en'),
    texts.simpleSentence(draw(), 'zh'),
  ]).toMatchInlineSnapshot(`
    [
      "Zachary Fletcher",
      "张永康",
      "The early neighbour promised a painter.",
      "温柔的车站画下问题。",
    ]
  `);
});

test('a change of task, seed or salt gives another stream', () => {
  const streams = [draw(), draw(8), draw(7, 'secret'), draw(7, '', 'chart/other')].map((each) => numbers(each).join());
  expect(new Set(streams).size).toBe(4);
  expect(numbers(draw())).toEqual(numbers(draw()));
});

test('a fork depends on its name and not on the position of its parent stream', () => {
  const [one, two] = [draw(), draw()];
  two.int(0, 9);
  expect(numbers(one.fork('teams'))).toEqual(numbers(two.fork('teams')));
  expect(numbers(one.fork('teams'))).not.toEqual(numbers(one.fork('venues')));
});

test('whole numbers include both bounds and stay within them', () => {
  const source = draw();
  const seen = new Set(source.many(500, () => source.int(3, 6)));
  expect(seen).toEqual(new Set([3, 4, 5, 6]));
});

test('a shuffle is a permutation and a sample has no repeats', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.array(fc.integer(), { maxLength: 30 }), (seed, items) => {
      expect(inOrder(draw(seed).shuffle(items))).toEqual(inOrder(items));
      const indices = draw(seed).sample([...items.keys()], Math.floor(items.length / 2));
      expect(new Set(indices).size).toBe(indices.length);
    }),
  );
});

test('until throws with the description of the condition that no draw satisfied', () => {
  expect(() =>
    draw().until(
      (each) => each.int(1, 6),
      (die) => die > 6,
      'a seven',
    ),
  ).toThrow('none of 100 draws satisfied: a seven');
  expect(
    draw().until(
      (each) => each.int(1, 6),
      (die) => die === 6,
      'a six',
    ),
  ).toBe(6);
});

test('names of one kind are all different', () => {
  for (const lang of ['en', 'zh'] as const) {
    expect(new Set(names.personNames(draw(), lang, 200)).size).toBe(200);
    expect(new Set(names.companyNames(draw(), lang, 60)).size).toBe(60);
  }
});

test('days convert to numbers and back without change, including leap days', () => {
  for (const day of ['1970-01-01', '2000-02-29', '2023-12-31', '2024-02-29']) {
    expect(dates.isoDay(dates.dayNumber(day))).toBe(day);
  }
  expect(dates.spreadsheetSerial('2024-03-05')).toBe(45356);
  expect(dates.spreadsheetSerial('1900-03-01')).toBe(61);
  expect([dates.longDay('2024-03-05', 'en'), dates.longDay('2024-03-05', 'zh')]).toEqual([
    '5 March 2024',
    '2024年3月5日',
  ]);
});

test('money is written with two decimals whatever its size and sign', () => {
  expect([5, 123456, -7, 0].map(amounts.formatCents)).toEqual(['0.05', '1234.56', '-0.07', '0.00']);
  expect([0, 999, 1000, 1234567].map(amounts.grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
});

test('canonical JSON does not depend on the order of keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  expect(digestJson({ a: 1, b: 2 })).toBe(digestJson({ b: 2, a: 1 }));
});
