import { describe, expect, test } from 'vitest';
import type { Json, ScalarType, ValueType } from '../../src/core/index.ts';
import { compareValue, readCell } from '../../src/verify/values.ts';

const two: ScalarType = { type: 'number', decimals: 2 };
const right = (type: ValueType, expected: Json, actual: Json) => compareValue(type, expected, actual) === undefined;

describe('numbers with stated rounding', () => {
  test.each([
    [12.344, 12.34, true],
    [12.344, 12.344, true],
    [12.345, 12.34, true], // both ways of rounding a half
    [12.345, 12.35, true],
    [12.344, 12.35, false],
    [12.34, 12.3, false],
    [12.34, 12.346, false],
    [0, 0.0049, true],
    [0, 0.0051, false],
    [-3.5, 3.5, false],
  ])('%d asked, %d given: %s', (expected, actual, ok) => expect(right(two, expected, actual)).toBe(ok));

  test.each(['12.34', null, true, [12.34], Number.NaN])('%s is no number', (actual) => {
    expect(right(two, 12.34, actual as Json)).toBe(false);
  });

  test('a tolerance of the task replaces the default', () => {
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

test('texts may differ in width, case and outer space, and in nothing else', () => {
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
  ])('%j', (actual, asList, asSet) => {
    expect(right(list, ['a', 'b'], actual)).toBe(asList);
    expect(right(set, ['a', 'b'], actual)).toBe(asSet);
  });

  test('a set of texts says what is missing and what is too much', () => {
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
])('the cell "%s" spells %s', (cell, value) => expect(readCell(two, cell)).toBe(value));
