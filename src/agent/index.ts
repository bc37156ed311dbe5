export { runCell, type Agent, type Finish, type Work } from './agent.ts';
export { answerBlock, asAnswerBlock } from './answer-block.ts';
export { nullAgent, programAgent } from './scripted.ts';
export { agentNames, namedAgent, type NamedAgent } from './named.ts';
