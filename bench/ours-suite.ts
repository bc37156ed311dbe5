// Our side of the suite benchmark: only the cells of the reference, and whole trials as `pybench run` runs them.
import type { Verifier } from '../src/verify/index.ts';
import { runAll } from '../src/system/index.ts';
import { readEvents } from '../src/record/index.ts';
import { answerBlock } from '../src/dialects/index.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programAgent } from '../src/agent/index.ts';
import { isKnownEvent, Problem, type EventBody } from '../src/core/index.ts';
import type { InterpreterHost } from '../src/interpreter/index.ts';
import { startRun } from '../src/launch/index.ts';
import { cpuSeconds, cpuSince, type CpuSeconds } from './cpu.ts';
import type { BenchInstance, Left, SuiteChoice } from './instances.ts';

const never = new AbortController().signal;

export interface Pass {
  readonly seconds: number;
  /** CPU time of the cells, as the cell-end events report it. */
  readonly cellSeconds: number;
  /** CPU time of Node and of all its descendants, including cells. */
  readonly cpu: CpuSeconds;
}

/** Opens an interpreter, runs every cell, collects and closes: the same work as the peer does. */
export async function cellsOnly(
  host: InterpreterHost,
  instances: readonly BenchInstance[],
  concurrency: number,
): Promise<Pass & { readonly left: ReadonlyMap<string, Left> }> {
  const left = new Map<string, Left>();
  const cellSeconds: number[] = [];
  const before = cpuSeconds();
  const started = performance.now();
  await runAll(instances, concurrency, never, async (instance) => {
    const events: EventBody[] = [];
    const record = (event: EventBody) => void events.push(event);
    const interpreter = await host.open(instance.files);
    try {
      const agent = programAgent(instance.program);
      const finish = await agent.work({ trial: instance.name, query: '', interpreter, record, signal: never });
      const { files } = await interpreter.collect();
      const answer = finish.kind === 'response' ? (answerBlock(finish.text) ?? '') : '';
      left.set(instance.name, { outputs: files.map(({ path }) => path).toSorted(), answer });
    } finally {
      await interpreter.close();
    }
    cellSeconds.push(fineCells(instance, events));
  });
  const seconds = (performance.now() - started) / 1000;
  return { seconds, cellSeconds: sum(cellSeconds), cpu: cpuSince(before), left };
}

/** A whole run with the time of its parts. */
export interface WholeRun extends Pass {
  /** Seconds until the first trial starts. */
  readonly firstTrialSeconds: number;
  /** Wall time of trials by activity, divided by the concurrency. `planning` is the plan and the wait for instances. */
  readonly parts: { readonly planning: number; readonly cells: number; readonly grading: number };
}

/** Does the work of `pybench run -a reference`: plans, then plays, collects, grades and records each trial. */
export async function wholeTrials(
  { interpreters, verifier }: { interpreters: InterpreterHost; verifier: Verifier },
  instances: readonly BenchInstance[],
  concurrency: number,
  { instanceCache, ...choice }: SuiteChoice & { readonly instanceCache?: string },
): Promise<WholeRun> {
  const folder = mkdtempSync(join(tmpdir(), 'pybench-bench-'));
  const before = cpuSeconds();
  const clock = new PartsClock();
  try {
    const agent = { kind: 'program', program: 'reference' } as const;
    const { run, passed } = await startRun(
      { agent, selection: choice, pace: { concurrency } },
      {
        folder,
        services: { interpreters, verifier },
        instanceCache: instanceCache ?? join(folder, 'instances'),
        onStart: (trial) => clock.mark(trial, 'planning'),
        onEvent: (trial, { kind }) => {
          if (kind === 'trial-start') clock.mark(trial, 'cells');
          if (kind === 'outputs') clock.mark(trial, 'grading');
          if (kind === 'trial-end') clock.end(trial);
        },
      },
    );
    const seconds = clock.now();
    const cpu = cpuSince(before);
    if (passed !== instances.length)
      throw new Problem(`not a measurement: ours passed ${passed} of ${instances.length} trials`);
    const cellSeconds = instances.map((instance) =>
      fineCells(instance, readEvents(run, `${instance.name}#1`).filter(isKnownEvent)),
    );
    const { planning, cells, grading } = clock.parts;
    const parts = {
      planning: clock.planned + planning / concurrency,
      cells: cells / concurrency,
      grading: grading / concurrency,
    };
    return { seconds, cpu, firstTrialSeconds: clock.firstTrial, parts, cellSeconds: sum(cellSeconds) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Part = keyof WholeRun['parts'];

/** Adds up what trials spend on each part, in seconds. */
class PartsClock {
  readonly parts = { planning: 0, cells: 0, grading: 0 };
  /** Seconds until the first trial requests its instance; `firstTrial`: until it has the instance. */
  planned = 0;
  firstTrial = 0;
  readonly #begun = performance.now();
  readonly #running = new Map<string, { part: Part; since: number }>();

  now(): number {
    return (performance.now() - this.#begun) / 1000;
  }

  mark(trial: string, part: Part): void {
    if (part === 'planning') this.planned ||= this.now();
    if (part === 'cells') this.firstTrial ||= this.now();
    this.end(trial);
    this.#running.set(trial, { part, since: this.now() });
  }

  end(trial: string): void {
    const running = this.#running.get(trial);
    if (running) this.parts[running.part] += this.now() - running.since;
    this.#running.delete(trial);
  }
}

/** The CPU time of the cells of an instance; throws unless every cell ended with status "ok". */
function fineCells({ name, program }: BenchInstance, events: readonly EventBody[]): number {
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
