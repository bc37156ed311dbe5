export { runCell, type Agent, type Finish, type Work } from './agent.ts';
export { answerBlock, asAnswerBlock } from './answer-block.ts';
export type { Deed, SeenExam } from './deed.ts';
export { dialectNames, type DialectName } from './dialects/index.ts';
export { DEFAULT_TURNS, modelAgent, visions, type ModelAgentOptions, type Vision } from './model-agent.ts';
export { agentNames, namedAgent, type NamedAgent } from './named.ts';
export { deeds, noWorkNames, OTHER_SEED, otherExam } from './no-work/index.ts';
export { programAgent } from './scripted.ts';
