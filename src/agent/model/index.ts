// The agent of `-m`: a model in a loop. It is apart from the other agents, which import no model.
export { modelAgent, type ModelAgentOptions } from './model-agent.ts';
