// What starts a run or a trial, as data. Nothing here is secret: salts and keys are options of the launch.
import { z } from 'zod';
import { agentSpecSchema } from './agent-spec.ts';
import { languageSchema, trialIdSchema } from '../ids.ts';
import { isolationSchema, limitsSchema, timeLimitsSchema } from './limits.ts';

/** Which trials a run consists of. */
const selectionSchema = z.strictObject({
  /** `core`, or `dir:PATH` for tasks in a folder of the user's own. */
  suite: z.string().default('core'),
  /** Globs of tasks; empty: all of the suite. */
  tasks: z.array(z.string()).readonly().default([]),
  exclude: z.array(z.string()).readonly().default([]),
  /** The largest number of tasks, spread evenly over the categories. */
  limit: z.int().positive().optional(),
  languages: z.array(languageSchema).min(1).readonly().default(['en']),
  seeds: z.array(z.int().nonnegative()).min(1).readonly().default([1]),
  attempts: z.int().positive().default(1),
  /** Also run the clean twins of tasks that have them. */
  twins: z.boolean().default(false),
});
export type RunSelection = z.infer<typeof selectionSchema>;

/** Where trials run, and within which limits. What is left out gets its default when the run starts. */
const conditionsSchema = z.strictObject({
  /** Left out: the strongest level that the machine has. */
  isolation: isolationSchema.optional(),
  limits: limitsSchema.partial().default({}),
  time: timeLimitsSchema.partial().default({}),
});
export type Conditions = z.infer<typeof conditionsSchema>;

/** How fast a run goes. It changes no result. */
const paceSchema = z.strictObject({
  /** Trials at once. */
  concurrency: z.int().positive().optional(),
  /** Cells at once, of all interpreters together. */
  cells: z.int().positive().optional(),
  /** Calls to the model at once. */
  calls: z.int().positive().optional(),
  /** Stop the run after this time. */
  maxSeconds: z.int().positive().optional(),
});
export type Pace = z.infer<typeof paceSchema>;

const amount = z.number().nonnegative();

/** In US dollars per million tokens. */
const priceSchema = z.strictObject({
  input: amount,
  output: amount,
  /** Of input that is read from the service's cache, and written to it; left out: as other input. */
  cached: amount.optional(),
  cacheWrite: amount.optional(),
});
export type Price = z.infer<typeof priceSchema>;

/** Prices by model, as `provider/model`. A name that ends in `*` matches every name with this prefix. */
export const pricesSchema = z.record(z.string(), priceSchema).superRefine((prices, context) => {
  const odd = Object.keys(prices).find((name) => !name.includes('/'));
  if (odd !== undefined) context.addIssue(`"${odd}" is not the name of a model; one looks like provider/model`);
});

const spendingLimitsSchema = z.strictObject({
  /** Input and output together. */
  tokens: z.int().positive().optional(),
  /** In US dollars. */
  cost: z.number().positive().optional(),
});

export type SpendingLimits = z.infer<typeof spendingLimitsSchema>;

/** What a run may spend on its model. */
const spendingSchema = z.strictObject({
  perRun: spendingLimitsSchema.optional(),
  perTrial: spendingLimitsSchema.optional(),
  /** Added to the default prices. */
  prices: pricesSchema.optional(),
  /** A folder that keeps replies: what was asked before is not asked again. */
  cache: z.string().min(1).optional(),
});
export type Spending = z.infer<typeof spendingSchema>;

export const runSpecSchema = z.strictObject({
  agent: agentSpecSchema,
  selection: selectionSchema.prefault({}),
  conditions: conditionsSchema.prefault({}),
  pace: paceSchema.default({}),
  spending: spendingSchema.default({}),
});
export type RunSpec = z.infer<typeof runSpecSchema>;
/** As a caller writes it: what is left out gets its default. */
export type RunSpecInput = z.input<typeof runSpecSchema>;

/** One trial, which needs no run. */
export const trialSpecSchema = z.strictObject({
  agent: agentSpecSchema,
  suite: z.string().default('core'),
  /** Such as `chart/tied-winner@7.zh#1`. */
  trial: trialIdSchema,
  conditions: conditionsSchema.prefault({}),
  spending: spendingSchema.default({}),
});
export type TrialSpec = z.infer<typeof trialSpecSchema>;
export type TrialSpecInput = z.input<typeof trialSpecSchema>;
