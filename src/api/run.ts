// A run, for programs: the defaults of the command line, the objects of the harness.
import { defaultConcurrency } from '../system/index.ts';
import { notebook, readRun } from '../record/index.ts';
import { modelAgent, namedAgent, type ModelAgentOptions, type NamedAgent } from '../agent/index.ts';
import { defaultLimits, usageProblem, type Language, type ResultRow } from '../core/index.ts';
import { resumeRun, startRun, type Summary } from '../run/index.ts';
import { selectTasks } from '../suite/index.ts';
import { openServices } from '../launch/index.ts';
import type { HostRequest } from './open-interpreter.ts';

export interface RunRequest extends HostRequest, Partial<Omit<ModelAgentOptions, 'stack' | 'limits'>> {
  /** By name, such as `reference` or `exec:COMMAND`, or one that you made. Left out where there is a model. */
  readonly agent?: string | NamedAgent;
  /** `core`, or `dir:PATH`. */
  readonly suite?: string;
  /** Globs: `chart/*`. */
  readonly tasks?: readonly string[];
  readonly exclude?: readonly string[];
  /** At most so many tasks, evenly over the categories. */
  readonly limit?: number;
  readonly languages?: readonly Language[];
  readonly seeds?: readonly number[];
  readonly attempts?: number;
  readonly twins?: boolean;
  readonly salt?: string;
  readonly concurrency?: number;
  /** The folder of runs. */
  readonly folder?: string;
  readonly signal?: AbortSignal;
  readonly onRow?: (row: ResultRow, done: number) => void;
}

export async function run(request: RunRequest): Promise<Summary> {
  const { suite = 'core', tasks = [], exclude = [], limit, onRow } = request;
  const selected = selectTasks({ suite, include: tasks, exclude, ...(limit === undefined ? {} : { limit }) });
  const limits = { ...defaultLimits, ...request.limits };
  const services = await openServices(request);
  try {
    const agent = agentOf({ ...request, stack: services.interpreters.stack, limits });
    return await startRun({
      agent,
      suite,
      tasks: selected,
      languages: request.languages ?? ['en'],
      seeds: request.seeds ?? [1],
      attempts: request.attempts ?? 1,
      twins: request.twins ?? false,
      salt: request.salt ?? '',
      concurrency: request.concurrency ?? defaultConcurrency(agent.talk !== undefined),
      limits,
      folder: request.folder ?? 'runs',
      services,
      signal: request.signal ?? new AbortController().signal,
      notebook,
      ...(onRow ? { onRow } : {}),
    });
  } finally {
    await services.close();
  }
}

export interface ResumeRequest extends Partial<Omit<ModelAgentOptions, 'stack' | 'limits'>> {
  /** The run's own folder. */
  readonly run: string;
  /** As the run was made with: by name or the object, or its model with the same options. */
  readonly agent?: string | NamedAgent;
  readonly salt?: string;
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  readonly onRow?: (row: ResultRow, done: number) => void;
}

/** Goes on with a run that was stopped or killed, under the conditions that it began with. */
export async function resume(request: ResumeRequest): Promise<Summary> {
  const { run: folder, salt = '', onRow } = request;
  const { isolation, limits } = readRun(folder).lock;
  const services = await openServices({ isolation, limits });
  try {
    const agent = agentOf({ ...request, stack: services.interpreters.stack, limits });
    return await resumeRun({
      run: folder,
      agent,
      services,
      salt,
      concurrency: request.concurrency ?? defaultConcurrency(agent.talk !== undefined),
      signal: request.signal ?? new AbortController().signal,
      notebook,
      ...(onRow ? { onRow } : {}),
    });
  } finally {
    await services.close();
  }
}

type Chosen = Pick<RunRequest, 'agent' | 'model'> & Partial<ModelAgentOptions>;

function agentOf(request: Chosen & Pick<ModelAgentOptions, 'stack' | 'limits'>): NamedAgent {
  const { agent, model } = request;
  if (agent === undefined && model) return modelAgent({ ...request, model });
  if (agent === undefined || model) throw usageProblem('a run takes either an agent or a model');
  return typeof agent === 'string' ? namedAgent(agent) : agent;
}
