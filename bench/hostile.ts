// `npm run bench:hostile`: measures how much hostile trials slow down other trials. It runs fifty trials of the
// reference, then the same with ten hostile ones, and compares the total time of the forty trials that both runs share.
import { openVerifier } from '../src/verify/index.ts';
import { defaultConcurrency } from '../src/system/index.ts';
import { readRun } from '../src/record/index.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createProgress } from '../setup/progress.mjs';
import { ensurePython } from '../setup/python.mjs';
import { scriptedAgent, type NamedAgent } from '../src/agent/index.ts';
import { defaultLimits, isTaskId, parseTrialId, Problem, type ResultRow } from '../src/core/index.ts';
import { openHost, type InterpreterHost } from '../src/interpreter/index.ts';
import { startRun } from '../src/launch/index.ts';
import { runBenchmark } from './command.ts';
import { busyWarning, machineNow } from './machine.ts';
import { rounded } from './quantiles.ts';

const TRIALS = 50;
const EVERY = 5;
const MOST_SLOWER = 1.5;
/** The attacks have different targets: the supervisor, the zygote, the channel, memory, processes, file collection. */
const attacks = ['realtime-signal', 'no-figures', 'clone-parent', 'newlines', 'syncs', 'huge-errors', 'memory', 'long-paths', 'processes', 'holes']; // prettier-ignore

const isHostile = (seed: number) => seed % EVERY === 0;

function mixed(): NamedAgent {
  const reference = scriptedAgent({ kind: 'program', program: 'reference' });
  return {
    ...reference,
    spec: { kind: 'custom', name: 'mixed' },
    forTask: (task, instance) => {
      const name = attacks[(instance.id.seed / EVERY - 1) % attacks.length] ?? '';
      return (isHostile(instance.id.seed) ? scriptedAgent({ kind: 'hostile', name }) : reference).forTask(
        task,
        instance,
      );
    },
  };
}

interface Timed {
  /** Wall time of the whole run. */
  readonly seconds: number;
  /** The outcome of each of the forty honest trials; `honestSeconds` is their total time. */
  readonly verdicts: string;
  readonly honestSeconds: number;
}

const seedOf = ({ id }: ResultRow) => parseTrialId(id)?.seed ?? 0;

async function timed(agent: NamedAgent, task: string, host: InterpreterHost, folder: string): Promise<Timed> {
  if (!isTaskId(task)) throw new Problem(`there is no task "${task}"`);
  const started = performance.now();
  const seeds = Array.from({ length: TRIALS }, (_, index) => index + 1);
  const { run } = await startRun(
    {
      agent: agent.spec,
      selection: { tasks: [task], seeds },
      pace: { concurrency: 2 * defaultConcurrency(false) },
    },
    { agent, folder, services: { interpreters: host, verifier: openVerifier(host) } },
  );
  const seconds = (performance.now() - started) / 1000;
  const honest = readRun(run)
    .rows.filter((row) => !isHostile(seedOf(row)))
    .toSorted((a, b) => seedOf(a) - seedOf(b));
  return {
    seconds,
    verdicts: honest.map((row) => `${seedOf(row)} ${row.outcome.kind}`).join(', '),
    honestSeconds: honest.reduce((sum, { wallMs }) => sum + wallMs / 1000, 0),
  };
}

await runBenchmark(async () => {
  const { values } = parseArgs({ options: { task: { type: 'string', default: 'chart/tied-winner' } } });
  const machine = machineNow();
  const folder = mkdtempSync(join(tmpdir(), 'pybench-bench-'));
  const host = await openHost(await ensurePython(createProgress()), defaultLimits);
  try {
    await timed(scriptedAgent({ kind: 'program', program: 'reference' }), values.task, host, folder);
    const alone = await timed(scriptedAgent({ kind: 'program', program: 'reference' }), values.task, host, folder);
    const beside = await timed(mixed(), values.task, host, folder);
    const ratio = beside.honestSeconds / alone.honestSeconds;
    const same = beside.verdicts === alone.verdicts;
    const ok = same && ratio <= MOST_SLOWER;
    const warning = busyWarning(machine);
    process.stdout.write(`${TRIALS} trials of ${values.task}, ${TRIALS / EVERY} of them hostile in the second run
Verdicts  of the other ${TRIALS - TRIALS / EVERY}: ${same ? 'the same' : 'NOT the same'}
Time      of the other ${TRIALS - TRIALS / EVERY}: ${rounded(alone.honestSeconds)} s without, ${rounded(beside.honestSeconds)} s beside them: ${rounded(ratio)} times (at most ${MOST_SLOWER}): ${ok ? 'OK' : 'not OK'}
Runs      ${rounded(alone.seconds)} s and ${rounded(beside.seconds)} s, the hostile trials' own time included
${warning ? `${warning}\n` : ''}`);
    return ok;
  } finally {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
