// The agent that a command line asks for: a model in an interpreter, a program of the user's, or a scripted one.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { DEFAULT_TURNS, EXEC, execAgent, modelAgent, namedAgent, visions, type NamedAgent } from '../../agent/index.ts';
import {
  defaultLimits,
  reasonOf,
  usageProblem,
  type IsolationLevel,
  type RunConfig,
  dialectNames,
} from '../../core/index.ts';
import type { InterpreterHost } from '../../interpreter/index.ts';
import { kebab, type FlagValues, type Flags } from './flag.ts';
import { wholeNumber } from './common.ts';
import { openModel } from './open-model.ts';
import { spendingFlags } from './spending.ts';

const oneOf = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, { error: (issue) => `"${String(issue.input)}" is none of ${names.join(', ')}` });

/** How a model is reached. */
export const reachFlags = {
  baseUrl: {
    value: 'URL',
    about: 'where the model is served, in place of its provider’s own address',
    schema: z.url({ error: (issue) => `"${String(issue.input)}" is not a URL` }).optional(),
  },
  calls: {
    value: 'N',
    about: 'calls to the model at once; fewer when its service complains (default: as many as there are trials)',
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
    about: 'sampling temperature (default: the service’s own)',
    schema: z
      .string()
      .regex(/^\d(\.\d+)?$/, { error: (issue) => `"${String(issue.input)}" is not a temperature` })
      .transform(Number)
      .optional(),
  },
  maxTokens: {
    value: 'N',
    about: 'tokens of one reply (default: the service’s own)',
    schema: wholeNumber(1).optional(),
  },
  reasoningEffort: {
    value: 'EFFORT',
    about: 'how hard the model thinks, in the words of its service: low, medium, high',
    schema: z.string().min(1).optional(),
  },
  vision: {
    value: 'WHEN',
    about: `whether figures go to the model as pictures: ${visions.join(', ')} (default: auto, as the model says)`,
    schema: oneOf(visions).optional(),
  },
  systemPrompt: {
    value: 'FILE',
    about: 'a system prompt in place of ours',
    schema: z.string().min(1).optional(),
  },
  ...spendingFlags,
} satisfies Flags;

type AgentFlags = FlagValues<typeof modelFlags> & {
  readonly agent?: string | undefined;
  readonly execTimeout?: number | undefined;
  readonly isolation?: IsolationLevel | undefined;
};

/** Complains about flags at once; the agent itself is made when it is known what Python it will have. */
export function chooseAgent(flags: AgentFlags): (host: InterpreterHost) => NamedAgent {
  const name = flags.agent ?? (flags.model === undefined ? 'reference' : 'interpreter');
  if (flags.execTimeout !== undefined && !name.startsWith(EXEC))
    throw usageProblem('--exec-timeout goes with -a exec:COMMAND');
  if (name === 'interpreter') return modelInInterpreter(flags);
  const flag = Object.keys(modelFlags).find((key) => flags[key as keyof typeof modelFlags]);
  if (flag) throw usageProblem(`--${kebab(flag)} goes with -a interpreter, not with -a ${name}`);
  const agent = name.startsWith(EXEC) ? execFor(name, flags) : namedAgent(name);
  return () => agent;
}

/** On this machine, with its network and its tools; in the sandbox when isolation is asked for. */
function execFor(name: string, { isolation, execTimeout }: AgentFlags): NamedAgent {
  const sandboxed = isolation !== undefined && isolation !== 'none';
  if (sandboxed && execTimeout !== undefined)
    throw usageProblem('--exec-timeout is for programs outside the sandbox; inside, its limits hold');
  return execAgent(name, { timeoutSeconds: execTimeout, sandboxed });
}

function modelInInterpreter(flags: AgentFlags): (host: InterpreterHost) => NamedAgent {
  if (flags.model === undefined) throw usageProblem('-a interpreter needs a model: -m provider/model');
  const systemPrompt = flags.systemPrompt === undefined ? undefined : readPrompt(flags.systemPrompt);
  return openAgent({ ...flags, model: flags.model, systemPrompt });
}

/** With the system prompt itself in place of its file. */
function openAgent(
  flags: FlagValues<typeof modelFlags> & { readonly model: string },
): (host: InterpreterHost) => NamedAgent {
  const { dialect, maxTurns, vision, systemPrompt, temperature, maxTokens, reasoningEffort } = flags;
  const model = openModel(flags.model, flags);
  const options = given({ dialect, maxTurns, vision, systemPrompt });
  const parameters = given({ temperature, maxTokens, reasoningEffort });
  return ({ stack }) => {
    const agent = modelAgent({ model, ...options, parameters, stack, limits: defaultLimits });
    return { ...agent, settings: { ...agent.settings, ...given({ baseUrl: withoutSecrets(flags.baseUrl) }) } };
  };
}

/** What `run` records of an agent, read back. */
const recordedSchema = z.object({
  dialect: z.enum(dialectNames).optional(),
  maxTurns: z.int().optional(),
  vision: z.enum(visions).optional(),
  temperature: z.number().optional(),
  maxTokens: z.int().optional(),
  reasoningEffort: z.string().optional(),
  systemPrompt: z.string().optional(),
  baseUrl: z.string().optional(),
  timeoutSeconds: z.number().optional(),
  sandboxed: z.boolean().optional(),
});

/** The agent that a run was made with; what it may spend is said anew. */
export function agentOfRun(
  { run, agent, model, settings }: Pick<RunConfig, 'run' | 'agent' | 'model' | 'settings'>,
  flags: FlagValues<typeof spendingFlags & typeof reachFlags>,
): (host: InterpreterHost) => NamedAgent {
  if (agent === 'human') throw usageProblem(`${run} is a person's: play again with "pybench task play"`);
  const { timeoutSeconds, sandboxed, baseUrl, ...recorded } = recordedSchema.parse(settings);
  if (model !== null) {
    return openAgent({ ...empty, ...recorded, ...flags, baseUrl: flags.baseUrl ?? baseUrl, model });
  }
  const made = agent.startsWith(EXEC) ? execAgent(agent, given({ timeoutSeconds, sandboxed })) : namedAgent(agent);
  return () => made;
}

const empty = {
  dialect: undefined,
  maxTurns: undefined,
  vision: undefined,
  temperature: undefined,
  maxTokens: undefined,
  reasoningEffort: undefined,
  systemPrompt: undefined,
};

/** An address that may hold a key is not for the record: whoever goes on with the run gives it again. */
function withoutSecrets(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const { username, password, search } = new URL(address);
  return username || password || search ? undefined : address;
}

function readPrompt(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw usageProblem(`--system-prompt ${file}: ${reasonOf(error)}`);
  }
}

/** Without the flags that were not given. */
function given<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
