// `npm run bench:suite`: the reference agent over a whole suite, ours against the same cells through nbclient, one kernel
// per task, in one run. The sides take turns within a round, in the opposite order in the next one.
import { defaultConcurrency } from '../src/system/index.ts';
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
import { makeExams, requireSameWork, type BenchExam, type SuiteChoice } from './exams.ts';
import { busyWarning, loadNow, machineNow, type Machine } from './machine.ts';
import { cellsOnly, wholeTrials } from './ours-suite.ts';
import { Peer } from './peer.ts';
import { quantiles, rounded } from './quantiles.ts';

const LEAST_RATIO = 5;
const MOST_OF_FLOOR = 1.5;

/** Seconds for all exams, medians over the rounds. */
interface Times {
  /** Open, run, collect. */
  readonly oursCells: number;
  /** Each played, collected, graded and recorded. */
  readonly oursWhole: number;
  /** Before the first trial: each exam made once for the lock, and the programs looked at. */
  readonly oursPlan: number;
  /** As many kernels at once as we run trials, and twice as many. */
  readonly nbclient: number;
  readonly nbclientTwice: number;
  /** CPU time of the peer at its first try, everything included: a busy machine stretches it less than the other times. */
  readonly nbclientCpu: number;
  /** CPU time of ours: the cells themselves, Node, and everything that it started beside the cells. */
  readonly cellCpu: number;
  readonly nodeCpu: number;
  readonly otherCpu: number;
  readonly wholeNodeCpu: number;
  readonly wholeOtherCpu: number;
}

interface Benchmark {
  readonly suite: string;
  readonly exams: number;
  readonly cells: number;
  readonly rounds: number;
  readonly concurrency: number;
  readonly seconds: Times;
  /** Exams a second; nbclient at its best. */
  readonly throughput: { readonly oursCells: number; readonly oursWhole: number; readonly nbclient: number };
  /** Ours ÷ nbclient on the same cells, our whole trials ÷ its bare cells, and its CPU time ÷ ours on the same cells. */
  readonly ratio: { readonly cells: number; readonly whole: number; readonly cpu: number };
  /** Times the CPU time of the cells spread over the cores, which is the least that anybody could take. */
  readonly ofFloor: { readonly cells: number; readonly whole: number };
  readonly isolation: string;
  readonly image: string | null;
  readonly versions: Readonly<Record<string, string>>;
  readonly machine: Machine & { readonly loadAfter: number };
}

type Side = () => Promise<Partial<Times>>;

