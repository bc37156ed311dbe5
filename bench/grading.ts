// `npm run bench:grading`: the CPU time of grading. The reference plays every task once; then its work is graded
// several times. The CPU time includes the harness, graders, sandboxes, browsers and LibreOffice. The first grading of
// a task may start some of these processes; later gradings reuse them.
import { openVerifier, type Verifier } from '../src/verify/index.ts';
import { gradeWork, type Services } from '../src/trial/index.ts';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { createProgress } from '../setup/progress.mjs';
import { ensurePython } from '../setup/python.mjs';
import { defaultLimits, Problem, type TaskId, type Collected } from '../src/core/index.ts';
import { playTrial } from '../src/gates/play.ts';
import { openHost } from '../src/interpreter/index.ts';
import { loadTask, makeInstance, selectTasks, type TaskInstance } from '../src/suite/index.ts';
import { count, runBenchmark } from './command.ts';
import { cpuSeconds, cpuSince } from './cpu.ts';
import { rounded } from './quantiles.ts';

interface Work {
  readonly instance: TaskInstance;
  readonly block: string | null;
  readonly collected: Collected;
}

interface Cost {
  readonly task: string;
  readonly outcome: string;
  /** CPU seconds of the first grading, all processes; `own` and `children` are means over the later gradings. */
  readonly first: number;
  readonly own: number;
  readonly children: number;
}

async function measure(include: readonly string[], rounds: number): Promise<Cost[]> {
  const host = await openHost(await ensurePython(createProgress()), defaultLimits);
  const verifier = openVerifier(host);
  try {
    const costs: Cost[] = [];
    for (const id of selectTasks({ suite: 'core', include: [...include], exclude: [] })) {
      process.stderr.write(`${id}\n`);
      costs.push(await costOf(await referenceWork(id, { interpreters: host, verifier }), verifier, rounds));
    }
    return costs;
  } finally {
    await verifier.close();
    await host.close();
  }
}

async function referenceWork(id: TaskId, services: Services): Promise<Work> {
  const task = await loadTask(id);
  const instance = await makeInstance(task, { task: id, seed: 1, lang: 'en' }, '');
  const stage = { services, signal: new AbortController().signal };
  const { block, files, figures } = await playTrial(task, instance, { kind: 'program', program: 'reference' }, stage);
  const collected = {
    files: [...files].map(([path, bytes]) => ({ path, bytes })),
    left: [],
    inputsIntact: true,
    figures: figures ?? new Map<string, Uint8Array>(),
  };
  return { instance, block, collected };
}

async function costOf({ instance, block, collected }: Work, verifier: Verifier, rounds: number): Promise<Cost> {
  const once = async () => {
    const before = cpuSeconds();
    const { outcome } = await gradeWork(instance, block, collected, verifier);
    return { outcome, ...cpuSince(before) };
  };
  const first = await once();
  let [own, children] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const cost = await once();
    own += cost.own / rounds;
    children += cost.children / rounds;
  }
  return { task: instance.id.task, outcome: first.outcome.kind, first: first.own + first.children, own, children };
}

function print(costs: readonly Cost[]): void {
  const table = new Table({
    head: ['task', 'outcome', 'first', 'warm', 'harness', 'its children'],
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  });
  const row = (name: string, outcome: string, each: readonly number[]) =>
    table.push([name, outcome, ...each.map((seconds) => seconds.toFixed(2))]);
  const numbers = ({ first, own, children }: Cost) => [first, own + children, own, children];
  for (const cost of costs) row(cost.task, cost.outcome, numbers(cost));
  const total = [0, 1, 2, 3].map((at) => costs.reduce((sum, cost) => sum + (numbers(cost)[at] ?? 0), 0));
  row('all', `${costs.filter(({ outcome }) => outcome === 'passed').length} passed`, total);
  process.stdout.write(`CPU seconds of grading the reference's work, seed 1, English\n${table.toString()}\n`);
}

await runBenchmark(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      include: { type: 'string', short: 'i', multiple: true, default: [] },
      rounds: { type: 'string', default: '2' },
    },
  });
  const costs = await measure(values.include, count('--rounds', values.rounds));
  if (costs.length === 0) throw new Problem('the selection leaves no task');
  const total = costs.reduce((sum, { own, children }) => sum + own + children, 0);
  if (values.json) process.stdout.write(`${JSON.stringify({ costs, total: rounded(total) }, null, 2)}\n`);
  else print(costs);
  return costs.every(({ outcome }) => outcome === 'passed');
});
