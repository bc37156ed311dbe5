// What `task check` and `audit` have in common: running the gates, and showing what they found.
import Table from 'cli-table3';
import { z } from 'zod';
import { createProgress } from '../../../setup/progress.mjs';
import type { Language, TaskId } from '../../core/index.ts';
import {
  audit,
  gateNames,
  explainStaleness,
  GateRecords,
  stalenessOf,
  surroundingsOf,
  type Audit,
  type AuditOptions,
  type Gate,
  type GateTally,
} from '../../gates/index.ts';
import { interpreterImage, type PythonStack } from '../../interpreter/index.ts';
import { colors } from '../../system/index.ts';
import { loadTask, tasksFolder } from '../../suite/index.ts';
import type { Flags } from '../flags/flag.ts';
import { switchFlag } from '../flags/common.ts';
import { withServices } from '../../services/index.ts';
import { print, printJson, tell } from './print.ts';
import { stopSignal } from './stop.ts';

const heads: Readonly<Record<Gate, string>> = {
  reference: 'reference',
  also: 'also',
  wrong: 'wrong',
  noWork: 'no-work',
  halfWork: 'half-work',
  mutants: 'mutants',
  variants: 'variants',
  hostile: 'hostile',
  coverage: 'coverage',
  bytes: 'bytes',
};

const gateOf = new Map(gateNames.map((gate) => [heads[gate], gate]));
const gateSchema = z
  .enum([...gateOf.keys()], { error: ({ input }) => `"${String(input)}" is none of ${[...gateOf.keys()].join(', ')}` })
  .transform((name) => gateOf.get(name) ?? 'reference');

/** What `task check` and `audit` take, besides their tasks and seeds. */
export const gatesFlags = {
  all: switchFlag('run the gates of tasks that are not stale, too'),
  stale: switchFlag('list the tasks whose gates are stale and why, and run nothing'),
  gate: {
    value: 'GATE',
    many: true,
    about: `only this gate (${[...gateOf.keys()].join(', ')}); the result is not recorded`,
    schema: z.array(gateSchema).optional(),
  },
  records: {
    value: 'DIR',
    about: 'folder of the records, which are DIR/CATEGORY/NAME/gates.json (default: the folder of the tasks)',
    schema: z.string().min(1).default(tasksFolder),
  },
} satisfies Flags;

export interface GatesRequest {
  readonly suite: string;
  readonly tasks: readonly TaskId[];
  readonly seeds: number;
  readonly languages: readonly Language[];
  readonly all: boolean;
  readonly gate: readonly Gate[] | undefined;
  readonly stale: boolean;
  readonly records: string;
  readonly json: boolean;
}

/** The exit code: 0 when every gate is met, 1 when not, 130 when stopped. */
export async function showGates({ suite, tasks: ids, json, ...request }: GatesRequest): Promise<number> {
  const tasks = await Promise.all(ids.map((id) => loadTask(id, suite)));
  const { records: folder, gate: gates, stale, ...scope } = request;
  // Only the build of the repository knows which modules a task imports.
  const recordsFor = (image: PythonStack['image']) =>
    suite === 'core' ? { records: new GateRecords(surroundingsOf({ image }), folder) } : {};
  const options = { ...scope, gates, tasks };
  if (stale) return showStale({ ...options, ...recordsFor(await interpreterImage()) }, json);
  return await withServices({}, async (services) => {
    const records = recordsFor(services.interpreters.stack.image);
    const found = await auditWithProgress({ ...options, ...records, services, signal: stopSignal() });
    if (!found) {
      tell('Stopped. Tasks that had finished are recorded.');
      return 130;
    }
    if (json) printJson(found);
    else print([gatesTable(found), ...problemLines(found), verdict(found)].join('\n'));
    return found.ok ? 0 : 1;
  });
}

async function auditWithProgress(options: AuditOptions): Promise<Audit | undefined> {
  const progress = createProgress();
  let jobs = 0;
  try {
    return await audit({
      ...options,
      onPlan: (count, stale) => {
        jobs = count;
        const rest = options.tasks.length - stale;
        progress.step(`${stale} ${plural(stale, 'task')} to check${rest > 0 ? `, ${rest} unchanged` : ''}`);
      },
      onJob: (done, task, problems) =>
        progress.update(`${done} of ${jobs} done; ${task.id}${problems > 0 ? `: problems found: ${problems}` : ''}`),
    });
  } finally {
    progress.done();
  }
}

function showStale(options: Omit<AuditOptions, 'services' | 'signal'>, json: boolean): number {
  const stale = options.tasks.flatMap((task) => {
    const reason = stalenessOf(task, options);
    return reason ? [{ id: task.id, stale: reason, reason: explainStaleness(reason) }] : [];
  });
  if (json) printJson({ tasks: stale });
  else if (stale.length === 0) print('No task is stale.');
  else print(stale.map(({ id, reason }) => `${id}: ${reason}`).join('\n'));
  return 0;
}

function gatesTable({ tasks, totals }: Audit): string {
  const tried = gateNames.filter((gate) => totals[gate].total > 0);
  const table = new Table({
    head: ['task', 'seeds', ...tried.map((gate) => heads[gate])],
    style: { head: [], border: [], compact: true },
  });
  for (const task of tasks) {
    table.push([
      task.id,
      `${task.seeds}${task.recorded ? ' (recorded)' : ''}`,
      ...tried.map((gate) => cell(task[gate], !task.problems.some((problem) => problem.gate === gate))),
    ]);
  }
  if (tasks.length > 1) table.push(['all', '', ...tried.map((gate) => cell(totals[gate], true))]);
  return table.toString();
}

function cell({ passed, total }: GateTally, ok: boolean): string {
  const text = `${passed}/${total}`;
  return ok ? text : colors.red(`${text} ✗`);
}

/** The most that is shown of a task. */
const MAX_PROBLEMS = 20;

function problemLines({ tasks }: Audit): string[] {
  return tasks.flatMap(({ id, problems, notes }) => {
    const shown = problems.slice(0, MAX_PROBLEMS).flatMap(({ gate, problem, instances, see }) => {
      const where = instances.length > 1 ? `${instances[0]} and ${instances.length - 1} more` : instances[0];
      return [
        `${colors.red('✗')} ${heads[gate]}: ${problem} ${colors.dim(`(${where})`)}`,
        ...(see ? [`  ${colors.dim(see)}`] : []),
      ];
    });
    const rest = problems.length - MAX_PROBLEMS;
    return [
      ...(shown.length > 0 ? [`\n${id}`, ...shown] : []),
      ...notes.slice(0, MAX_PROBLEMS).map((note) => colors.dim(`· ${note}`)),
      ...(rest > 0 ? [`  and ${rest} more: pybench task check ${id} --json`] : []),
    ];
  });
}

function verdict({ ok, tasks }: Audit): string {
  if (ok) return colors.green(`Every gate is met by ${tasks.length} ${plural(tasks.length, 'task')}.`);
  const failing = tasks.filter(({ problems }) => problems.length > 0).length;
  return colors.red(
    `\n${failing} of ${tasks.length} ${plural(tasks.length, 'task')} ${failing === 1 ? 'does' : 'do'} not meet the gates.`,
  );
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
