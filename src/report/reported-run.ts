// A run as reports use it: its configuration, lock, result rows and summary.
import { realpathSync } from 'node:fs';
import { readRun, resultsEndMidLine } from '../record/index.ts';
import { printInstanceId, Problem, usageProblem, type Lock, type ResultRow, type RunConfig } from '../core/index.ts';
import { summarise, type Summary } from '../results/index.ts';
import { attemptsOf, type Attempt } from '../stats/index.ts';

export interface ReportedRun {
  readonly folder: string;
  readonly config: RunConfig;
  readonly lock: Lock;
  readonly rows: readonly ResultRow[];
  readonly summary: Summary;
  /** Problems of the run folder that the reader of a report must know. */
  readonly warnings: readonly string[];
}

function readReported(folder: string): ReportedRun {
  const { config, lock, rows } = readRun(folder);
  if (rows.length === 0) throw new Problem(`${folder}: no trial has ended yet, so there is nothing to report`);
  const warning = `${folder}: the last line of results.jsonl is incomplete and was ignored; its trial counts if its events record an outcome`;
  return {
    folder,
    config,
    lock,
    rows,
    summary: summarise(folder, config, rows),
    warnings: resultsEndMidLine(folder) ? [warning] : [],
  };
}

/** Reads runs; a run that is given twice is refused. */
export function readAllReported(folders: readonly string[]): ReportedRun[] {
  const seen = new Map<string, string>();
  return folders.map((folder) => {
    const run = readReported(folder);
    for (const name of [realpathSync(folder), run.config.run]) {
      const before = seen.get(name);
      if (before !== undefined) throw usageProblem(`${before} and ${folder} are the same run; give it once`);
    }
    seen.set(realpathSync(folder), folder).set(run.config.run, folder);
    return run;
  });
}

/**
 * The scored attempts without clean twins. The instance name includes its digest: under another salt, or after a task
 * has changed, the same id is another instance and must not be paired.
 */
export function instanceAttempts({ rows }: Pick<ReportedRun, 'rows'>): Attempt[] {
  const digests = instanceDigests({ rows });
  return attemptsOf(rows.filter(({ twin }) => twin === null)).map((attempt) => ({
    ...attempt,
    instance: `${attempt.instance} ${digests.get(attempt.instance) ?? ''}`,
  }));
}

/** Digests of the instances whose trials have ended, by name. */
export function instanceDigests({ rows }: Pick<ReportedRun, 'rows'>): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(({ task, seed, lang, twin, instance }) => {
      const name = printInstanceId({ task, seed, lang, ...(twin ? { twin } : {}) });
      return instance === null ? [] : [[name, instance]];
    }),
  );
}
