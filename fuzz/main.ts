// `npm run fuzz -- --seconds 60`: passes mutated files to every reader in processes with limits. A finding is an error
// other than a FormatProblem, too much CPU time or memory, a hang or a crash; its input is minimised and stored.
import { parseArgs } from 'node:util';
import { count, runBenchmark } from '../bench/command.ts';
import { Problem } from '../src/core/index.ts';
import { BoundedWorker } from './bounded.ts';
import { inputOf, targetNamed } from './inputs.ts';
import { minimised, signature } from './minimise.ts';
import { keepSeed } from './seeds.ts';
import { targets } from './targets.ts';

/** The longest wall time for one target before the next one runs, so that a short run covers every target. */
const MAX_TURN_MS = 8000;

interface Tally {
  next: number;
  slowestMs: number;
  readonly found: Map<string, string>;
}

async function fuzz(names: readonly string[], seconds: number, run: string): Promise<boolean> {
  const tallies = new Map(names.map((name): [string, Tally] => [name, { next: 0, slowestMs: 0, found: new Map() }]));
  const worker = new BoundedWorker();
  const end = performance.now() + seconds * 1000;
  const turnMs = Math.min(MAX_TURN_MS, (seconds * 1000) / names.length);
  try {
    while (performance.now() < end) {
      for (const [name, tally] of tallies) await turn(name, tally, run, worker, performance.now() + turnMs);
    }
  } finally {
    worker.close();
  }
  const all = [...tallies.values()].flatMap(({ found }) => [...found.values()]);
  for (const [name, { next, slowestMs, found }] of tallies)
    process.stdout.write(`${name.padEnd(18)} ${next} inputs, slowest ${slowestMs} ms, ${found.size} findings\n`);
  process.stdout.write(`run ${run}: ${all.length} findings\n`);
  return all.length === 0;
}

async function turn(name: string, tally: Tally, run: string, worker: BoundedWorker, until: number): Promise<void> {
  const job = { name, run, from: tally.next, until: tally.next + 1_000_000 };
  const { read, slowestMs, finding } = await worker.run(job, until);
  tally.next += read;
  tally.slowestMs = Math.max(tally.slowestMs, slowestMs);
  if (!finding) return;
  tally.next = finding.number + 1;
  if (tally.found.has(signature(finding))) return;
  const target = targetNamed(name);
  const input = inputOf(name, await target.samples(), target.container, run, finding.number);
  const bytes = await minimised(name, input, finding, worker);
  const path = keepSeed(name, finding.what, bytes);
  tally.found.set(signature(finding), path);
  process.stdout.write(`${name}: ${finding.what}: ${finding.detail}\n  ${bytes.length} bytes, kept as ${path}\n`);
}

await runBenchmark(async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      target: { type: 'string', multiple: true },
      run: { type: 'string', default: String(Date.now()) },
    },
  });
  const names = values.target ?? Object.keys(targets);
  const unknown = names.find((name) => !(name in targets));
  if (unknown !== undefined)
    throw new Problem(`there is no target "${unknown}", only ${Object.keys(targets).join(', ')}`);
  return await fuzz(names, count('--seconds', values.seconds), values.run);
});
