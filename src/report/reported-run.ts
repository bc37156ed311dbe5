// A run as reports use it: its configuration, lock, result rows and summary.
import { readRun, runPaths } from '../record/index.ts';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs';
import { z } from 'zod';
import { printInstanceId, Problem, usageProblem, type Lock, type ResultRow, type RunConfig } from '../core/index.ts';
import { summarise, type Summary } from '../run/index.ts';
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
  checkVersion(folder);
  const { config, lock, rows } = readRun(folder);
  if (rows.length === 0) throw new Problem(`${folder}: no trial has ended yet, so there is nothing to report`);
  const warning = `${folder}: the last line of results.jsonl is incomplete and was ignored; its trial counts if its events record an outcome`;
  return {
    folder,
    config,
    lock,
    rows,
    summary: summarise(folder, config, rows),
    warnings: endsMidLine(runPaths(folder).results) ? [warning] : [],
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

const FORMAT = 1;
const headSchema = z.object({ v: z.number(), pybench: z.string().optional() });

function checkVersion(folder: string): void {
  const { config } = runPaths(folder);
  if (!existsSync(config)) throw new Problem(`${folder} is not a run: it has no run.json`);
  const head = headSchema.safeParse(parsed(config));
  if (!head.success || head.data.v === FORMAT) return;
  const { v, pybench } = head.data;
  throw new Problem(
    `${folder} was made by another version of PyBench (${pybench ? `${pybench}, ` : ''}format ${v}; this one reads format ${FORMAT})`,
  );
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // readRun reports the syntax error.
  }
}

function endsMidLine(results: string): boolean {
  if (!existsSync(results)) return false;
  const file = openSync(results, 'r');
  try {
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
  } finally {
    closeSync(file);
  }
}
