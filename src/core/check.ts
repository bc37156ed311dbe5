// One assertion of a verifier: described as data by the task, run by the engine, kept with its evidence.
import { z } from 'zod';
import { jsonSchema } from './json.ts';

/** What every kind of check has; the kinds themselves live in src/verify. */
export interface CheckBase {
  readonly kind: string;
  readonly name: string;
  /** The words of the query that license this check: they must stand in it, in both languages. */
  readonly cites: string;
}

export const checkResultSchema = z.object({
  name: z.string(),
  kind: z.string(),
  ok: z.boolean(),
  expected: jsonSchema.optional(),
  actual: jsonSchema.optional(),
  message: z.string(),
  /** Where it did not come to a comparison: the file is not there, the file or the answer cannot be read, or grading it failed. */
  fault: z.enum(['missing', 'broken', 'malformed', 'unexamined']).optional(),
  cites: z.string(),
  evidence: jsonSchema.optional(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;
