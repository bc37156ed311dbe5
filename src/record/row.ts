// A result row: a projection of a trial's log.
import { categoryOf, lastTry, parseTrialId, sumUsage, type Event, type ResultRow } from '../core/index.ts';
import { failureOf } from './failure.ts';

/** Undefined if the last try has not ended. */
export function resultRow(log: readonly Event[]): ResultRow | undefined {
  const events = lastTry(log);
  const [start, end] = [events[0], events.at(-1)];
  if (start?.kind !== 'trial-start' || end?.kind !== 'trial-end') return undefined;
  const id = parseTrialId(start.trial);
  if (!id) throw new Error(`${start.trial} is no trial`);
  const cells = events.filter((event) => event.kind === 'cell-end');
  const replies = events.filter((event) => event.kind === 'reply');
  const checks = events.filter((event) => event.kind === 'check');
  const failed = checks.filter(({ result }) => !result.ok).map(({ result }) => result.name);
  return {
    id: start.trial,
    instance: start.instance,
    task: id.task,
    category: categoryOf(id.task),
    level: start.level,
    skills: start.skills,
    lang: id.lang,
    seed: id.seed,
    twin: id.twin ?? null,
    attempt: id.attempt,
    outcome: end.outcome,
    score: end.score,
    failure: failureOf(events),
    turns: replies.length,
    cells: cells.length,
    usage: sumUsage(replies.map(({ usage }) => usage)),
    cpuMs: cells.reduce((sum, cell) => sum + cell.cpuMs, 0),
    wallMs: end.wallMs,
    tries: log.filter(({ kind }) => kind === 'trial-start').length,
    retries: replies.reduce((sum, { attempts }) => sum + attempts - 1, 0),
    unverified: start.isolation === 'none',
    checks: { passed: checks.length - failed.length, total: checks.length, failed },
  };
}
