// Mutants of a table that holds a solution. A changed value is not certainly wrong: it may give another optimal
// solution.
import type { TableSpec } from '../../../core/index.ts';
import type { Mutator } from '../../mutants/mutant.ts';
import { tableMutator } from '../table/mutators/table.ts';

export function solutionMutator(path: string, spec: TableSpec): Mutator | undefined {
  return tableMutator(path, spec, 'values');
}
