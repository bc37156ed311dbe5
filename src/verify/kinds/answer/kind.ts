// `answer`: one field of the JSON object in the final response's answer block.
import { z } from 'zod';
import { jsonSchema, type Json } from '../../../core/index.ts';
import { defineKind } from '../../define-kind.ts';
import { toleranceSchema, type Tolerance } from '../../values.ts';

const answerCheckSchema = z.object({
  kind: z.literal('answer'),
  name: z.string(),
  cites: z.string(),
  field: z.string(),
  expected: jsonSchema,
  tolerance: toleranceSchema.optional(),
});
export type AnswerCheck = z.infer<typeof answerCheckSchema>;

/** Requires this value in the answer's field. Type and rounding come from the answer's schema. */
export function answerEquals(field: string, expected: Json, tolerance?: Tolerance): AnswerCheck {
  return {
    kind: 'answer',
    name: `answer ${field}`,
    cites: `\`${field}\``,
    field,
    expected,
    ...(tolerance ? { tolerance } : {}),
  };
}

export const answerKind = defineKind({
  schema: answerCheckSchema,
  about: 'a field of the answer block has this value',
  failure: 'wrong answer',
  uses: [],
  evaluator: async () => (await import('./evaluate.ts')).evaluateAnswer,
  mutators: async () => ({ answer: (await import('./mutators.ts')).answerMutator }),
});
