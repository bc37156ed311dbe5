// Agents by name, as the command line, `run.json` of version 0.1 and reports write them: the only parser of such names.
import { noWorkNames, type AgentSpec, type AgentSpecOf, type NoWorkName } from './agent-spec.ts';
import { usageProblem } from '../problem.ts';

/** The names that the command line accepts, for its help. */
export const agentNames: readonly string[] = [
  'reference',
  ...noWorkNames,
  'wrong:<name>',
  'also:<name>',
  'hostile:<name>',
  'half:<name>',
  'exec:COMMAND',
];

/** `reference`, `wrong:first`, `null`, `hostile:fork-bomb`, `exec:COMMAND`, `human`. An interpreter has no name of its own: it needs a model. */
export function parseAgentName(name: string): AgentSpec {
  const [, word = name, rest] = /^(\w+):(.*)$/s.exec(name) ?? [];
  if (rest !== undefined) {
    const command = rest.trim();
    if (word === 'exec') {
      if (command === '') throw usageProblem(`"${name}" names no command; write exec:COMMAND`);
      return { kind: 'exec', command, sandboxed: false };
    }
    if (word === 'hostile' && command !== '') return { kind: 'hostile', name: command };
    if (isRole(word) && /^[\w-]+$/.test(rest)) return { kind: 'program', program: `${word}-${rest}` };
  }
  if (name === 'reference') return { kind: 'program', program: name };
  if (name === 'human') return { kind: 'human' };
  if (isNoWork(name)) return { kind: 'no-work', name };
  throw usageProblem(`there is no agent "${name}"; there are ${agentNames.join(', ')}`);
}

/** The inverse of `parseAgentName`. */
export function agentName(spec: AgentSpec): string {
  switch (spec.kind) {
    case 'interpreter':
    case 'human':
      return spec.kind;
    case 'program':
      return spec.program.replace('-', ':');
    case 'hostile':
      return `hostile:${spec.name}`;
    case 'exec':
      return `exec:${spec.command}`;
    case 'no-work':
    case 'custom':
      return spec.name;
  }
}

const roles = ['also', 'wrong', 'half'] as const;

/** What a program of a task is for: another right way, a wrong way, or a simple heuristic. */
export type ProgramRole = 'reference' | (typeof roles)[number];

export function programRole({ program }: Pick<AgentSpecOf<'program'>, 'program'>): ProgramRole {
  const [word = ''] = program.split('-');
  return isRole(word) ? word : 'reference';
}

function isRole(word: string): word is (typeof roles)[number] {
  return roles.some((role) => role === word);
}

function isNoWork(name: string): name is NoWorkName {
  return noWorkNames.some((each) => each === name);
}
