// What `task check` and `audit` have in common: running the gates, and showing what they found.
import Table from 'cli-table3';
import { z } from 'zod';
import { createProgress } from '../../../setup/progress.mjs';
import type { Language, TaskId } from '../../core/index.ts';
import {
  audit,
  gateNames,
  gatesFile,
  GatesMemory,
  gateGround,
  type Audit,
  type Gate,
  type GateTally,
} from '../../gates/index.ts';
import { colors } from '../../system/index.ts';
import { loadTask } from '../../suite/index.ts';
import type { Flags } from '../flags/flag.ts';
import { switchFlag } from '../flags/common.ts';
import { withServices } from '../../launch/index.ts';
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
  all: switchFlag('check again what is known to pass, though nothing has changed since'),
  gate: {
    value: 'GATE',
    many: true,
    about: `only this gate (${[...gateOf.keys()].join(', ')}); the result is not remembered`,
    schema: z.array(gateSchema).optional(),
  },
  memory: {
    value: 'FILE',
    about: 'where it is kept what passed (default: gates.json in the repository)',
    schema: z.string().min(1).default(gatesFile),
  },
} satisfies Flags;

export interface GatesRequest {
  readonly suite: string;
  readonly tasks: readonly TaskId[];
  readonly seeds: number;
  readonly languages: readonly Language[];
  readonly all: boolean;
  readonly gate: readonly Gate[] | undefined;
  readonly memory: string;
  readonly json: boolean;
}

/** The exit code: 0 when every gate is met, 1 when not, 130 when stopped. */
export async function showGates({ suite, tasks: ids, json, memory, gate, ...scope }: GatesRequest): Promise<number> {
  const tasks = await Promise.all(ids.map((id) => loadTask(id, suite)));
  const progress = createProgress();
  let jobs = 0;
  const found = await withServices({}, async (services) => {
    try {
      return await audit({
        ...scope,
        gates: gate,
        tasks,
        services,
        signal: stopSignal(),
        // gates.json is about the tasks of the repository.
        ...(suite === 'core' ? { memory: new GatesMemory(await gateGround(services.interpreters), memory) } : {}),
        onPlan: (count, stale) => {
          jobs = count;
          const rest = tasks.length - stale;
          progress.step(`${stale} ${plural(stale, 'task')} to check${rest > 0 ? `, ${rest} unchanged` : ''}`);
        },
        onJob: (done, task, problems) =>
          progress.update(
            `${done} of ${jobs} done; ${task.id}${problems > 0 ? `: ${problems} not as it should be` : ''}`,
          ),
      });
    } finally {
      progress.done();
    }
  });
  if (!found) {
    tell('Stopped. What had been finished is remembered.');
    return 130;
  }
  if (json) printJson(found);
  else print([gatesTable(found), ...problemLines(found), verdict(found)].join('\n'));
  return found.ok ? 0 : 1;
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
      `${task.seeds}${task.remembered ? ' (known)' : ''}`,
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

/** As many as somebody would read. */
const MAX_PROBLEMS = 20;

function problemLines({ tasks }: Audit): string[] {
  return tasks.flatMap(({ id, problems, notes }) => {
    const shown = problems.slice(0, MAX_PROBLEMS).flatMap(({ gate, problem, exams, see }) => {
      const where = exams.length > 1 ? `${exams[0]} and ${exams.length - 1} more` : exams[0];
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
