// `npm run bench:suite`: plays the cells of the reference for a whole suite, with our interpreters and with nbclient
// (one kernel per task). Every round runs all sides one after another; the next round runs them in the opposite order.
import { defaultConcurrency } from '../src/system/index.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { createProgress } from '../setup/progress.mjs';
import { ensurePython } from '../setup/python.mjs';
import { defaultLimits } from '../src/core/index.ts';
import { openHost, type InterpreterHost } from '../src/interpreter/index.ts';
import { openVerifier } from '../src/verify/index.ts';
import { selectTasks } from '../src/suite/index.ts';
import { count, runBenchmark, seedsOf } from './command.ts';
import { cpuSeconds, cpuSince } from './cpu.ts';
import { benchInstances, requireSameWork, type BenchInstance, type SuiteChoice } from './instances.ts';
import { busyWarning, loadNow, machineNow, type Machine } from './machine.ts';
import { cellsOnly, wholeTrials } from './ours-suite.ts';
import { Peer } from './peer.ts';
import { quantiles, rounded } from './quantiles.ts';

/** Targets: time of the peer's cells ÷ our whole runs, share of planning in the second run, start of the first trial. */
const LEAST_FIRST = 2.5;
const LEAST_SECOND = 3.5;
const MOST_PLANNING = 0.1;
const MOST_FIRST_TRIAL_SECONDS = 2;

/** Seconds for all instances, medians over the rounds. */
interface Times {
  /** Opens interpreters, runs the cells and collects the files. */
  readonly oursCells: number;
  /** Whole runs (plan, play, grade, record) with an empty instance cache; `oursSecond`: again with the filled cache. */
  readonly oursFirst: number;
  readonly oursSecond: number;
  /** The parts of both runs, as in `WholeRun`. */
  readonly firstPlanning: number;
  readonly firstCells: number;
  readonly firstGrading: number;
  readonly secondPlanning: number;
  readonly secondCells: number;
  readonly secondGrading: number;
  /** Seconds from ready interpreters to the start of the first trial. */
  readonly firstTrial: number;
  readonly secondTrial: number;
  /** With as many kernels at once as our trials; `nbclientTwice`: with twice as many. */
  readonly nbclient: number;
  readonly nbclientTwice: number;
  /** CPU time of the peer for `nbclient`; other load on the machine increases CPU time less than wall time. */
  readonly nbclientCpu: number;
  /** Our CPU time: of the cells, of Node, and of the other processes that Node started. */
  readonly cellCpu: number;
  readonly nodeCpu: number;
  readonly otherCpu: number;
  readonly wholeNodeCpu: number;
  readonly wholeOtherCpu: number;
}

interface Benchmark {
  readonly suite: string;
  readonly instances: number;
  readonly cells: number;
  readonly rounds: number;
  readonly concurrency: number;
  readonly seconds: Times;
  /** Instances per second, for nbclient with the better of its two concurrencies. */
  readonly throughput: { readonly oursCells: number; readonly oursSecond: number; readonly nbclient: number };
  /** nbclient's time for the cells ÷ our time for the cells, the first run and the second run; CPU time of the cells. */
  readonly ratio: { readonly cells: number; readonly first: number; readonly second: number; readonly cpu: number };
  /** Our time ÷ (CPU time of the cells ÷ cores), which is the lower bound for every harness. */
  readonly ofFloor: { readonly cells: number; readonly second: number };
  readonly isolation: string;
  readonly image: string | null;
  readonly versions: Readonly<Record<string, string>>;
  readonly machine: Machine & { readonly loadAfter: number };
}

type Side = () => Promise<Partial<Times>>;

