export type { Agent, Assignment, FolderAgent, Work } from './agent.ts';
export type { VisibleInstance } from './submitted-work.ts';
export { modelAgent, type ModelAgentOptions } from './model-agent.ts';
export { customAgent, scriptedAgent, type NamedAgent, type ScriptedSpec } from './named.ts';
export { columnSubmissions, noWorkActions, otherInstance } from './no-work/index.ts';
export { programAgent } from './scripted.ts';
export { folderAnswer } from './folder-answer.ts';
export { hostileActions } from './hostile/index.ts';
