// A separate Node process with a run of many quick trials, which a test kills. The store and the graders are real; the
// interpreters are fakes, so that the process spends most of its time writing.
//   node long-run.mjs start SUITE TRIALS FOLDER   ·   node long-run.mjs resume RUN
import { resumeRun, startRun } from '../../dist/src/launch/index.js';
import { openVerifier } from '../../dist/src/verify/index.js';

/** @type {import('../../dist/src/interpreter/index.js').CellResult} */
const cell = { status: 'ok', outputs: [], stateLost: false, cpuMs: 0, wallMs: 0, memoryBytes: null };

/** @type {import('../../dist/src/interpreter/index.js').InterpreterHost} */
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

const pace = { concurrency: 4 };
const options = {
  services: { interpreters: host, verifier: openVerifier(host) },
  /** @type {(trials: number, folder: string) => void} */
  onPlan: (left, place) => void process.stderr.write(`${left} trials, in ${place}\n`),
};

const [how, what = '', trials, folder = ''] = process.argv.slice(2);
if (how === 'resume') await resumeRun(what, { ...options, pace });
else {
  const seeds = Array.from({ length: Number(trials) }, (_, index) => index + 1);
  const selection = { suite: what, tasks: ['math/double'], seeds };
  await startRun({ agent: { kind: 'program', program: 'reference' }, selection, pace }, { ...options, folder });
}
process.exit(0); // Without it, the process waits for its graders.
