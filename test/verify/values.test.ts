// Comparison of typed values: rounding, tolerances, texts, lists and sets.
import { describe, expect, test } from 'vitest';
import type { Json, ScalarType, ValueType } from '../../src/core/index.ts';
import { compareValue, readCell } from '../../src/verify/values.ts';

const two: ScalarType = { type: 'number', decimals: 2 };
const right = (type: ValueType, expected: Json, actual: Json) => compareValue(type, expected, actual) === undefined;

describe('numbers with stated rounding', () => {
  test.each([
    [12.344, 12.34, true],
    [12.344, 12.344, true],
    [12.345, 12.34, true], // a half may be rounded up or down
    [12.345, 12.35, true],
    [12.344, 12.35, false],
    [12.34, 12.3, false],
    [12.34, 12.346, false],
    [0, 0.0049, true],
    [0, 0.0051, false],
    [-3.5, 3.5, false],
  ])('expected %d, given %d: equal is %s', (expected, actual, ok) => expect(right(two, expected, actual)).toBe(ok));

  test.each(['12.34', null, true, [12.34], Number.NaN])('%s does not count as a number', (actual) => {
    expect(right(two, 12.34, actual as Json)).toBe(false);
  });

  test('a tolerance of the check replaces the default', () => {
    expect(compareValue(two, 100, 101, { absolute: 1 })).toBeUndefined();
    expect(compareValue(two, 100, 101.01, { absolute: 1 })).toBeDefined();
    expect(compareValue(two, 200, 202, { relative: 0.01 })).toBeUndefined();
    expect(compareValue(two, 200, 202.1, { relative: 0.01 })).toBeDefined();
  });
});

test('whole numbers are exact', () => {
  expect(right({ type: 'integer' }, 7, 7)).toBe(true);
  expect(right({ type: 'integer' }, 7, 7.4)).toBe(false);
  expect(right({ type: 'integer' }, 7, 8)).toBe(false);
});

test('texts may differ only in width, case and outer space', () => {
  expect(right({ type: 'text' }, 'ABC １２', ' abc 12 ')).toBe(true);
  expect(right({ type: 'text' }, 'café', 'cafe')).toBe(false);
  expect(right({ type: 'text' }, 'North', 'North East')).toBe(false);
  expect(right({ type: 'text' }, '7', 7)).toBe(false);
});

describe('lists and sets', () => {
  const list: ValueType = { type: 'list', of: { type: 'text' } };
  const set: ValueType = { type: 'set', of: { type: 'text' } };
  test.each([
    [['a', 'b'], true, true],
    [['b', 'a'], false, true],
    [['a'], false, false],
    [['a', 'b', 'c'], false, false],
    [['a', 'b', 'b'], false, false],
    ['a', false, false],
  ])('%j is compared as a list and as a set', (actual, asList, asSet) => {
    expect(right(list, ['a', 'b'], actual)).toBe(asList);
    expect(right(set, ['a', 'b'], actual)).toBe(asSet);
  });

  test('a wrong set is reported with its missing and surplus values', () => {
    expect(compareValue(set, ['a', 'b'], ['a', 'c'])).toBe('missing "b"; not among the right ones: "c"');
  });
});

test.each([
  ['1,234.5', undefined],
  ['1234.50', 1234.5],
  ['-1e3', -1000],
  ['.5', 0.5],
  ['12 kg', undefined],
  ['0x10', undefined],
  ['', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
])('the cell "%s" is read as %s', (cell, value) => expect(readCell(two, cell)).toBe(value));
