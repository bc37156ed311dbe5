// `npm run bench:trials`: ten thousand trials in one run. The time of a thousand trials and the memory that they leave
// should not depend on the number of earlier trials.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { packageRoot } from '../setup/root.mjs';
import { Problem } from '../src/core/index.ts';
import { count, runBenchmark } from './command.ts';
import { longRun, type LongRun } from './long-run.ts';
import { busyWarning, loadNow, machineNow, type Machine } from './machine.ts';
import { rounded } from './quantiles.ts';

const MOST_SLOWER = 1.25;
/** The run keeps one row per trial for the summary; growth beyond that is a leak. */
const MOST_BYTES_PER_TRIAL = 2048;
const MOST_REPORT_SECONDS = 3;
const PARTS = 10;
const MiB = 2 ** 20;

interface Benchmark extends Omit<LongRun, 'run'> {
  /** Time of the last tenth ÷ time of the first tenth. */
  readonly slower: number;
  /** Growth of the heap per trial after the first tenth. */
  readonly bytesPerTrial: number;
  readonly reportSeconds: number;
  readonly machine: Machine & { readonly loadAfter: number };
}

async function measure(trials: number): Promise<Benchmark> {
  const folder = mkdtempSync(join(tmpdir(), 'pybench-bench-'));
  const machine = machineNow();
  const step = Math.floor(trials / PARTS);
  if (step < 1) throw new Problem(`--trials takes at least ${PARTS}`);
  try {
    process.stderr.write('warming up\n');
    await longRun(step, step, folder);
    process.stderr.write(`${trials} trials\n`);
    const { run, planSeconds, samples } = await longRun(trials, step, folder);
    const [first, last] = [samples[0], samples.at(-1)];
    if (!first || !last) throw new Error('there are no samples');
    return {
      planSeconds,
      samples,
      slower: last.seconds / first.seconds,
      bytesPerTrial: (last.heapBytes - first.heapBytes) / (last.trials - first.trials),
      reportSeconds: reportSeconds(run),
      machine: { ...machine, loadAfter: loadNow() },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The time of `pybench report` on the run. */
function reportSeconds(run: string): number {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [join(packageRoot, 'dist/src/cli/main.js'), 'report', run]);
  if (status !== 0) throw new Problem(`"pybench report" ended with code ${status}`);
  return (performance.now() - started) / 1000;
}

const verdicts = ({ slower, bytesPerTrial, reportSeconds: report }: Benchmark) => ({
  linear: slower <= MOST_SLOWER,
  flat: bytesPerTrial <= MOST_BYTES_PER_TRIAL,
  report: report <= MOST_REPORT_SECONDS,
});

const say = (ok: boolean) => (ok ? 'OK' : 'not OK');

function print(result: Benchmark): void {
  const { samples, machine } = result;
  const step = samples[0]?.trials ?? 1;
  const table = new Table({
    head: ['trials', 'seconds', 'ms a trial', 'CPU ms a trial', 'resident MiB', 'heap MiB'],
    style: { head: [], border: [] },
  });
  for (const { trials, seconds, cpuSeconds, residentBytes, heapBytes } of samples) {
    const each = [seconds * 1000, cpuSeconds * 1000].map((taken) => taken / step);
    table.push([trials, ...[seconds, ...each, residentBytes / MiB, heapBytes / MiB].map(rounded)]);
  }
  const fine = verdicts(result);
  const warning = busyWarning(machine);
  process.stdout.write(`${table.toString()}
Planning  ${rounded(result.planSeconds)} s before the first trial, which makes no instance
Time      the last ${step} trials took ${rounded(result.slower)} times the first (at most ${MOST_SLOWER}): ${say(fine.linear)}
Memory    the heap grew by ${Math.round(result.bytesPerTrial)} bytes a trial (at most ${MOST_BYTES_PER_TRIAL}): ${say(fine.flat)}
Report    "pybench report" took ${rounded(result.reportSeconds)} s (at most ${MOST_REPORT_SECONDS}): ${say(fine.report)}
${machine.cores} cores (${machine.processor}), Node ${machine.node}; load ${machine.loadBefore.toFixed(1)} before, ${machine.loadAfter.toFixed(1)} after
${warning ? `${warning}\n` : ''}`);
}

await runBenchmark(async () => {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, trials: { type: 'string', default: '10000' } },
  });
  if (!globalThis.gc) throw new Problem('memory is measured with node --expose-gc: use "npm run bench:trials"');
  const result = await measure(count('--trials', values.trials));
  if (values.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else print(result);
  return Object.values(verdicts(result)).every(Boolean);
});
