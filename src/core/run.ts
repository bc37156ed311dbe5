// A run: its configuration and a row per finished trial.
import { z } from 'zod';
import { failureSchema } from './failure.ts';
import { categorySchema, languageSchema, taskIdSchema, trialIdSchema, twins } from './ids.ts';
import { isolationSchema } from './specs/limits.ts';
import { outcomeSchema } from './outcome.ts';
import { runSpecSchema } from './specs/run-spec.ts';
import { levels } from './task.ts';
import { usageSchema } from './usage.ts';

/** `run.json`. Runs of version 0.1 have version 1, which src/record upgrades. */
export const runConfigSchema = z.object({
  v: z.literal(2),
  run: z.string(),
  pybench: z.string(),
  createdAt: z.string(),
  /** What started the run, with every default of the agent filled in. */
  spec: runSpecSchema,
  trials: z.array(trialIdSchema),
  isolation: isolationSchema,
  /** The agent worked without isolation and could have read the truth. */
  unverified: z.boolean().default(false),
  /** Made from another run, and how. */
  source: z.object({ run: z.string(), how: z.enum(['regrade']) }).optional(),
});
export type RunConfig = z.infer<typeof runConfigSchema>;

export const resultRowSchema = z.object({
  id: trialIdSchema,
  /** Digest of the instance. `readRun` adds it to rows of version 0.1, which had none. */
  instance: z.string().nullable().default(null),
  task: taskIdSchema,
  category: categorySchema,
  level: z.enum(levels),
  skills: z.array(z.string()),
  lang: languageSchema,
  seed: z.int(),
  twin: z.enum(twins).nullable(),
  attempt: z.int(),
  outcome: outcomeSchema,
  score: z.union([z.literal(0), z.literal(1)]).nullable(),
  /** Why it failed; null when it passed, has no score, or was recorded before reasons were. */
  failure: failureSchema.nullable().default(null),
  turns: z.int(),
  cells: z.int(),
  /** Of all replies. Without a cost where the price of one is not known. */
  usage: usageSchema.default({}),
  cpuMs: z.number(),
  wallMs: z.number(),
  /** How often it was started: more than once after an interruption or a fault of the machine. */
  tries: z.int().positive().default(1),
  /** Calls that a model's service made us repeat. */
  retries: z.int().nonnegative().default(0),
  unverified: z.boolean().default(false),
  checks: z.object({ passed: z.int(), total: z.int(), failed: z.array(z.string()) }),
});
export type ResultRow = z.infer<typeof resultRowSchema>;
