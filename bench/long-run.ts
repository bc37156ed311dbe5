// A run of many trials that do almost no work; they are graded and recorded like other trials.
import { openVerifier } from '../src/verify/index.ts';
import { asAnswerBlock } from '../src/dialects/index.ts';
import { join } from 'node:path';
import { packageRoot } from '../setup/root.mjs';
import { customAgent, type Agent } from '../src/agent/index.ts';
import { Problem } from '../src/core/index.ts';
import { startRun } from '../src/launch/index.ts';
import { idleHost } from './idle-host.ts';

/** A sample after `trials` trials: the time since the previous sample, and the memory after garbage collection. */
interface Sample {
  readonly trials: number;
  readonly seconds: number;
  /** CPU time of this process, without the grader processes. */
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
}

export interface LongRun {
  readonly run: string;
  readonly planSeconds: number;
  readonly samples: readonly Sample[];
}

/** Answers with the sum of the two numbers in the query. */
const adder: Agent = {
  work({ query }) {
    const [, a, b] = /(\d+) \+ (\d+)/.exec(query) ?? [];
    return Promise.resolve({ kind: 'response', text: asAnswerBlock(JSON.stringify({ sum: Number(a) + Number(b) })) });
  },
};
const agent = customAgent('adder', adder);

export async function longRun(trials: number, step: number, folder: string): Promise<LongRun> {
  const samples: Sample[] = [];
  const begun = clock();
  let last = begun;
  let planSeconds = 0;
  const selection = {
    suite: `dir:${join(packageRoot, 'bench', 'tasks')}`,
    tasks: ['math/small-sum'],
    seeds: Array.from({ length: trials }, (_, index) => index + 1),
  };
  const { run, passed } = await startRun(
    { agent: agent.spec, selection },
    {
      agent,
      folder,
      services: { interpreters: idleHost, verifier: openVerifier(idleHost) },
      onPlan: () => {
        last = clock();
        planSeconds = last.seconds - begun.seconds;
      },
      onRow: (_, done) => {
        if (done % step !== 0) return;
        const now = clock();
        globalThis.gc?.();
        const { rss: residentBytes, heapUsed: heapBytes } = process.memoryUsage();
        const taken = { seconds: now.seconds - last.seconds, cpuSeconds: now.cpuSeconds - last.cpuSeconds };
        samples.push({ trials: done, ...taken, residentBytes, heapBytes });
        last = clock(); // The time of garbage collection is not counted.
      },
    },
  );
  if (passed !== trials) throw new Problem(`not a measurement: ${trials - passed} of ${trials} trials did not pass`);
  return { run, planSeconds, samples };
}

function clock(): { seconds: number; cpuSeconds: number } {
  const { user, system } = process.cpuUsage();
  return { seconds: performance.now() / 1000, cpuSeconds: (user + system) / 1e6 };
}
