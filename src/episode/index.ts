// An episode: the conversation between a model and an interpreter as a state machine, and all texts that it shows to a model.
export { cancelled, Episode, type EpisodeOptions, type EpisodeStep } from './episode.ts';
export type { Finish } from './finish.ts';
export { observe } from './observation.ts';
export { describePackages, promptTexts } from './prompts/index.ts';
export { runCell } from './run-cell.ts';
export { textReply } from './text-reply.ts';
