// `npm run bench:commands`: the time of short commands, compared with the start of Node and with nbconvert.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../setup/root.mjs';
import { Problem } from '../src/core/index.ts';
import { count, runBenchmark } from './command.ts';
import { busyWarning, machineNow } from './machine.ts';
import { Peer } from './peer.ts';
import { quantiles, rounded } from './quantiles.ts';

const CELLS = [
  'import pandas as pd\nsales = pd.DataFrame({"month": [1, 1, 2, 2], "amount": [10, 20, 30, 40]})',
  'print(sales.groupby("month").amount.sum())',
];

/** The command that is timed, the command that it is divided by, and the maximum of the ratio. */
const aims = [
  { timed: '--version', against: 'node -e 0', most: 5 },
  { timed: '--help', against: 'node -e 0', most: 5 },
  { timed: 'task list', against: 'node -e 0', most: 8 },
  { timed: 'exec', against: 'nbconvert', most: 1 },
] as const;

type Side = (typeof aims)[number]['timed' | 'against'];

await runBenchmark(async () => {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '15' }, json: { type: 'boolean', default: false } },
  });
  const machine = machineNow();
  const times = await measure(count('--rounds', values.rounds));
  const results = aims.map(({ timed, against, most }) => {
    const ratio = rounded(times[timed] / times[against]);
    return { timed, against, ms: times[timed], againstMs: times[against], ratio, most, met: ratio <= most };
  });
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ machine, times, results }, null, 2)}\n`);
  } else {
    const warning = busyWarning(machine);
    if (warning) process.stdout.write(`${warning}\n`);
    process.stdout.write(`${machine.cores} cores, ${machine.processor}, Node ${machine.node}\n`);
    for (const { timed, against, ms, againstMs, ratio, most, met } of results) {
      const verdict = met ? 'met' : 'missed';
      process.stdout.write(
        `pybench ${timed}: ${ms} ms, ${ratio} times ${against} (${againstMs} ms); aim: at most ${most}: ${verdict}\n`,
      );
    }
  }
  return results.every(({ met }) => met);
});

/** The median of every side in milliseconds. Sides alternate, so that a change of the load affects all of them. */
async function measure(rounds: number): Promise<Record<Side, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'pybench-commands-'));
  const peer = await Peer.start();
  try {
    const program = join(folder, 'program.py');
    writeFileSync(program, CELLS.map((cell) => `# %%\n${cell}\n`).join('\n'));
    const pybench = (...args: string[]) => startTime(join(packageRoot, 'pybench'), args);
    const sides: Record<Side, () => Promise<number>> = {
      'node -e 0': () => startTime(process.execPath, ['-e', '0']),
      '--version': () => pybench('--version'),
      '--help': () => pybench('--help'),
      'task list': () => pybench('task', 'list'),
      exec: () => pybench('exec', program),
      nbconvert: () => peer.nbconvert(CELLS),
    };
    const medians = Object.fromEntries(Object.keys(sides).map((side) => [side, Number.NaN])) as Record<Side, number>;
    const times = new Map<Side, number[]>();
    for (let round = 0; round <= rounds; round += 1) {
      for (const side of Object.keys(sides) as Side[]) {
        const ms = await sides[side]();
        // The first round is a warm-up (build, page caches) and is not counted.
        if (round > 0) times.set(side, [...(times.get(side) ?? []), ms]);
      }
    }
    for (const [side, found] of times) medians[side] = quantiles(found).p50;
    return medians;
  } finally {
    peer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds from the start of a program to its end. */
function startTime(program: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Problem(`not a measurement: ${[program, ...args].join(' ')} failed: ${complaint.trim()}`));
    });
  });
}
