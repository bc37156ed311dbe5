// `pybench/kit`: everything a task is written with, and nothing else.
export * from './define.ts';
export { differs, liveTraps, type Traps } from './traps.ts';
export { renderQuery } from './render.ts';
export {
  amounts,
  dates,
  Draw,
  names,
  texts,
  type AnswerSchema,
  type Exam,
  type Json,
  type Language,
  type Outputs,
  type Text,
} from '../core/index.ts';
export { drawPng, writeCsv, writeWav } from '../formats/index.ts';
export { answerEquals, programPasses, tableEquals, type Check, type ProgramCase } from '../verify/index.ts';
