// Our side of the interpreter benchmark, measured in the same way as the peers.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Interpreter, InterpreterHost } from '../src/interpreter/index.ts';
import { availableBytes } from './memory.ts';

/** Milliseconds from the request for an interpreter to the end of its first cell, one interpreter after another. */
export async function firstCells(host: InterpreterHost, count: number, code: string, pauseMs = 0): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    await sleep(pauseMs);
    const started = performance.now();
    const interpreter = await host.open([]);
    await interpreter.run(code);
    times.push(performance.now() - started);
    await interpreter.close();
  }
  return times;
}

export async function roundTrips(host: InterpreterHost, count: number, code: string): Promise<number[]> {
  const interpreter = await host.open([]);
  const times: number[] = [];
  for (let round = 0; round < count + 20; round += 1) {
    const started = performance.now();
    await interpreter.run(code);
    times.push(performance.now() - started);
  }
  await interpreter.close();
  return times.slice(20); // the first ones warm up
}

/** Decrease of the machine's available memory per idle interpreter after the code, including supervisors. */
export async function memoryBytes(host: InterpreterHost, count: number, code: string): Promise<number> {
  const before = await availableBytes();
  const live: Interpreter[] = [];
  for (let index = 0; index < count; index += 1) {
    const interpreter = await host.open([]);
    await interpreter.run(code);
    live.push(interpreter);
  }
  const taken = (before - (await availableBytes())) / count;
  await Promise.all(live.map((each) => each.close()));
  return taken;
}

/** Tasks per second, each in a new interpreter. */
export async function throughput(
  host: InterpreterHost,
  tasks: number,
  atOnce: number,
  cells: readonly string[],
): Promise<number> {
  const queue = Array.from({ length: tasks }).values();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const _ of queue) {
        const interpreter = await host.open([]);
        for (const code of cells) await interpreter.run(code);
        await interpreter.close();
      }
    }),
  );
  return tasks / ((performance.now() - started) / 1000);
}
