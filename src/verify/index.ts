// The public interface of the verifier to the rest of the harness.
export { evaluate } from './evaluate.ts';
export { checkKinds, checkSchema, kindNamed } from './kinds/registry.ts';
export * from './kinds/index.ts';
export type { WorkbookRequirements } from './kinds/workbook/kind.ts';
export type { Material } from './material.ts';
export { mutantsOf, variantsOf } from './mutants/index.ts';
export type { MutantSource, WorkToGrade } from './mutants/mutant.ts';
export { compareScalar, compareValue, readCell } from './values.ts';
export type { Submission } from './prepare.ts';
export { openVerifier, type Verifier } from './verifier.ts';
