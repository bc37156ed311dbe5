// One check of an instance: the task describes it as data, the verifier runs it and stores its evidence.
import { z } from 'zod';
import { jsonSchema } from './json.ts';

/** The fields of every kind of check; src/verify defines the kinds. */
export interface CheckBase {
  readonly kind: string;
  readonly name: string;
  /** The words of the query that justify this check: the query must contain them, in both languages. */
  readonly cites: string;
}

export const checkResultSchema = z.object({
  name: z.string(),
  kind: z.string(),
  ok: z.boolean(),
  expected: jsonSchema.optional(),
  actual: jsonSchema.optional(),
  message: z.string(),
  /**
   * Set when the check failed before a comparison: a file is missing, a file or the answer is unreadable, or grading
   * failed.
   */
  fault: z.enum(['missing', 'broken', 'malformed', 'unexamined']).optional(),
  cites: z.string(),
  evidence: jsonSchema.optional(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;
