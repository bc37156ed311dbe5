export type { Agent, Assignment, FolderAgent, Work } from './agent.ts';
export type { SubmittedWork, VisibleInstance } from './submitted-work.ts';
export { DEFAULT_TURNS, modelAgent, visions, type ModelAgentOptions, type Vision } from './model-agent.ts';
export { agentNames, namedAgent, type NamedAgent } from './named.ts';
export { columnSubmissions, noWorkActions, noWorkNames, OTHER_SEED, otherInstance } from './no-work/index.ts';
export { programAgent } from './scripted.ts';
export { DEFAULT_EXEC_SECONDS, EXEC, execAgent } from './exec-agent.ts';
export { folderAnswer } from './folder-answer.ts';
export { HOSTILE, hostileAgent, hostileActions, type HostileAction } from './hostile/index.ts';
