// Our side of the suite benchmark: the reference agent's cells alone, and whole trials as the product runs them.
import type { Verifier } from '../src/verify/index.ts';
import { runAll } from '../src/system/index.ts';
import { notebook, readEvents } from '../src/record/index.ts';
import { answerBlock } from '../src/dialects/index.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programAgent } from '../src/agent/index.ts';
import { defaultLimits, isKnownEvent, Problem, type EventBody } from '../src/core/index.ts';
import type { InterpreterHost } from '../src/interpreter/index.ts';
import { startRun } from '../src/run/index.ts';
import { cpuSeconds, cpuSince, type CpuSeconds } from './cpu.ts';
import type { BenchExam, Left, SuiteChoice } from './exams.ts';

const never = new AbortController().signal;

export interface Pass {
  readonly seconds: number;
  /** CPU time of the cells themselves, as their ends report it. */
  readonly cellSeconds: number;
  /** CPU time of Node and of all that it started, cells included. */
  readonly cpu: CpuSeconds;
}

/** Open, run every cell, collect, close: what the peer does, and no more. */
export async function cellsOnly(
  host: InterpreterHost,
  exams: readonly BenchExam[],
  concurrency: number,
): Promise<Pass & { readonly left: ReadonlyMap<string, Left> }> {
  const left = new Map<string, Left>();
  const cellSeconds: number[] = [];
  const before = cpuSeconds();
  const started = performance.now();
  await runAll(exams, concurrency, never, async (exam) => {
    const events: EventBody[] = [];
    const record = (event: EventBody) => void events.push(event);
    const interpreter = await host.open(exam.files);
    try {
      const agent = programAgent(exam.program);
      const finish = await agent.work({ trial: exam.name, query: '', interpreter, record, signal: never });
      const { files } = await interpreter.collect();
      const answer = finish.kind === 'response' ? (answerBlock(finish.text) ?? '') : '';
      left.set(exam.name, { outputs: files.map(({ path }) => path).toSorted(), answer });
    } finally {
      await interpreter.close();
    }
    cellSeconds.push(fineCells(exam, events));
  });
  const seconds = (performance.now() - started) / 1000;
  return { seconds, cellSeconds: sum(cellSeconds), cpu: cpuSince(before), left };
}

/** As `pybench run -a reference` does it, from the plan on: each played, collected, graded and recorded. */
export async function wholeTrials(
  { interpreters, verifier }: { interpreters: InterpreterHost; verifier: Verifier },
  exams: readonly BenchExam[],
  concurrency: number,
  choice: SuiteChoice,
): Promise<Pass & { readonly planSeconds: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'pybench-bench-'));
  const begun = performance.now();
  let planned = begun;
  let before = cpuSeconds();
  try {
    const { run, passed } = await startRun({
      ...choice,
      agent: 'reference',
      languages: ['en'],
      attempts: 1,
      twins: false,
      salt: '',
      concurrency,
      limits: defaultLimits,
      folder,
      services: { interpreters, verifier },
      signal: never,
      notebook,
      onPlan: () => {
        before = cpuSeconds();
        planned = performance.now();
      },
    });
    const seconds = (performance.now() - planned) / 1000;
    const cpu = cpuSince(before);
    if (passed !== exams.length)
      throw new Problem(`not a measurement: ours passed ${passed} of ${exams.length} trials`);
    const cellSeconds = exams.map((exam) => fineCells(exam, readEvents(run, `${exam.name}#1`).filter(isKnownEvent)));
    return { seconds, cpu, planSeconds: (planned - begun) / 1000, cellSeconds: sum(cellSeconds) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The CPU time of an exam's cells, all of which must have ended well. */
function fineCells({ name, program }: BenchExam, events: readonly EventBody[]): number {
  const ends = events.filter((event) => event.kind === 'cell-end');
  const bad = ends.find(({ status }) => status !== 'ok');
  if (bad) throw new Problem(`not a measurement: cell ${bad.cell} of ${name} ended with ${bad.reason ?? bad.status}`);
  if (ends.length !== program.cells.length)
    throw new Problem(`not a measurement: ${ends.length} of ${program.cells.length} cells of ${name} were run`);
  return sum(ends.map(({ cpuMs }) => cpuMs)) / 1000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
