// A Node process of its own with a run of very many quick trials, to be killed by a test. The store and the graders are the
// real ones; the interpreters only pretend, so that most of its time goes into writing.
//   node long-run.mjs start SUITE TRIALS FOLDER   ·   node long-run.mjs resume RUN
import { namedAgent } from '../../dist/src/agent/index.js';
import { defaultLimits } from '../../dist/src/core/index.js';
import { notebook } from '../../dist/src/record/index.js';
import { openVerifier } from '../../dist/src/verify/index.js';
import { resumeRun, startRun } from '../../dist/src/run/index.js';

/** @type {import('../../dist/src/index.js').CellResult} */
const cell = { status: 'ok', outputs: [], stateLost: false, cpuMs: 0, wallMs: 0, memoryBytes: null };

/** @type {import('../../dist/src/index.js').InterpreterHost} */
const host = {
  stack: { isolation: 'none', version: '3', packages: {}, image: null },
  close: async () => {},
  open: async ([input]) => {
    const double = 2 * Number(Buffer.from(input?.bytes ?? '').toString());
    /** @type {import('../../dist/src/core/index.js').CellOutput} */
    const said = { type: 'stream', name: 'stdout', text: JSON.stringify({ result: double }) };
    const file = { path: 'output/double.csv', bytes: Buffer.from(`result\n${double}\n`) };
    return {
      run: async (code) => (code.includes('print(json') ? { ...cell, outputs: [said] } : cell),
      collect: async () => ({ files: [file], left: [], inputsIntact: true, figures: new Map() }),
      close: async () => {},
    };
  },
};

const means = {
  services: { interpreters: host, verifier: openVerifier(host) },
  salt: '',
  concurrency: 4,
  signal: new AbortController().signal,
  notebook,
  /** @type {(trials: number, folder: string) => void} */
  onPlan: (left, place) => void process.stderr.write(`${left} trials, in ${place}\n`),
};

const [how, what = '', trials, folder = ''] = process.argv.slice(2);
if (how === 'resume') await resumeRun({ ...means, run: what, agent: namedAgent('reference') });
else {
  await startRun({
    ...means,
    agent: 'reference',
    suite: what,
    tasks: ['math/double'],
    languages: ['en'],
    seeds: Array.from({ length: Number(trials) }, (_, index) => index + 1),
    attempts: 1,
    twins: false,
    limits: defaultLimits,
    folder,
  });
}
process.exit(0); // Graders would be waited for.
