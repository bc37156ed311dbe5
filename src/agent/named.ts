// Agents by name, as `-a` takes them.
import { usageProblem } from '../core/index.ts';
import type { LoadedTask, Program } from '../suite/index.ts';
import type { Agent } from './agent.ts';
import { nullAgent, programAgent } from './scripted.ts';

export interface NamedAgent {
  readonly name: string;
  readonly model: string | null;
  /** The program it will play on this task, if it plays one: looked at before a run starts. */
  readonly programFor: (task: LoadedTask) => Program | undefined;
  /** The agent for this task, or why there is none. */
  readonly forTask: (task: LoadedTask) => Agent | { readonly skip: string };
}

export const agentNames = ['reference', 'null', 'wrong:<name>', 'also:<name>'] as const;

export function namedAgent(name: string): NamedAgent {
  if (name === 'null') return { name, model: null, programFor: () => undefined, forTask: () => nullAgent };
  const scripted = /^(reference)$|^(wrong|also):([\w-]+)$/.exec(name);
  if (!scripted) throw usageProblem(`there is no agent "${name}"; there are ${agentNames.join(', ')}`);
  const file = scripted[1] ?? `${scripted[2]}-${scripted[3]}`;
  return {
    name,
    model: null,
    programFor: (task) => task.programs.get(file),
    forTask: (task) => {
      const program = task.programs.get(file);
      return program ? programAgent(program) : { skip: `the task has no ${file}.py` };
    },
  };
}
