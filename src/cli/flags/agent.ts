// Flags that describe the agent of a run, and the agent spec that they give.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  DEFAULT_TURNS,
  defined,
  dialectNames,
  hasSecret,
  parseAgentName,
  reasonOf,
  usageProblem,
  visions,
  type AgentSpec,
  type AgentSpecOf,
  type IsolationLevel,
} from '../../core/index.ts';
import { kebab, type FlagValues, type Flags } from './flag.ts';
import { wholeNumber } from './common.ts';
import { spendingFlags } from './spending.ts';

const oneOf = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, { error: (issue) => `"${String(issue.input)}" is none of ${names.join(', ')}` });

/** Flags for the connection to a model. */
export const reachFlags = {
  baseUrl: {
    value: 'URL',
    about: 'address of the model, instead of the default of its provider',
    schema: z.url({ error: (issue) => `"${String(issue.input)}" is not a URL` }).optional(),
  },
  calls: {
    value: 'N',
    about: 'concurrent calls to the model; fewer when its service throttles (default: the number of concurrent trials)',
    schema: wholeNumber(1).optional(),
  },
} satisfies Flags;

export const modelFlags = {
  model: { short: 'm', value: 'MODEL', about: 'which model, as provider/model', schema: z.string().min(1).optional() },
  ...reachFlags,
  dialect: {
    value: 'DIALECT',
    about: `how the model asks for code to be run: ${dialectNames.join(', ')} (default: fence)`,
    schema: oneOf(dialectNames).optional(),
  },
  maxTurns: {
    value: 'N',
    about: `replies that a model has for a trial (default: ${DEFAULT_TURNS})`,
    schema: wholeNumber(1).optional(),
  },
  temperature: {
    value: 'T',
    about: 'sampling temperature (default: that of the service)',
    schema: z
      .string()
      .regex(/^\d(\.\d+)?$/, { error: (issue) => `"${String(issue.input)}" is not a temperature` })
      .transform(Number)
      .optional(),
  },
  maxTokens: {
    value: 'N',
    about: 'tokens of one reply (default: that of the service)',
    schema: wholeNumber(1).optional(),
  },
  reasoningEffort: {
    value: 'EFFORT',
    about: 'reasoning effort of the model, such as low, medium or high',
    schema: z.string().min(1).optional(),
  },
  vision: {
    value: 'WHEN',
    about: `whether figures go to the model as pictures: ${visions.join(', ')} (default: auto, as the model says)`,
    schema: oneOf(visions).optional(),
  },
  systemPrompt: {
    value: 'FILE',
    about: 'a file with the system prompt, instead of the default one',
    schema: z.string().min(1).optional(),
  },
  ...spendingFlags,
} satisfies Flags;

type AgentFlags = FlagValues<typeof modelFlags> & {
  readonly agent?: string | undefined;
  readonly execTimeout?: number | undefined;
  readonly isolation?: IsolationLevel | undefined;
};

/** The agent's spec from the command line, and an address that is not recorded. */
export interface ChosenAgent {
  readonly spec: AgentSpec;
  readonly baseUrl: string | undefined;
}

export function chosenAgent(flags: AgentFlags): ChosenAgent {
  const name = flags.agent ?? (flags.model === undefined ? 'reference' : 'interpreter');
  const { execTimeout } = flags;
  if (name === 'interpreter') {
    if (execTimeout !== undefined) throw usageProblem(EXEC_TIMEOUT);
    return interpreterOf(flags);
  }
  const spec = parseAgentName(name);
  if (execTimeout !== undefined && spec.kind !== 'exec') throw usageProblem(EXEC_TIMEOUT);
  const flag = Object.keys(modelFlags).find((key) => flags[key as keyof typeof modelFlags]);
  if (flag) throw usageProblem(`--${kebab(flag)} works with -a interpreter only, not with -a ${name}`);
  return { spec: spec.kind === 'exec' ? execOf(spec, flags) : spec, baseUrl: undefined };
}

const EXEC_TIMEOUT = '--exec-timeout goes with -a exec:COMMAND';

/** Runs on this machine with network and tools, or in the sandbox if `--isolation` is given. */
function execOf(spec: AgentSpecOf<'exec'>, { isolation, execTimeout }: AgentFlags): AgentSpec {
  const sandboxed = isolation !== undefined && isolation !== 'none';
  if (sandboxed && execTimeout !== undefined)
    throw usageProblem(
      '--exec-timeout applies to programs outside the sandbox only; remove it, the limits of the sandbox apply',
    );
  return { ...spec, sandboxed, timeoutSeconds: execTimeout };
}

function interpreterOf(flags: AgentFlags): ChosenAgent {
  const { model, dialect, maxTurns, vision, temperature, maxTokens, reasoningEffort, baseUrl } = flags;
  if (model === undefined) throw usageProblem('-a interpreter needs a model: -m provider/model');
  const systemPrompt = flags.systemPrompt === undefined ? undefined : readPrompt(flags.systemPrompt);
  const recorded = baseUrl === undefined || hasSecret(baseUrl) ? undefined : baseUrl;
  const settings = defined({ baseUrl: recorded, dialect, maxTurns, vision, systemPrompt });
  const parameters = defined({ temperature, maxTokens, reasoningEffort });
  return { spec: { kind: 'interpreter', model, ...settings, parameters }, baseUrl };
}

function readPrompt(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw usageProblem(`--system-prompt ${file}: ${reasonOf(error)}`);
  }
}
