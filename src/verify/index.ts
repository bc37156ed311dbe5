export { answerEquals } from './answer.ts';
export { checkSchema, judge, type Check } from './check.ts';
export type { Execution, Material } from './material.ts';
export { programPasses, type ProgramCase } from './program.ts';
export { tableEquals } from './table.ts';
export { compareScalar, compareValue, readCell, type Tolerance } from './values.ts';
export { verify, type Submission } from './verify.ts';