async function measure(choice: SuiteChoice, rounds: number, concurrency: number): Promise<Benchmark> {
  const machine = machineNow();
  const python = await ensurePython(createProgress());
  const instances = await benchInstances(choice);
  const host = await openHost(python, defaultLimits);
  try {
    const peer = await Peer.start();
    try {
      const seconds = await medians(sidesOf(host, peer, { instances, choice, concurrency }), rounds);
      const best = Math.min(seconds.nbclient, seconds.nbclientTwice);
      const floor = seconds.cellCpu / machine.cores;
      const perSecond = (taken: number) => rounded(instances.length / taken);
      return {
        suite: choice.suite,
        instances: instances.length,
        cells: instances.reduce((sum, { program }) => sum + program.cells.length, 0),
        rounds,
        concurrency,
        seconds,
        throughput: {
          oursCells: perSecond(seconds.oursCells),
          oursSecond: perSecond(seconds.oursSecond),
          nbclient: perSecond(best),
        },
        ratio: {
          cells: rounded(best / seconds.oursCells),
          first: rounded(best / seconds.oursFirst),
          second: rounded(best / seconds.oursSecond),
          cpu: rounded(seconds.nbclientCpu / (seconds.cellCpu + seconds.nodeCpu + seconds.otherCpu)),
        },
        ofFloor: { cells: rounded(seconds.oursCells / floor), second: rounded(seconds.oursSecond / floor) },
        isolation: host.stack.isolation,
        image: host.stack.image?.manifest ?? null,
        versions: peer.versions,
        machine: { ...machine, loadAfter: loadNow() },
      };
    } finally {
      peer.close();
    }
  } finally {
    await host.close();
  }
}

interface Work {
  readonly instances: readonly BenchInstance[];
  readonly choice: SuiteChoice;
  readonly concurrency: number;
}

function sidesOf(host: InterpreterHost, peer: Peer, { instances, choice, concurrency }: Work): Side[] {
  const verifier = openVerifier(host);
  let expected: Awaited<ReturnType<typeof cellsOnly>>['left'] | undefined;
  const theirs = async (kernels: number) => {
    const before = cpuSeconds();
    const { seconds, left } = await peer.play(instances, kernels);
    const { children } = cpuSince(before);
    expected ??= (await cellsOnly(host, instances, concurrency)).left;
    requireSameWork(instances, expected, left);
    return { seconds, cpu: children };
  };
  return [
    async () => {
      const { seconds, cellSeconds, cpu } = await cellsOnly(host, instances, concurrency);
      return { oursCells: seconds, cellCpu: cellSeconds, nodeCpu: cpu.own, otherCpu: cpu.children - cellSeconds };
    },
    async () => {
      const { seconds, cpu } = await theirs(concurrency);
      return { nbclient: seconds, nbclientCpu: cpu };
    },
    async () => {
      const instanceCache = mkdtempSync(join(tmpdir(), 'pybench-bench-cache-'));
      const run = () =>
        wholeTrials({ interpreters: host, verifier }, instances, concurrency, { ...choice, instanceCache });
      try {
        const [first, second] = [await run(), await run()];
        return {
          oursFirst: first.seconds,
          oursSecond: second.seconds,
          firstPlanning: first.parts.planning,
          firstCells: first.parts.cells,
          firstGrading: first.parts.grading,
          secondPlanning: second.parts.planning,
          secondCells: second.parts.cells,
          secondGrading: second.parts.grading,
          firstTrial: first.firstTrialSeconds,
          secondTrial: second.firstTrialSeconds,
          wholeNodeCpu: second.cpu.own,
          wholeOtherCpu: second.cpu.children - second.cellSeconds,
        };
      } finally {
        rmSync(instanceCache, { recursive: true, force: true });
      }
    },
    async () => ({ nbclientTwice: (await theirs(2 * concurrency)).seconds }),
  ];
}

/** Medians over the rounds after a warm-up round (page caches, font caches, graders, browser). */
async function medians(sides: readonly Side[], rounds: number): Promise<Times> {
  const found: Times[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    process.stderr.write(round === 0 ? 'warming up: one round\n' : `round ${round} of ${rounds}\n`);
    const taken: Partial<Times> = {};
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) Object.assign(taken, await side());
    found.push(taken as Times);
  }
  const names = Object.keys(found[0] ?? {}) as (keyof Times)[];
  const median = (name: keyof Times) => quantiles(found.slice(1).map((each) => each[name])).p50;
  return Object.fromEntries(names.map((name) => [name, median(name)])) as Record<keyof Times, number>;
}

/** The share of planning in the second run, including making and reading instances. */
function planningShare({ secondPlanning, secondCells, secondGrading }: Times): number {
  return secondPlanning / (secondPlanning + secondCells + secondGrading);
}

const verdict = (fine: boolean) => (fine ? 'met' : 'missed');

