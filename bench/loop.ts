// `npm run bench:loop`: the overhead of the harness. Many trials run at once with a model that only sleeps and an
// interpreter that does nothing, so the run should take the time of the model and use almost no CPU.
import { openVerifier } from '../src/verify/index.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { modelAgent } from '../src/agent/model/index.ts';
import { defaultLimits } from '../src/core/index.ts';
import type { Model } from '../src/model/index.ts';
import { startRun } from '../src/launch/index.ts';
import { idleHost } from './idle-host.ts';

const MOST_TIME = 1.2;
const MOST_CPU_MS = 10;

/** A model that runs code in every turn except the last one; then it gives a wrong answer, so that grading runs too. */
function waiting(turns: number, latencyMs: number): Model {
  return {
    name: 'bench/waiting',
    sees: false,
    async complete(_, { turn, signal }) {
      await sleep(latencyMs, undefined, { signal });
      const code = `I look at part ${turn} of the data.\n\n\`\`\`python\nprint(table.head(${turn}))\n\`\`\``;
      const text = turn < turns ? code : 'Done.\n\n```answer\n{"winners": ["nobody"], "wins": 0}\n```';
      return { parts: [{ type: 'text', text }], finish: 'stop', usage: {}, latencyMs, attempts: 1 };
    },
  };
}

interface Measured {
  readonly trials: number;
  readonly turns: number;
  readonly latencyMs: number;
  readonly seconds: number;
  /** Measured time ÷ the least time that the latency of the model allows. */
  readonly ratio: number;
  /** CPU time of this process, without the grader processes. */
  readonly cpuMsPerTurn: number;
  readonly load: number;
}

async function measure(trials: number, turns: number, latencyMs: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'pybench-bench-'));
  const start = { at: 0, cpu: process.cpuUsage() };
  try {
    const agent = modelAgent({ model: waiting(turns, latencyMs), stack: idleHost.stack, limits: defaultLimits });
    const seeds = Array.from({ length: trials }, (_, index) => index + 1);
    const selection = { tasks: ['chart/tied-winner'], seeds };
    const { scored } = await startRun(
      { agent: agent.spec, selection, pace: { concurrency: trials } },
      {
        agent,
        folder,
        services: { interpreters: idleHost, verifier: openVerifier(idleHost) },
        onPlan: () => Object.assign(start, { at: performance.now(), cpu: process.cpuUsage() }),
      },
    );
    if (scored !== trials) throw new Error(`${trials - scored} trials were not scored`);
    const seconds = (performance.now() - start.at) / 1000;
    const { user, system } = process.cpuUsage(start.cpu);
    return {
      trials,
      turns,
      latencyMs,
      seconds,
      ratio: seconds / ((turns * latencyMs) / 1000),
      cpuMsPerTurn: (user + system) / 1000 / (trials * turns),
      load: loadavg()[0] ?? 0,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    trials: { type: 'string', default: '200' },
    turns: { type: 'string', default: '8' },
    latency: { type: 'string', default: '2000' },
  },
});
// A run starts the grader processes once and keeps them; this call starts them before the measurement.
await measure(2, 1, 0);
const result = await measure(Number(values.trials), Number(values.turns), Number(values.latency));
const { trials, turns, latencyMs, seconds, ratio, cpuMsPerTurn, load } = result;
const verdict = (fine: boolean) => (fine ? 'met' : 'missed');
process.stdout.write(
  values.json
    ? `${JSON.stringify(result, null, 2)}\n`
    : `${trials} trials at once, ${turns} turns, latency ${latencyMs} ms; load ${load.toFixed(1)}
time     ${seconds.toFixed(2)} s, ${ratio.toFixed(3)} times what latency allows (at most ${MOST_TIME}: ${verdict(ratio <= MOST_TIME)})
CPU      ${cpuMsPerTurn.toFixed(2)} ms a turn (at most ${MOST_CPU_MS}: ${verdict(cpuMsPerTurn <= MOST_CPU_MS)})
`,
);
process.exitCode = ratio <= MOST_TIME && cpuMsPerTurn <= MOST_CPU_MS ? 0 : 1;
