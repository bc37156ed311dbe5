// Mutants of a table that holds a solution: with another value in it, the solution may be another one that is as good.
import type { TableSpec } from '../../../core/index.ts';
import type { Mutator } from '../../mutants/mutant.ts';
import { tableMutator } from '../table/mutators/table.ts';

export function solutionMutator(path: string, spec: TableSpec): Mutator | undefined {
  return tableMutator(path, spec, 'values');
}
