// Dialects: how a model marks code to run and its final response.
import type { DialectName } from '../core/index.ts';
import type { Dialect } from './dialect.ts';
import { fenceDialect } from './fence.ts';
import { tagsDialect } from './tags.ts';
import { toolsDialect } from './tools.ts';

export { answerBlock, asAnswerBlock } from './answer-block.ts';
export * from './dialect.ts';
export { folderAnswer } from './folder-answer.ts';
export { withoutReasoning } from './reasoning.ts';
export { malformedArguments, picturesTitle } from './tools.ts';

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  fence: fenceDialect,
  tags: tagsDialect,
  tools: toolsDialect,
};
