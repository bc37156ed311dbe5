// `run.json` of version 0.1, upgraded when it is read: there the agent is a name with a flat list of settings.
import { z } from 'zod';
import {
  defined,
  dialectNames,
  isolationSchema,
  jsonSchema,
  parseAgentName,
  parseTrialId,
  Problem,
  trialIdSchema,
  visions,
  type AgentSpec,
  type Lock,
  type RunConfig,
  type RunSpec,
} from '../core/index.ts';

export const configVersion1Schema = z.object({
  v: z.literal(1),
  run: z.string(),
  pybench: z.string(),
  createdAt: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  settings: z.record(z.string(), jsonSchema).default({}),
  suite: z.string(),
  trials: z.array(trialIdSchema),
  concurrency: z.int().positive(),
  isolation: isolationSchema,
  unverified: z.boolean().default(false),
  source: z.object({ run: z.string(), how: z.enum(['regrade']) }).optional(),
});
type ConfigVersion1 = z.infer<typeof configVersion1Schema>;

const settingsSchema = z.object({
  dialect: z.enum(dialectNames).optional(),
  maxTurns: z.int().optional(),
  vision: z.enum(visions).optional(),
  temperature: z.number().optional(),
  maxTokens: z.int().optional(),
  reasoningEffort: z.string().optional(),
  seed: z.int().optional(),
  systemPrompt: z.string().optional(),
  baseUrl: z.string().optional(),
  timeoutSeconds: z.number().optional(),
  sandboxed: z.boolean().optional(),
});

export function upgradeConfig(old: ConfigVersion1, lock: Lock): RunConfig {
  const { run, pybench, createdAt, suite, trials, concurrency, isolation, unverified, source } = old;
  const ids = trials.flatMap((trial) => parseTrialId(trial) ?? []);
  const spec: RunSpec = {
    agent: upgradeAgent(old),
    selection: {
      suite,
      tasks: unique(ids.map(({ task }) => task)),
      exclude: [],
      languages: unique(ids.map(({ lang }) => lang)),
      seeds: unique(ids.map(({ seed }) => seed)),
      attempts: ids.reduce((most, { attempt }) => Math.max(most, attempt), 1),
      twins: ids.some(({ twin }) => twin !== undefined),
    },
    conditions: { isolation, limits: lock.limits, time: lock.time },
    pace: { concurrency },
    spending: {},
  };
  return { v: 2, run, pybench, createdAt, spec, trials, isolation, unverified, ...(source ? { source } : {}) };
}

function upgradeAgent({ agent, model, settings }: ConfigVersion1): AgentSpec {
  const { timeoutSeconds, sandboxed = false, ...recorded } = settingsSchema.parse(settings);
  const { temperature, maxTokens, reasoningEffort, seed, ...rest } = recorded;
  if (model !== null) {
    return {
      kind: 'interpreter',
      model,
      ...rest,
      parameters: defined({ temperature, maxTokens, reasoningEffort, seed }),
    };
  }
  const spec = namedSpec(agent);
  return spec.kind === 'exec' ? { ...spec, sandboxed, timeoutSeconds } : spec;
}

/** A name that cannot be parsed is the name of a custom agent, which programs could choose freely. */
function namedSpec(name: string): AgentSpec {
  try {
    return parseAgentName(name);
  } catch (error) {
    if (error instanceof Problem) return { kind: 'custom', name };
    throw error;
  }
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
