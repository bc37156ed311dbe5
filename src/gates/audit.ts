// The gates of many tasks: everything stale is tried, many trials at once, and what passes is remembered task by task.
import { runAll } from '../system/index.ts';
import { availableParallelism } from 'node:os';
import { Problem, reasonOf, type InstanceId } from '../core/index.ts';
import type { LoadedTask } from '../suite/index.ts';
import { programsFinding, TaskInstances, type GateJob } from './exam.ts';
import {
  addTallies,
  gatherProblems,
  tallyFindings,
  type Audit,
  type GateFinding,
  type Gate,
  type TaskGates,
} from './gates.ts';
import type { GatesMemory, Scope } from './memory.ts';
import type { Stage } from './play.ts';

export interface AuditOptions extends Scope, Stage {
  readonly tasks: readonly LoadedTask[];
  /** What passed before. Left out: everything runs, and nothing is written. */
  readonly memory?: GatesMemory;
  /** Only these; what is found is not remembered then. */
  readonly gates?: readonly Gate[] | undefined;
  /** Run what is remembered, too. */
  readonly all?: boolean;
  readonly concurrency?: number;
  readonly onPlan?: (jobs: number, stale: number) => void;
  readonly onJob?: (done: number, task: LoadedTask, problems: number) => void;
}

/** Of all mutants, also those that may be equal to the reference: below this the checks hardly look. */
const MIN_CAUGHT = 0.5;

/** The audit, or undefined when it was stopped; tasks that had been finished by then are remembered. */
export async function audit(options: AuditOptions): Promise<Audit | undefined> {
  const { tasks, memory, gates } = options;
  const all = options.all || gates !== undefined;
  const known = new Map<LoadedTask, TaskGates>();
  for (const task of all ? [] : tasks) {
    const entry = memory?.recall(task, options);
    if (entry) known.set(task, { id: task.id, ...entry, remembered: true, problems: [], notes: [] });
  }
  const stale = tasks.filter((task) => !known.has(task));
  const fresh = await tryTasks(stale, options);
  if (!fresh) return undefined;
  const results = tasks.flatMap((task) => known.get(task) ?? fresh.get(task) ?? []);
  return {
    ok: results.every(({ problems }) => problems.length === 0),
    seeds: options.seeds,
    tasks: results,
    totals: addTallies(results),
  };
}

async function tryTasks(
  tasks: readonly LoadedTask[],
  options: AuditOptions,
): Promise<Map<LoadedTask, TaskGates> | undefined> {
  const work = tasks.map((task) => ({ task, jobs: jobsOf(task, options), findings: programsFinding(task) }));
  const queue = work.flatMap((each) => each.jobs.map((job) => ({ ...each, job })));
  const left = new Map(work.map(({ task, jobs }) => [task, jobs.length]));
  const results = new Map<LoadedTask, TaskGates>();
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  let fault: unknown;
  let done = 0;
  options.onPlan?.(queue.length, tasks.length);
  await runAll(queue, options.concurrency ?? 2 * availableParallelism(), signal, async ({ task, job, findings }) => {
    try {
      findings.push(...(await job.run()));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) {
        fault = error;
        return failure.abort();
      }
      // A generator that cannot make an exam, for one.
      findings.push({ gate: 'reference', exam: task.id, ok: false, problem: reasonOf(error) });
    }
    options.onJob?.((done += 1), task, findings.filter(({ problem }) => problem !== undefined).length);
    const open = (left.get(task) ?? 0) - 1;
    left.set(task, open);
    if (open > 0) return;
    const concluded = conclude(task, options.seeds, findings);
    results.set(task, concluded);
    if (!options.gates) options.memory?.record(task, options, concluded, concluded.problems.length === 0);
  });
  if (options.signal.aborted) return undefined;
  if (fault !== undefined) throw fault;
  return results;
}

function jobsOf(task: LoadedTask, options: AuditOptions): GateJob[] {
  const exams = new TaskInstances(task, { services: options.services, signal: options.signal });
  const languages = options.languages.filter((lang) => task.languages.includes(lang));
  return Array.from({ length: task.fixed ? 1 : options.seeds }, (_, index) => index + 1).flatMap((seed) =>
    languages.flatMap((lang): GateJob[] => {
      const id: InstanceId = { task: task.id, seed, lang };
      return exams.jobs(id, options.gates);
    }),
  );
}

/** A heuristic may pass by luck: below this share of the exams. Over few exams, one pass says little. */
const MAX_HALF_WORK = 0.05;
const MANY_EXAMS = 20;

function easyHeuristics({ id }: LoadedTask, findings: readonly GateFinding[]): GateFinding[] {
  const played = findings.filter(({ gate, agent }) => gate === 'halfWork' && agent !== undefined);
  return [...new Set(played.map(({ agent }) => agent))].flatMap((agent): GateFinding[] => {
    const own = played.filter((each) => each.agent === agent);
    const passes = own.filter(({ ok }) => !ok).length;
    const most = own.length >= MANY_EXAMS ? MAX_HALF_WORK : 0.5;
    if (passes <= most * own.length) return [];
    return [{ gate: 'halfWork', exam: id, ok: false, problem: `${agent} passes ${passes} of ${own.length} exams` }];
  });
}

function conclude(task: LoadedTask, seeds: number, findings: readonly GateFinding[]): TaskGates {
  const tallies = tallyFindings(findings);
  const { passed, total } = tallies.mutants;
  const weak: GateFinding[] =
    passed < MIN_CAUGHT * total
      ? [{ gate: 'mutants', exam: task.id, ok: false, problem: `only ${passed} of ${total} mutants are caught` }]
      : [];
  const problems = gatherProblems([...findings, ...weak, ...easyHeuristics(task, findings)]);
  const notes = [...new Set(findings.flatMap(({ note, exam }) => (note === undefined ? [] : [`${exam}: ${note}`])))];
  return { id: task.id, ...tallies, seeds, remembered: false, problems, notes };
}
