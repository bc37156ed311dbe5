// Runs the gates of stale tasks, many trials at once, and records the tasks that pass one by one.
import { runAll } from '../system/index.ts';
import { availableParallelism } from 'node:os';
import { Problem, reasonOf, type InstanceId } from '../core/index.ts';
import type { LoadedTask, TaskWithPrograms } from '../suite/index.ts';
import { programsFinding, TaskInstances, type GateJob } from './instance-gates.ts';
import {
  addTallies,
  gatherProblems,
  tallyFindings,
  type Audit,
  type GateFinding,
  type Gate,
  type TaskGates,
} from './gates.ts';
import type { GateRecords, Scope } from './records.ts';
import type { Staleness } from './staleness.ts';
import type { Stage } from './play.ts';

export interface AuditOptions extends Scope, Stage {
  readonly tasks: readonly LoadedTask[];
  /** The records of earlier audits. Without them all gates run, and nothing is written. */
  readonly records?: GateRecords;
  /** Only these gates; their results are not recorded. */
  readonly gates?: readonly Gate[] | undefined;
  /** Run the gates of tasks that are not stale, too. */
  readonly all?: boolean;
  readonly concurrency?: number;
  readonly onPlan?: (jobs: number, stale: number) => void;
  readonly onJob?: (done: number, task: LoadedTask, problems: number) => void;
}

/** The share of mutants that must be caught, including those that may be equivalent to the reference. */
const MIN_CAUGHT = 0.5;

/** The audit, or undefined when it was stopped; tasks that had finished by then are recorded. */
export async function audit(options: AuditOptions): Promise<Audit | undefined> {
  const { tasks } = options;
  const known = new Map<LoadedTask, TaskGates>();
  for (const task of tasks) {
    const entry = stalenessOf(task, options) ? undefined : options.records?.recall(task, options);
    if (entry) known.set(task, { id: task.id, ...entry, recorded: true, stale: null, problems: [], notes: [] });
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

/** Undefined if the task's record is still valid. */
export function stalenessOf(
  task: TaskWithPrograms,
  options: Pick<AuditOptions, 'records' | 'gates' | 'all' | 'seeds' | 'languages'>,
): Staleness | undefined {
  if (options.all || options.gates !== undefined) return { kind: 'asked' };
  return options.records ? options.records.staleness(task, options) : { kind: 'unrecorded' };
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
      // For example, the generator cannot make an instance.
      findings.push({ gate: 'reference', instance: task.id, ok: false, problem: reasonOf(error) });
    }
    options.onJob?.((done += 1), task, findings.filter(({ problem }) => problem !== undefined).length);
    const open = (left.get(task) ?? 0) - 1;
    left.set(task, open);
    if (open > 0) return;
    const concluded = conclude(task, options, findings);
    results.set(task, concluded);
    if (!options.gates) options.records?.record(task, options, concluded, concluded.problems.length === 0);
  });
  if (options.signal.aborted) return undefined;
  if (fault !== undefined) throw fault;
  return results;
}

function jobsOf(task: LoadedTask, options: AuditOptions): GateJob[] {
  const instances = new TaskInstances(task, { services: options.services, signal: options.signal });
  const languages = options.languages.filter((lang) => task.languages.includes(lang));
  return Array.from({ length: task.fixed ? 1 : options.seeds }, (_, index) => index + 1).flatMap((seed) =>
    languages.flatMap((lang): GateJob[] => {
      const id: InstanceId = { task: task.id, seed, lang };
      return instances.jobs(id, options.gates);
    }),
  );
}

/** The share of instances on which a heuristic may pass by luck. With few instances, a single pass proves little. */
const MAX_HALF_WORK = 0.05;
const MANY_INSTANCES = 20;

function easyHeuristics({ id }: LoadedTask, findings: readonly GateFinding[]): GateFinding[] {
  const played = findings.filter(({ gate, agent }) => gate === 'halfWork' && agent !== undefined);
  return [...new Set(played.map(({ agent }) => agent))].flatMap((agent): GateFinding[] => {
    const own = played.filter((each) => each.agent === agent);
    const passes = own.filter(({ ok }) => !ok).length;
    const most = own.length >= MANY_INSTANCES ? MAX_HALF_WORK : 0.5;
    if (passes <= most * own.length) return [];
    return [
      { gate: 'halfWork', instance: id, ok: false, problem: `${agent} passes ${passes} of ${own.length} instances` },
    ];
  });
}

function conclude(task: LoadedTask, options: AuditOptions, findings: readonly GateFinding[]): TaskGates {
  const tallies = tallyFindings(findings);
  const { passed, total } = tallies.mutants;
  const weak: GateFinding[] =
    passed < MIN_CAUGHT * total
      ? [{ gate: 'mutants', instance: task.id, ok: false, problem: `only ${passed} of ${total} mutants are caught` }]
      : [];
  const problems = gatherProblems([...findings, ...weak, ...easyHeuristics(task, findings)]);
  const notes = [
    ...new Set(findings.flatMap(({ note, instance }) => (note === undefined ? [] : [`${instance}: ${note}`]))),
  ];
  const stale = stalenessOf(task, options) ?? null;
  return { id: task.id, ...tallies, seeds: options.seeds, recorded: false, stale, problems, notes };
}
