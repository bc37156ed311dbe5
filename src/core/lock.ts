// The lock of a run: digests of all that shapes its scores, each on its own, so that a difference can be named.
import { z } from 'zod';
import { taskIdSchema } from './ids.ts';
import { defaultTimeLimits, isolationSchema, limitsSchema, timeLimitsSchema } from './specs/limits.ts';

/** The parts of PyBench's code that have a digest each. */
export const codeParts = [
  'agent',
  'model',
  'trial',
  'verifier',
  'kit',
  'suite',
  'interpreter',
  'python',
  'core',
] as const;
export type CodePart = (typeof codeParts)[number];

const imageSchema = z.object({
  list: z.string(),
  manifest: z.string(),
  /** Whether the installed versions are those that the repository records. */
  asRecorded: z.boolean(),
});

const surroundings = {
  /** Digests of the instances that were known when the run started; events of trials have those of all. */
  instances: z.record(z.string(), z.string()).default({}),
  tasks: z.record(taskIdSchema, z.string()),
  /** What a model is told; null for agents without a model. */
  prompts: z.string().nullable(),
  limits: limitsSchema,
  time: timeLimitsSchema.default(defaultTimeLimits),
  isolation: isolationSchema,
  /** The interpreter image. */
  image: imageSchema.nullable(),
  /** The tools image, with which checks draw and read; null where it is not installed, absent in earlier locks. */
  tools: imageSchema.nullable().optional(),
  python: z.object({ version: z.string(), packages: z.record(z.string(), z.string()) }),
  salt: z.string().nullable(),
};

const secondSchema = z.object({
  v: z.literal(2),
  /** The version of PyBench. */
  pybench: z.string(),
  /** `all` in a lock of version 1, which had one digest. */
  code: z.partialRecord(z.enum([...codeParts, 'all']), z.string()),
  ...surroundings,
});

const firstSchema = z.object({
  v: z.literal(1),
  kit: z.object({ version: z.string(), digest: z.string() }),
  ...surroundings,
});

export type Lock = z.infer<typeof secondSchema>;

/** Locks of version 1 are read as version 2. */
export const lockSchema = z.union([
  secondSchema,
  firstSchema.transform(({ kit, ...rest }): Lock => ({
    ...rest,
    v: 2,
    pybench: kit.version,
    code: { all: kit.digest },
  })),
]);
