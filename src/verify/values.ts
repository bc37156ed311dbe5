// Compares submitted values with expected ones, by the types that the query states.
import { z } from 'zod';
import type { Json, ScalarType, ValueType } from '../core/index.ts';
import type { Cell } from '../formats/index.ts';

/** Allowed deviation of a number. The default is half a unit of the last decimal that the query asks for. */
export const toleranceSchema = z.object({ absolute: z.number().optional(), relative: z.number().optional() });
export type Tolerance = z.infer<typeof toleranceSchema>;

/** Undefined when the value is right; otherwise a human-readable description of the difference. */
export function compareValue(type: ValueType, expected: Json, actual: Json, tolerance?: Tolerance): string | undefined {
  if (type.type !== 'list' && type.type !== 'set') return compareScalar(type, expected, actual, tolerance);
  if (!Array.isArray(expected)) throw new TypeError('the truth of a list must be a list');
  if (!Array.isArray(actual)) return `expected a list, got ${show(actual)}`;
  if (type.type === 'list') {
    if (actual.length !== expected.length) return `expected ${expected.length} values, got ${actual.length}`;
    for (const [index, each] of expected.entries()) {
      const problem = compareScalar(type.of, each, actual[index] ?? null, tolerance);
      if (problem) return `value ${index + 1}: ${problem}`;
    }
    return undefined;
  }
  const open = [...actual];
  const missing = expected.filter((each) => {
    const found = open.findIndex((candidate) => compareScalar(type.of, each, candidate, tolerance) === undefined);
    if (found >= 0) open.splice(found, 1);
    return found < 0;
  });
  if (missing.length === 0 && open.length === 0) return undefined;
  const parts = [
    ...(missing.length > 0 ? [`missing ${missing.slice(0, 5).map(show).join(', ')}`] : []),
    ...(open.length > 0 ? [`not among the right ones: ${open.slice(0, 5).map(show).join(', ')}`] : []),
  ];
  return parts.join('; ');
}

export function compareScalar(
  type: ScalarType,
  expected: Json,
  actual: Json,
  tolerance?: Tolerance,
): string | undefined {
  switch (type.type) {
    case 'number':
    case 'integer': {
      if (typeof expected !== 'number') throw new TypeError('the truth of a number must be a number');
      if (typeof actual !== 'number' || !Number.isFinite(actual)) return `expected a number, got ${show(actual)}`;
      const room = type.type === 'integer' ? (tolerance?.absolute ?? 0) : allowance(type.decimals, expected, tolerance);
      return Math.abs(actual - expected) <= room ? undefined : `expected ${expected}, got ${actual}`;
    }
    case 'boolean':
      return actual === expected ? undefined : `expected ${show(expected)}, got ${show(actual)}`;
    case 'date':
    case 'text':
    case 'choice':
      if (typeof expected !== 'string') throw new TypeError(`the truth of a ${type.type} must be a string`);
      if (typeof actual !== 'string') return `expected a text, got ${show(actual)}`;
      return fold(actual) === fold(expected) ? undefined : `expected ${show(expected)}, got ${show(actual)}`;
  }
}

/** Parses a cell of a text table; undefined when the text is not a value of this type. */
export function readCell(type: ScalarType, text: string): Json | undefined {
  const trimmed = text.trim();
  switch (type.type) {
    case 'number':
    case 'integer':
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : undefined;
    case 'boolean':
      return /^true$/i.test(trimmed) ? true : /^false$/i.test(trimmed) ? false : undefined;
    case 'date':
    case 'text':
    case 'choice':
      return trimmed;
  }
}

/**
 * Reads a cell of a file format with typed cells: a number that is stored as text is not a number. A text column may
 * hold numbers, because spreadsheets often store codes as numbers; a database stores true and false as 1 and 0.
 */
export function readTyped(type: ScalarType, cell: Cell): Json | undefined {
  switch (type.type) {
    case 'number':
    case 'integer':
      return typeof cell === 'number' ? cell : undefined;
    case 'boolean':
      return typeof cell === 'boolean' ? cell : cell === 1 || cell === 0 ? cell === 1 : undefined;
    case 'date':
    case 'text':
    case 'choice':
      return String(cell ?? '').trim();
  }
}

/**
 * Normalises a text: texts that differ only in width, case or outer space are equal. Letters that only look alike stay
 * different, and so do styled Unicode characters (𝐛𝐨𝐥𝐝, ①, ²). Ligatures, CJK radicals and the micro sign are drawn
 * like the characters that they stand for, so they count as equal to those.
 */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\uff01-\uffee\u3000\u00a0\u2000-\u200a\u202f\ufb00-\ufb06\u2e80-\u2fdf\u00b5]/g, (letter) =>
      letter.normalize('NFKC'),
    )
    .trim()
    .toLowerCase();
}

/** Without a tolerance: slightly more than half a unit of the last place, so that a half may be rounded up or down. */
function allowance(decimals: number, expected: number, tolerance?: Tolerance): number {
  if (tolerance) return Math.max(tolerance.absolute ?? 0, (tolerance.relative ?? 0) * Math.abs(expected));
  return 0.501 * Number(`1e-${decimals}`);
}

export function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Whether two JSON values are equal. Numbers may deviate by `relative`, absolute below 1 and relative above. */
export function sameJson(expected: Json, actual: Json, relative: number): boolean {
  if (typeof expected === 'number' && typeof actual === 'number') {
    return Math.abs(expected - actual) <= relative * Math.max(1, Math.abs(expected));
  }
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((each, index) => sameJson(each, actual[index] ?? null, relative))
    );
  }
  if (expected !== null && typeof expected === 'object') {
    if (actual === null || typeof actual !== 'object' || Array.isArray(actual)) return false;
    const keys = Object.keys(expected);
    return (
      keys.length === Object.keys(actual).length &&
      keys.every((key) => Object.hasOwn(actual, key) && sameJson(expected[key] ?? null, actual[key] ?? null, relative))
    );
  }
  return expected === actual;
}