function print(result: Benchmark): void {
  const { seconds, instances, concurrency, throughput, ratio, ofFloor, machine } = result;
  const table = new Table({
    head: [`${instances} instances of ${result.suite}, ${result.cells} cells`, 'at once', 'seconds', 'tasks a second'],
    style: { head: [], border: [] },
  });
  const row = (what: string, atOnce: number, taken: number) =>
    table.push([what, atOnce, taken, rounded(instances / taken)]);
  row('ours: open, run, collect', concurrency, seconds.oursCells);
  row('ours: the whole run, with an empty instance cache', concurrency, seconds.oursFirst);
  row('ours: the whole run again', concurrency, seconds.oursSecond);
  row('nbclient: start a kernel, run, shut it down; files in place before', concurrency, seconds.nbclient);
  row('nbclient: the same', 2 * concurrency, seconds.nbclientTwice);
  const share = (run: 'first' | 'second') => {
    const parts = [seconds[`${run}Planning`], seconds[`${run}Cells`], seconds[`${run}Grading`]];
    const whole = parts.reduce((sum, part) => sum + part, 0);
    const [planning, cells, grading] = parts.map((part) => `${Math.round((100 * part) / whole)} %`);
    return `planning ${planning}, cells ${cells}, grading ${grading}`;
  };
  const versions = Object.entries(result.versions).map(([name, version]) => `${name} ${version}`);
  const warning = busyWarning(machine);
  process.stdout.write(`${table.toString()}
Medians over the rounds (${result.rounds}), after one that warms up. A whole run is planned, played, graded and recorded.
First run       ${share('first')}; ${ratio.first} × nbclient (at least ${LEAST_FIRST}: ${verdict(ratio.first >= LEAST_FIRST)})
Second run      ${share('second')}; ${ratio.second} × nbclient (at least ${LEAST_SECOND}: ${verdict(ratio.second >= LEAST_SECOND)}); planning at most ${MOST_PLANNING * 100} %: ${verdict(planningShare(seconds) <= MOST_PLANNING)}
First trial     starts ${rounded(seconds.firstTrial)} s after the interpreters are ready, ${rounded(seconds.secondTrial)} s in the second run (at most ${MOST_FIRST_TRIAL_SECONDS}: ${verdict(seconds.firstTrial <= MOST_FIRST_TRIAL_SECONDS)})
Tasks a second  ${throughput.oursCells} against ${throughput.nbclient}: ${ratio.cells} × on the same cells
Floor           the cells' own CPU time is ${seconds.cellCpu} s, over ${machine.cores} cores ${rounded(seconds.cellCpu / machine.cores)} s: open, run, collect takes ${ofFloor.cells} times that, the second run ${ofFloor.second} times
CPU time        ${seconds.nbclientCpu} s of nbclient, ${ratio.cpu} times ours. Ours beside the cells: ${seconds.nodeCpu} s of Node and ${seconds.otherCpu} s of making and ending sandboxes; in the second run ${seconds.wholeNodeCpu} s of Node and ${seconds.wholeOtherCpu} s of sandboxes, graders and browsers
${machine.cores} cores (${machine.processor}), Node ${machine.node}, ${versions.join(', ')}; isolation ${result.isolation}, image ${result.image ?? 'none'}
Load            ${machine.loadBefore.toFixed(1)} before, ${machine.loadAfter.toFixed(1)} after
${warning ? `${warning}\n` : ''}`);
}

await runBenchmark(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      suite: { type: 'string', short: 'd', default: 'core' },
      include: { type: 'string', short: 'i', multiple: true, default: [] },
      seeds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
      concurrency: { type: 'string', default: String(defaultConcurrency(false)) },
    },
  });
  const { suite, include } = values;
  const choice = { suite, tasks: selectTasks({ suite, include }), seeds: seedsOf(values.seeds) };
  const result = await measure(choice, count('--rounds', values.rounds), count('--concurrency', values.concurrency));
  if (values.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else print(result);
  const { ratio, seconds } = result;
  return (
    ratio.first >= LEAST_FIRST &&
    ratio.second >= LEAST_SECOND &&
    planningShare(seconds) <= MOST_PLANNING &&
    seconds.firstTrial <= MOST_FIRST_TRIAL_SECONDS
  );
});
