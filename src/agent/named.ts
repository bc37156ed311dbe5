// Agents by name, as `-a` takes them.
import { usageProblem, type Digest, type Json } from '../core/index.ts';
import type { LoadedTask, Program } from '../suite/index.ts';
import type { Agent, FolderAgent } from './agent.ts';
import { submittingAgent, type SeenInstance } from './deed.ts';
import { EXEC, execAgent } from './exec-agent.ts';
import { HOSTILE, hostileAgent, hostileDeeds } from './hostile/index.ts';
import { deeds, noWorkNames, OTHER_SEED, otherSeedAgent } from './no-work/index.ts';
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
  readonly programFor: (task: LoadedTask) => Program | undefined;
  /** The agent for this exam of the task, or why there is none. */
  readonly forTask: (task: LoadedTask, exam: SeenInstance) => Agent | FolderAgent | { readonly skip: string };
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
  const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined;
  if (deed) {
    const forTask = (_: LoadedTask, exam: SeenInstance) => submittingAgent(() => deed(exam));
    return { name, model: null, programFor: () => undefined, forTask };
  }
  if (name === OTHER_SEED) {
    const { forTask, ...agent } = playing(name, 'reference', otherSeedAgent);
    const skip = { skip: 'the task is one fixed exam: there is no other seed' };
    return { ...agent, forTask: (task, exam) => (task.fixed ? skip : forTask(task, exam)) };
  }
  if (name.startsWith(EXEC)) return execAgent(name);
  if (name.startsWith(HOSTILE)) return breaking(name);
  const scripted = /^(reference)$|^(wrong|also|half):([\w-]+)$/.exec(name);
  if (!scripted) throw usageProblem(`there is no agent "${name}"; there are ${agentNames.join(', ')}`);
  const file = scripted[1] ?? `${scripted[2]}-${scripted[3]}`;
  return playing(name, file, (_, program) => programAgent(program));
}

function breaking(name: string): NamedAgent {
  const forTask = (_: LoadedTask, exam: SeenInstance) => {
    const deed = hostileDeeds(exam).find((each) => `${HOSTILE}${each.name}` === name);
    return deed ? hostileAgent(deed, exam) : { skip: `"${name}" has nothing to try on what this task asks for` };
  };
  return { name, model: null, programFor: () => undefined, forTask };
}

function playing(
  name: string,
  file: string,
  play: (task: LoadedTask, program: Program, exam: SeenInstance) => Agent,
): NamedAgent {
  return {
    name,
    model: null,
    programFor: (task) => task.programs.get(file),
    forTask: (task, exam) => {
      const program = task.programs.get(file);
      return program ? play(task, program, exam) : { skip: `the task has no ${file}.py` };
    },
  };
}
