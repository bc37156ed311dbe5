// Starts and resumes runs from programs: a spec as data, with objects and callbacks as options.
import { customAgent, type Agent, type FolderAgent } from '../agent/index.ts';
import { agentName, parseAgentName, type RunSpecInput } from '../core/index.ts';
import { resumeRun, startRun, type ResumeOptions, type StartOptions } from '../launch/index.ts';
import { readRun } from '../record/index.ts';
import type { Summary } from '../results/index.ts';

export interface RunRequest extends Omit<RunSpecInput, 'agent'> {
  /** A spec, or a name such as `reference` or `exec:COMMAND`. With `options.agent`: any name, under which it is recorded. */
  readonly agent: RunSpecInput['agent'] | string;
}

type Public<T> = Omit<T, 'agent' | 'services' | 'onOpen'> & {
  /** An agent of your own. */
  readonly agent?: Agent | FolderAgent;
};
export type RunOptions = Public<StartOptions>;
export type ContinueOptions = Public<ResumeOptions>;

export async function run(request: RunRequest, { agent: own, ...options }: RunOptions = {}): Promise<Summary> {
  const { agent: given, ...rest } = request;
  if (own === undefined) {
    return await startRun({ ...rest, agent: typeof given === 'string' ? parseAgentName(given) : given }, options);
  }
  const name = typeof given === 'string' ? given : given.kind;
  const agent = customAgent(name, own);
  return await startRun({ ...rest, agent: agent.spec }, { ...options, agent });
}

/** Continues a stopped run. A run with an agent or a model of your own needs the same object again. */
export async function resume(folder: string, { agent: own, ...options }: ContinueOptions = {}): Promise<Summary> {
  if (own === undefined) return await resumeRun(folder, options);
  const name = agentName(readRun(folder).config.spec.agent);
  return await resumeRun(folder, { ...options, agent: customAgent(name, own) });
}
