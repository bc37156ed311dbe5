// A run in numbers, always counted anew from its rows.
import {
  categories,
  categoryOf,
  parseTrialId,
  sumUsage,
  type OutcomeKind,
  type ResultRow,
  type RunConfig,
  type Usage,
} from '../core/index.ts';

export interface Tally {
  readonly planned: number;
  readonly scored: number;
  readonly passed: number;
  /** Scored ÷ planned: how much of the plan the mean speaks for. */
  readonly coverage: number;
  /** Passed ÷ scored; null when nothing was scored. */
  readonly mean: number | null;
  readonly outcomes: Partial<Record<OutcomeKind, number>>;
}

export interface Summary extends Tally {
  readonly run: string;
  readonly agent: string;
  readonly model: string | null;
  readonly unverified: boolean;
  /** Replies per scored trial of a model's; null where no model spoke. */
  readonly meanTurns: number | null;
  /** Of all trials that ended, scored or not. */
  readonly usage: Usage;
  readonly byCategory: Record<string, Tally>;
}

export function summarise(run: string, config: RunConfig, rows: readonly ResultRow[]): Summary {
  const planned = config.trials.map((id) => ({ id, category: categoryOfTrial(id) }));
  const byCategory = categories.flatMap((category) => {
    const count = planned.filter((each) => each.category === category).length;
    return count === 0
      ? []
      : [
          [
            category,
            tally(
              count,
              rows.filter((row) => row.category === category),
            ),
          ] as const,
        ];
  });
  return {
    run,
    agent: config.agent,
    model: config.model,
    unverified: config.unverified,
    ...tally(planned.length, rows),
    meanTurns: meanTurns(rows),
    usage: sumUsage(rows.filter(({ turns }) => turns > 0).map(({ usage }) => usage)),
    byCategory: Object.fromEntries(byCategory),
  };
}

function meanTurns(rows: readonly ResultRow[]): number | null {
  const spoken = rows.filter(({ score, turns }) => score !== null && turns > 0);
  return spoken.length === 0 ? null : spoken.reduce((sum, { turns }) => sum + turns, 0) / spoken.length;
}

function tally(planned: number, rows: readonly ResultRow[]): Tally {
  const scored = rows.filter(({ score }) => score !== null).length;
  const passed = rows.filter(({ score }) => score === 1).length;
  const outcomes: Partial<Record<OutcomeKind, number>> = {};
  for (const { outcome } of rows) outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
  return {
    planned,
    scored,
    passed,
    coverage: planned === 0 ? 0 : scored / planned,
    mean: scored === 0 ? null : passed / scored,
    outcomes,
  };
}

function categoryOfTrial(id: string) {
  const trial = parseTrialId(id);
  return trial && categoryOf(trial.task);
}
