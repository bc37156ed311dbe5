// Every planned trial of every run as a CSV row (RFC 4180).
import { stringify } from 'csv-stringify/sync';
import { categoryOf, printTrialId } from '../core/index.ts';
import { plannedTrials, type PlannedTrial } from '../results/index.ts';
import type { Board, BoardEntry } from './board.ts';

type Value = string | number | null | undefined;

const columns: readonly [name: string, valueOf: (trial: PlannedTrial, entry: BoardEntry) => Value][] = [
  ['run', (_, { run }) => run.config.run],
  ['agent', (_, { summary }) => summary.agent],
  ['model', (_, { summary }) => summary.model],
  ['role', (_, { role }) => role],
  ['trial', ({ id }) => printTrialId(id)],
  ['task', ({ id }) => id.task],
  ['category', ({ id }) => categoryOf(id.task)],
  ['level', ({ row }) => row?.level],
  ['skills', ({ row }) => row?.skills.join(';')],
  ['language', ({ id }) => id.lang],
  ['seed', ({ id }) => id.seed],
  ['twin', ({ id }) => id.twin],
  ['attempt', ({ id }) => id.attempt],
  ['outcome', ({ row }) => row?.outcome.kind],
  ['score', ({ row }) => row?.score],
  ['failure', ({ row }) => row?.failure],
  ['reason', ({ row }) => (row && 'reason' in row.outcome ? row.outcome.reason : '')],
  ['turns', ({ row }) => row?.turns],
  ['cells', ({ row }) => row?.cells],
  ['input_tokens', ({ row }) => row?.usage.inputTokens],
  ['output_tokens', ({ row }) => row?.usage.outputTokens],
  ['cost_usd', ({ row }) => row?.usage.cost],
  ['cpu_ms', ({ row }) => row?.cpuMs],
  ['wall_ms', ({ row }) => row?.wallMs],
  ['checks_passed', ({ row }) => row?.checks.passed],
  ['checks_total', ({ row }) => row?.checks.total],
  ['checks_failed', ({ row }) => row?.checks.failed.join(';')],
];

/** A trial that has not ended has its id and empty fields, so that coverage can be computed. */
export function csvReport({ entries }: Board): string {
  const lines = entries.flatMap((entry) =>
    plannedTrials(entry.run.config, entry.run.rows).map((trial) => columns.map(([, valueOf]) => valueOf(trial, entry))),
  );
  return stringify([columns.map(([name]) => name), ...lines], { record_delimiter: 'windows' });
}
