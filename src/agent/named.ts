// Agents by name, as `-a` takes them.
import { usageProblem, type Digest, type Json } from '../core/index.ts';
import type { TaskWithPrograms, Program } from '../suite/index.ts';
import type { Agent, FolderAgent } from './agent.ts';
import { submittingAgent, type VisibleInstance } from './submitted-work.ts';
import { EXEC, execAgent } from './exec-agent.ts';
import { HOSTILE, hostileAgent, hostileActions } from './hostile/index.ts';
import { noWorkActions, noWorkNames, OTHER_SEED, otherSeedAgent } from './no-work/index.ts';
import { programAgent } from './scripted.ts';

export interface NamedAgent {
  readonly name: string;
  readonly model: string | null;
  /** It works without our interpreters, and so without isolation. */
  readonly outside?: boolean;
  /** How it was set up, and the digest of all that it says to a model: for the run's record. */
  readonly settings?: Readonly<Record<string, Json>>;
  readonly prompts?: Digest;
  /** Of one in which a model speaks: for the estimate of what a run will take. */
  readonly talk?: { readonly maxTurns: number; readonly systemTokens: number };
  /** The program it will play on this task, if it plays one: looked at before a run starts. */
  readonly programFor: (task: TaskWithPrograms) => Program | undefined;
  /** The agent for this instance of the task, or why there is none. */
  readonly forTask: (
    task: TaskWithPrograms,
    instance: VisibleInstance,
  ) => Agent | FolderAgent | { readonly skip: string };
}

export const agentNames: readonly string[] = [
  'reference',
  ...noWorkNames,
  'wrong:<name>',
  'also:<name>',
  'hostile:<name>',
  'half:<name>',
  'exec:COMMAND',
];

export function namedAgent(name: string): NamedAgent {
  const action = Object.hasOwn(noWorkActions, name) ? noWorkActions[name] : undefined;
  if (action) {
    const forTask = (_: TaskWithPrograms, instance: VisibleInstance) => submittingAgent(() => action(instance));
    return { name, model: null, programFor: () => undefined, forTask };
  }
  if (name === OTHER_SEED) {
    const { forTask, ...agent } = playing(name, 'reference', otherSeedAgent);
    const skip = { skip: 'the task is one fixed instance: it has no other seed' };
    return { ...agent, forTask: (task, instance) => (task.fixed ? skip : forTask(task, instance)) };
  }
  if (name.startsWith(EXEC)) return execAgent(name);
  if (name.startsWith(HOSTILE)) return breaking(name);
  const scripted = /^(reference)$|^(wrong|also|half):([\w-]+)$/.exec(name);
  if (!scripted) throw usageProblem(`there is no agent "${name}"; there are ${agentNames.join(', ')}`);
  const file = scripted[1] ?? `${scripted[2]}-${scripted[3]}`;
  return playing(name, file, (_, program) => programAgent(program));
}

function breaking(name: string): NamedAgent {
  const forTask = (_: TaskWithPrograms, instance: VisibleInstance) => {
    const action = hostileActions(instance).find((each) => `${HOSTILE}${each.name}` === name);
    return action
      ? hostileAgent(action, instance)
      : { skip: `"${name}" has nothing to try on what this task asks for` };
  };
  return { name, model: null, programFor: () => undefined, forTask };
}

function playing(
  name: string,
  file: string,
  play: (task: TaskWithPrograms, program: Program, instance: VisibleInstance) => Agent,
): NamedAgent {
  return {
    name,
    model: null,
    programFor: (task) => task.programs.get(file),
    forTask: (task, instance) => {
      const program = task.programs.get(file);
      return program ? play(task, program, instance) : { skip: `the task has no ${file}.py` };
    },
  };
}
