export type { Agent, Finish, Work } from './agent.ts';
export { answerBlock } from './answer-block.ts';
export { nullAgent, programAgent } from './scripted.ts';
export { agentNames, namedAgent, type NamedAgent } from './named.ts';
