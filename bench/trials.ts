// `npm run bench:trials`: a long run, of an agent and interpreters that do nothing but are graded and recorded like any
// other. The time of a thousand trials and the memory should not depend on how many went before.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { packageRoot } from '../setup/root.mjs';
import { asAnswerBlock, type Agent, type NamedAgent } from '../src/agent/index.ts';
import { wholeNumber } from '../src/cli/flags.ts';
import { defaultLimits, Problem } from '../src/core/index.ts';
import { notebook } from '../src/report/index.ts';
import { defaultConcurrency, startRun } from '../src/run/index.ts';
import { idleHost } from './idle-host.ts';
import { busyWarning, loadNow, machineNow } from './machine.ts';
import { rounded } from './quantiles.ts';

const MOST_SLOWER = 1.25;
/** A row is kept for the summary; anything beyond is a leak. */
const MOST_BYTES_PER_TRIAL = 4096;
const MOST_REPORT_SECONDS = 3;
const MiB = 2 ** 20;

/** After so many trials: seconds since the sample before, and memory once garbage is gone. */
interface Sample {
  readonly trials: number;
  readonly seconds: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
}

/** Reads the two numbers in the query, as anybody would. */
const adder: Agent = {
  work({ query }) {
    const [, a, b] = /(\d+) \+ (\d+)/.exec(query) ?? [];
    return Promise.resolve({ kind: 'response', text: asAnswerBlock(JSON.stringify({ sum: Number(a) + Number(b) })) });
  },
};
const agent: NamedAgent = { name: 'adder', model: null, programFor: () => undefined, forTask: () => adder };

async function longRun(trials: number, step: number, folder: string) {
  const samples: Sample[] = [];
  let [planned, last] = [0, performance.now()];
  const { run, passed } = await startRun({
    agent,
    suite: `dir:${join(packageRoot, 'bench', 'tasks')}`,
    tasks: ['math/small-sum'],
    languages: ['en'],
    seeds: Array.from({ length: trials }, (_, index) => index + 1),
    attempts: 1,
    twins: false,
    salt: '',
    concurrency: defaultConcurrency(),
    limits: defaultLimits,
    folder,
    host: idleHost,
    signal: new AbortController().signal,
    notebook,
    onPlan: () => {
      planned = (performance.now() - last) / 1000;
      last = performance.now();
    },
    onRow: (_, done) => {
      if (done % step !== 0) return;
      const seconds = (performance.now() - last) / 1000;
      globalThis.gc?.();
      const { rss: residentBytes, heapUsed: heapBytes } = process.memoryUsage();
      samples.push({ trials: done, seconds, residentBytes, heapBytes });
      last = performance.now();
    },
  });
  if (passed !== trials) throw new Problem(`not a measurement: ${trials - passed} trials did not pass`);
  return { run, planSeconds: planned, samples };
}

/** What a person waits for who asks how the run went. */
function reportSeconds(run: string): number {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [join(packageRoot, 'dist/src/cli/main.js'), 'report', run]);
  if (status !== 0) throw new Problem(`"pybench report" ended with code ${status}`);
  return (performance.now() - started) / 1000;
}

async function measure(trials: number) {
  const folder = mkdtempSync(join(tmpdir(), 'pybench-bench-'));
  const machine = machineNow();
  const step = Math.max(1, Math.round(trials / 10));
  try {
    await longRun(2 * step, step, folder); // Graders stand ready, and the code is warm.
    const { run, planSeconds, samples } = await longRun(trials, step, folder);
    const [first, final] = [samples[0], samples.at(-1)];
    if (!first || !final || first === final) throw new Problem('--trials takes at least 2');
    return {
      trials,
      planSeconds,
      samples,
      slower: final.seconds / first.seconds,
      bytesPerTrial: (final.heapBytes - first.heapBytes) / (final.trials - first.trials),
      reportSeconds: reportSeconds(run),
      machine: { ...machine, loadAfter: loadNow() },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Measured = Awaited<ReturnType<typeof measure>>;

const verdicts = ({ slower, bytesPerTrial, reportSeconds: report }: Measured) => ({
  linear: slower <= MOST_SLOWER,
  flat: bytesPerTrial <= MOST_BYTES_PER_TRIAL,
  report: report <= MOST_REPORT_SECONDS,
});

function print(result: Measured): void {
  const { samples, machine } = result;
  const table = new Table({
    head: ['trials', 'seconds', 'ms a trial', 'resident MiB', 'heap MiB'],
    style: { head: [], border: [] },
  });
  let before = 0;
  for (const { trials, seconds, residentBytes, heapBytes } of samples) {
    const each = (seconds * 1000) / (trials - before);
    table.push([trials, ...[seconds, each, residentBytes / MiB, heapBytes / MiB].map(rounded)]);
    before = trials;
  }
  const fine = verdicts(result);
  const say = (ok: boolean) => (ok ? 'OK' : 'not OK');
  const warning = busyWarning(machine);
  process.stdout.write(`${table.toString()}
Planning   ${rounded(result.planSeconds)} s for ${result.trials} exams
Time       the last rows took ${rounded(result.slower)} times the first (at most ${MOST_SLOWER}): ${say(fine.linear)}
Memory     the heap grew by ${Math.round(result.bytesPerTrial)} bytes a trial (at most ${MOST_BYTES_PER_TRIAL}): ${say(fine.flat)}
Report     "pybench report" took ${rounded(result.reportSeconds)} s (at most ${MOST_REPORT_SECONDS}): ${say(fine.report)}
${machine.cores} cores (${machine.processor}), Node ${machine.node}; load ${machine.loadBefore.toFixed(1)} before, ${machine.loadAfter.toFixed(1)} after
${warning ? `${warning}\n` : ''}`);
}

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, trials: { type: 'string', default: '10000' } },
});
try {
  if (!globalThis.gc)
    throw new Problem('memory can only be measured with node --expose-gc: use "npm run bench:trials"');
  const result = await measure(wholeNumber(2).parse(values.trials));
  if (values.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else print(result);
  process.exitCode = Object.values(verdicts(result)).every(Boolean) ? 0 : 1;
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  process.stderr.write(`pybench: ${error.message}\n`);
  process.exitCode = 1;
}
