// Converts values of configuration languages to plain JSON: dates become text; deep nesting and other types are
// refused.
import type { Json } from '../../core/index.ts';
import { formatLimits } from '../limits.ts';
import { FormatProblem } from '../problem.ts';

export function checkedValue(value: unknown, depth = 0): Json {
  if (depth > formatLimits.valueDepth) throw new FormatProblem('the file is nested too deeply');
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value;
  // TOML dates keep the text of the file, without a zone if the file has none.
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((each) => checkedValue(each, depth + 1));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, checkedValue(each, depth + 1)]));
  throw new FormatProblem(`the file holds a value of the kind ${typeof value}`);
}