async function measure(choice: SuiteChoice, rounds: number, concurrency: number): Promise<Benchmark> {
  const machine = machineNow();
  const python = await ensurePython(createProgress());
  const exams = await makeExams(choice);
  const host = await openHost(python, defaultLimits);
  try {
    const peer = await Peer.start();
    try {
      const seconds = await medians(sidesOf(host, peer, { exams, choice, concurrency }), rounds);
      const best = Math.min(seconds.nbclient, seconds.nbclientTwice);
      const floor = seconds.cellCpu / machine.cores;
      const perSecond = (taken: number) => rounded(exams.length / taken);
      return {
        suite: choice.suite,
        exams: exams.length,
        cells: exams.reduce((sum, { program }) => sum + program.cells.length, 0),
        rounds,
        concurrency,
        seconds,
        throughput: {
          oursCells: perSecond(seconds.oursCells),
          oursWhole: perSecond(seconds.oursWhole),
          nbclient: perSecond(best),
        },
        ratio: {
          cells: rounded(best / seconds.oursCells),
          whole: rounded(best / seconds.oursWhole),
          cpu: rounded(seconds.nbclientCpu / (seconds.cellCpu + seconds.nodeCpu + seconds.otherCpu)),
        },
        ofFloor: { cells: rounded(seconds.oursCells / floor), whole: rounded(seconds.oursWhole / floor) },
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
  readonly exams: readonly BenchExam[];
  readonly choice: SuiteChoice;
  readonly concurrency: number;
}

function sidesOf(host: InterpreterHost, peer: Peer, { exams, choice, concurrency }: Work): Side[] {
  const verifier = openVerifier(host);
  let expected: Awaited<ReturnType<typeof cellsOnly>>['left'] | undefined;
  const theirs = async (kernels: number) => {
    const before = cpuSeconds();
    const { seconds, left } = await peer.play(exams, kernels);
    const { children } = cpuSince(before);
    expected ??= (await cellsOnly(host, exams, concurrency)).left;
    requireSameWork(exams, expected, left);
    return { seconds, cpu: children };
  };
  return [
    async () => {
      const { seconds, cellSeconds, cpu } = await cellsOnly(host, exams, concurrency);
      return { oursCells: seconds, cellCpu: cellSeconds, nodeCpu: cpu.own, otherCpu: cpu.children - cellSeconds };
    },
    async () => {
      const { seconds, cpu } = await theirs(concurrency);
      return { nbclient: seconds, nbclientCpu: cpu };
    },
    async () => {
      const { seconds, planSeconds, cellSeconds, cpu } = await wholeTrials(
        { interpreters: host, verifier },
        exams,
        concurrency,
        choice,
      );
      const others = { wholeNodeCpu: cpu.own, wholeOtherCpu: cpu.children - cellSeconds };
      return { oursWhole: seconds, oursPlan: planSeconds, ...others };
    },
    async () => ({ nbclientTwice: (await theirs(2 * concurrency)).seconds }),
  ];
}

/** After a round that warms up: page caches, font caches, graders and the browser. */
async function medians(sides: readonly Side[], rounds: number): Promise<Times> {
  const found: Times[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    process.stderr.write(round === 0 ? 'warming up: one round\n' : `round ${round} of ${rounds}\n`);
    const taken: Partial<Times> = {};
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) Object.assign(taken, await side());
    found.push(taken as Times);
  }
  const median = (name: keyof Times) => quantiles(found.slice(1).map((each) => each[name])).p50;
  return {
    oursCells: median('oursCells'),
    oursWhole: median('oursWhole'),
    oursPlan: median('oursPlan'),
    nbclient: median('nbclient'),
    nbclientTwice: median('nbclientTwice'),
    nbclientCpu: median('nbclientCpu'),
    cellCpu: median('cellCpu'),
    nodeCpu: median('nodeCpu'),
    otherCpu: median('otherCpu'),
    wholeNodeCpu: median('wholeNodeCpu'),
    wholeOtherCpu: median('wholeOtherCpu'),
  };
}

const verdict = (fine: boolean) => (fine ? 'met' : 'missed');

function print(result: Benchmark): void {
  const { seconds, exams, concurrency, throughput, ratio, ofFloor, machine } = result;
  const table = new Table({
    head: [`${exams} exams of ${result.suite}, ${result.cells} cells`, 'at once', 'seconds', 'tasks a second'],
    style: { head: [], border: [] },
  });
  const row = (what: string, atOnce: number, taken: number) =>
    table.push([what, atOnce, taken, rounded(exams / taken)]);
  row('ours: open, run, collect', concurrency, seconds.oursCells);
  row('ours: whole trials (played, collected, graded, recorded)', concurrency, seconds.oursWhole);
  row('nbclient: start a kernel, run, shut it down; files in place before', concurrency, seconds.nbclient);
  row('nbclient: the same', 2 * concurrency, seconds.nbclientTwice);
  const versions = Object.entries(result.versions).map(([name, version]) => `${name} ${version}`);
  const warning = busyWarning(machine);
  process.stdout.write(`${table.toString()}
Medians over the rounds (${result.rounds}), after one that warms up. Planning, which makes every exam once before the first trial, takes ${seconds.oursPlan} s more.
Tasks a second  ${throughput.oursCells} against ${throughput.nbclient}: ${ratio.cells} × on the same cells (at least ${LEAST_RATIO}: ${verdict(ratio.cells >= LEAST_RATIO)}); our whole trials against its bare cells: ${ratio.whole} ×
Floor           the cells' own CPU time is ${seconds.cellCpu} s, over ${machine.cores} cores ${rounded(seconds.cellCpu / machine.cores)} s: open, run, collect takes ${ofFloor.cells} times that (at most ${MOST_OF_FLOOR}: ${verdict(ofFloor.cells <= MOST_OF_FLOOR)}), whole trials ${ofFloor.whole} times
CPU time        ${seconds.nbclientCpu} s of nbclient, ${ratio.cpu} times ours. Ours beside the cells: ${seconds.nodeCpu} s of Node and ${seconds.otherCpu} s of making and ending sandboxes; in whole trials ${seconds.wholeNodeCpu} s of Node and ${seconds.wholeOtherCpu} s of sandboxes, graders and browsers
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
  return result.ratio.cells >= LEAST_RATIO && result.ofFloor.cells <= MOST_OF_FLOOR;
});
