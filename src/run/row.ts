// A result row: a projection of a trial's events.
import { categoryOf, printTrialId, sumUsage, type Event, type ResultRow, type TrialId } from '../core/index.ts';
import type { LoadedTask } from '../suite/index.ts';

export function resultRow(id: TrialId, task: LoadedTask, events: readonly Event[]): ResultRow {
  const end = events.findLast((event) => event.kind === 'trial-end');
  if (!end) throw new Error(`${printTrialId(id)} has not ended`);
  const cells = events.filter((event) => event.kind === 'cell-end');
  const replies = events.filter((event) => event.kind === 'reply');
  const checks = events.filter((event) => event.kind === 'check');
  const failed = checks.filter(({ result }) => !result.ok).map(({ result }) => result.name);
  return {
    id: printTrialId(id),
    task: id.task,
    category: categoryOf(id.task),
    level: task.level,
    skills: [...task.skills],
    lang: id.lang,
    seed: id.seed,
    twin: id.twin ?? null,
    attempt: id.attempt,
    outcome: end.outcome,
    score: end.score,
    turns: replies.length,
    cells: cells.length,
    usage: sumUsage(replies.map(({ usage }) => usage)),
    cpuMs: cells.reduce((sum, cell) => sum + cell.cpuMs, 0),
    wallMs: end.wallMs,
    unverified: events.some((event) => event.kind === 'trial-start' && event.isolation === 'none'),
    checks: { passed: checks.length - failed.length, total: checks.length, failed },
  };
}
