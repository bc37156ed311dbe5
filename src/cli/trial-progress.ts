// Progress of a run on stderr.
import { createProgress } from '../../setup/progress.mjs';
import type { ResultRow } from '../core/index.ts';

export interface TrialProgress {
  readonly plan: (trials: number) => void;
  readonly row: (row: ResultRow, done: number) => void;
  readonly end: () => void;
}

export function trialProgress(agent: string): TrialProgress {
  const progress = createProgress();
  let planned = 0;
  let passed = 0;
  return {
    plan(trials) {
      planned = trials;
      progress.step(`${agent}: ${trials} trial${trials === 1 ? '' : 's'}`);
    },
    row(row, done) {
      if (row.score === 1) passed += 1;
      progress.update(`${agent}: ${done} of ${planned} done, ${passed} passed; ${row.id} ${row.outcome.kind}`);
    },
    end: () => progress.done(),
  };
}
