// Events of a trial: parsing of known kinds, and of kinds that a later version may add.
import { expect, test } from 'vitest';
import { isKnownEvent, parseEvent } from '../../src/core/index.ts';

const stamp = { v: 1, seq: 0, at: '2026-01-01T00:00:00.000Z' };

test('an event of an unknown kind is kept unchanged', () => {
  const event = { ...stamp, kind: 'telepathy', thought: { depth: 3 } };
  const read = parseEvent(JSON.stringify(event));
  expect(read).toEqual(event);
  expect(isKnownEvent(read)).toBe(false);
});

test('a known event is parsed with all its fields', () => {
  const event = { ...stamp, kind: 'cell-output', cell: 2, output: { type: 'stream', name: 'stderr', text: '注意\n' } };
  expect(parseEvent(JSON.stringify(event))).toEqual(event);
});

test('a known event that lacks a field is refused', () => {
  expect(() => parseEvent(JSON.stringify({ ...stamp, kind: 'cell-start', cell: 1 }))).toThrow();
});
