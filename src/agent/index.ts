// What works on an instance: programs, no-work and hostile agents, external commands. The model in a loop is in model/, so that
// importing this imports no model.
export type { Agent, Assignment, FolderAgent, Work } from './agent.ts';
export type { VisibleInstance } from './submitted-work.ts';
export { customAgent, scriptedAgent, type NamedAgent, type ScriptedSpec } from './named.ts';
export { columnSubmissions, noWorkActions, otherInstance } from './no-work/index.ts';
export { programAgent } from './scripted.ts';
export { hostileActions } from './hostile/index.ts';
