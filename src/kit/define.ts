// The definition of a task. `defineTask` only adds types: a task is plain data and two functions.
import type {
  AnswerField,
  Column,
  Json,
  OutputSpec,
  ScalarType,
  TaskDefinition,
  Text,
  ValueType,
} from '../core/index.ts';
import type { Check } from '../verify/index.ts';

export type Task<Truth extends Json = Json> = TaskDefinition<Truth, Check>;

export function defineTask<Truth extends Json>(task: Task<Truth>): Task<Truth> {
  return task;
}

/** The types of values, for answer fields and table columns. */
export const number = (decimals: number): ScalarType => ({ type: 'number', decimals });
export const integer: ScalarType = { type: 'integer' };
export const text: ScalarType = { type: 'text' };
export const boolean: ScalarType = { type: 'boolean' };
export const date: ScalarType = { type: 'date' };
export const choice = (...options: string[]): ScalarType => ({ type: 'choice', options });
export const listOf = (of: ScalarType): ValueType => ({ type: 'list', of });
export const setOf = (of: ScalarType): ValueType => ({ type: 'set', of });

/** One field of the answer: its type, and what it is in both languages. */
export function field(value: ValueType, en: string, zh: string): AnswerField {
  return { value, about: { en, zh } };
}

export function column(value: ScalarType, en?: string, zh?: string): Column {
  return { value, ...(en !== undefined && zh !== undefined ? { about: { en, zh } } : {}) };
}

/**
 * A table that the agent must save; `about` describes a row, `sheet` names the sheet of a workbook or the table of a
 * database.
 */
export function tableOutput(
  about: Text,
  columns: Record<string, Column>,
  key: string[],
  order?: Text,
  sheet?: string,
): OutputSpec {
  return { type: 'table', about, columns, key, ...(order ? { order } : {}), ...(sheet === undefined ? {} : { sheet }) };
}

export function fileOutput(about: Text): OutputSpec {
  return { type: 'file', about };
}
