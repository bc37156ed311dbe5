// A run: its configuration and a row per finished trial.
import { z } from 'zod';
import { failureSchema } from './failure.ts';
import { categorySchema, languageSchema, taskIdSchema, trialIdSchema, twins } from './ids.ts';
import { jsonSchema } from './json.ts';
import { outcomeSchema } from './outcome.ts';
import { levels } from './task.ts';
import { usageSchema } from './usage.ts';

export const isolationLevels = ['full', 'root', 'landlock', 'none'] as const;
export const isolationSchema = z.enum(isolationLevels);
export type IsolationLevel = z.infer<typeof isolationSchema>;

/** Limits of a trial. Time is CPU time of the cell, with a wall cap of `wallFactor` times that. */
export const limitsSchema = z.object({
  cellCpuSeconds: z.number().positive(),
  wallFactor: z.number().positive(),
  /** Of all processes of the sandbox together. */
  memoryBytes: z.int().positive(),
  processes: z.int().positive(),
  openFiles: z.int().positive(),
  /** The largest single file. */
  fileBytes: z.int().positive(),
  workspaceBytes: z.int().positive(),
  workspaceFiles: z.int().positive(),
  tmpBytes: z.int().positive(),
  tmpFiles: z.int().positive(),
  /** /dev/shm. */
  sharedBytes: z.int().positive(),
  /** What a cell may write past Python's own streams. */
  rawBytes: z.int().positive(),
  /** What the capture of figures may keep. */
  figureBytes: z.int().positive(),
  /** What is copied out of ./output. */
  outputFiles: z.int().positive(),
  outputBytes: z.int().positive(),
});
export type Limits = z.infer<typeof limitsSchema>;

const MiB = 2 ** 20;

export const defaultLimits: Limits = {
  cellCpuSeconds: 60,
  wallFactor: 5,
  memoryBytes: 2048 * MiB,
  processes: 96,
  openFiles: 512,
  fileBytes: 256 * MiB,
  workspaceBytes: 512 * MiB,
  workspaceFiles: 16_384,
  tmpBytes: 256 * MiB,
  tmpFiles: 8192,
  sharedBytes: 128 * MiB,
  rawBytes: 64 * MiB,
  figureBytes: 64 * MiB,
  outputFiles: 1000,
  outputBytes: 256 * MiB,
};

/** Time that a trial may take by the wall clock; 0 is no limit. */
export const timeLimitsSchema = z.object({
  /** From start to end: past it the trial is a `timeout`. */
  trialSeconds: z.int().nonnegative(),
  /** Without any event: a service or a sandbox that hangs, no fault of the agent's. */
  idleSeconds: z.int().nonnegative(),
});
export type TimeLimits = z.infer<typeof timeLimitsSchema>;

export const defaultTimeLimits: TimeLimits = { trialSeconds: 3600, idleSeconds: 1800 };
export const noTimeLimits: TimeLimits = { trialSeconds: 0, idleSeconds: 0 };

export const runConfigSchema = z.object({
  v: z.literal(1),
  run: z.string(),
  pybench: z.string(),
  createdAt: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  /** How the agent was set up: dialect, turns, temperature and the like. */
  settings: z.record(z.string(), jsonSchema).default({}),
  suite: z.string(),
  trials: z.array(trialIdSchema),
  concurrency: z.int().positive(),
  isolation: isolationSchema,
  /** The agent worked without isolation: nothing kept it from the truth. */
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
