// Evaluates a check of kind `answer`, and reads a field of the answer block.
import { z } from 'zod';
import { jsonSchema, type AnswerSchema, type Json, type ValueType } from '../../../core/index.ts';
import { parseUntrusted } from '../../../formats/index.ts';
import { fail, pass, type CheckFinding, type Material } from '../../material.ts';
import { compareValue, show } from '../../values.ts';
import type { AnswerCheck } from './kind.ts';

const MAX_BLOCK = 256 * 1024;

export function evaluateAnswer(check: AnswerCheck, material: Material): CheckFinding {
  const read = readAnswer(check.field, material);
  if ('problem' in read) return fail(read.problem, { expected: check.expected, fault: 'malformed' });
  const { type, value: actual } = read;
  const problem = compareValue(type, check.expected, actual, check.tolerance);
  const more = { expected: check.expected, actual };
  return problem ? fail(`${check.field}: ${problem}`, more) : pass(`${check.field} is ${show(actual)}`, more);
}

/** Reads a field of the answer block with the type that the query gives it, or returns what is wrong with the block. */
export function readAnswer(
  field: string,
  { answer }: Pick<Material, 'answer'>,
): { type: ValueType; value: Json } | { problem: string } {
  const type = answer.schema?.[field]?.value;
  if (!answer.schema || !type) throw new Error(`the query asks for no answer field "${field}"`);
  const read = readBlock(answer.block, answer.schema);
  return 'problem' in read ? read : { type, value: read.values[field] ?? null };
}

/** The block's object, if it has exactly the keys that the query names. */
function readBlock(block: string | null, schema: AnswerSchema): { values: Record<string, Json> } | { problem: string } {
  if (block === null) return { problem: 'there is no answer block' };
  const read = parseUntrusted(block, { characters: MAX_BLOCK, repeatedKeys: 'refused' });
  if ('problem' in read) return { problem: `the answer block ${read.problem}` };
  const object = z.record(z.string(), jsonSchema).safeParse(read.value);
  if (!object.success) return { problem: 'the answer block is not a JSON object' };
  const wanted = Object.keys(schema);
  const missing = wanted.filter((key) => !Object.hasOwn(object.data, key));
  const extra = Object.keys(object.data).filter((key) => !Object.hasOwn(schema, key));
  if (missing.length > 0) return { problem: `the answer lacks ${missing.map((key) => `"${key}"`).join(', ')}` };
  if (extra.length > 0)
    return { problem: `the answer has keys that the query does not ask for: ${extra.slice(0, 5).join(', ')}` };
  return { values: object.data };
}
