// An agent for any task, made from its spec.
import type { AgentSpec, AgentSpecOf, Digest } from '../core/index.ts';
import type { TaskWithPrograms, Program } from '../suite/index.ts';
import type { Agent, FolderAgent } from './agent.ts';
import { submittingAgent, type VisibleInstance } from './submitted-work.ts';
import { execAgent } from './exec-agent.ts';
import { hostileAgent, hostileActions } from './hostile/index.ts';
import { noWorkActions, otherSeedAgent } from './no-work/index.ts';
import { programAgent } from './scripted.ts';

export interface NamedAgent {
  /** With every default filled in: the record of the run stores it. */
  readonly spec: AgentSpec;
  /** It works without our interpreters, and so without isolation. */
  readonly outside?: boolean;
  /** The digest of all that the agent says to a model. */
  readonly prompts?: Digest;
  /** Of an agent with a model: for the estimate of what a run costs. */
  readonly talk?: { readonly maxTurns: number; readonly systemTokens: number };
  /** The program that it plays on this task, if it plays one: compiled before the run starts. */
  readonly programFor: (task: TaskWithPrograms) => Program | undefined;
  /** The agent for this instance of the task, or why there is none. */
  readonly forTask: (
    task: TaskWithPrograms,
    instance: VisibleInstance,
  ) => Agent | FolderAgent | { readonly skip: string };
}

/** Agents that need nothing but their spec: no model and no person. */
export type ScriptedSpec = AgentSpecOf<'program' | 'no-work' | 'hostile' | 'exec'>;

export function scriptedAgent(spec: ScriptedSpec): NamedAgent {
  switch (spec.kind) {
    case 'program':
      return playing(spec, spec.program, (_, program) => programAgent(program));
    case 'no-work':
      return noWorkAgent(spec);
    case 'hostile':
      return breaking(spec);
    case 'exec':
      return execAgent(spec);
  }
}

/** An agent object of a program, for every task. */
export function customAgent(name: string, agent: Agent | FolderAgent): NamedAgent {
  return { spec: { kind: 'custom', name }, programFor: () => undefined, forTask: () => agent };
}

function noWorkAgent(spec: AgentSpecOf<'no-work'>): NamedAgent {
  const { name } = spec;
  if (name === 'other-seed') {
    const { forTask, ...agent } = playing(spec, 'reference', otherSeedAgent);
    const skip = { skip: 'the task is one fixed instance: there is no other seed' };
    return { ...agent, forTask: (task, instance) => (task.fixed ? skip : forTask(task, instance)) };
  }
  const forTask = (_: TaskWithPrograms, instance: VisibleInstance) =>
    submittingAgent(() => noWorkActions[name](instance));
  return { spec, programFor: () => undefined, forTask };
}

function breaking(spec: AgentSpecOf<'hostile'>): NamedAgent {
  const forTask = (_: TaskWithPrograms, instance: VisibleInstance) => {
    const action = hostileActions(instance).find(({ name }) => name === spec.name);
    return action ? hostileAgent(action, instance) : { skip: `"${spec.name}" has no action for this task` };
  };
  return { spec, programFor: () => undefined, forTask };
}

function playing(
  spec: ScriptedSpec,
  file: string,
  play: (task: TaskWithPrograms, program: Program, instance: VisibleInstance) => Agent,
): NamedAgent {
  return {
    spec,
    programFor: (task) => task.programs.get(file),
    forTask: (task, instance) => {
      const program = task.programs.get(file);
      return program ? play(task, program, instance) : { skip: `the task has no ${file}.py` };
    },
  };
}
