// Our side of the benchmark of interpreters.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensurePython } from '../setup/python.mjs';
import { createProgress } from '../setup/progress.mjs';
import { defaultLimits } from '../src/core/index.ts';
import { openHost, type InterpreterHost } from '../src/interpreter/index.ts';
import { quantiles, type Quantiles } from './quantiles.ts';
import { firstCell, taskCells } from './workload.ts';

export interface Ours {
  readonly isolation: string;
  /** From the request for an interpreter to its first finished pandas cell, in ms: made on demand, and made ahead. */
  readonly firstCell: Quantiles;
  readonly firstCellPooled: Quantiles;
  readonly roundTrip: Quantiles;
  readonly close: Quantiles;
  /** Memory taken from the machine per live interpreter that has run a pandas cell. */
  readonly memoryBytes: number;
  readonly alive: number;
  /** Tasks of five cells a second, sixteen at once. */
  readonly throughput: number;
}

export async function measureOurs(options: { repeats: number; alive: number; tasks: number }): Promise<Ours> {
  const python = await ensurePython(createProgress());
  const cold = await openHost(python, defaultLimits, { ahead: 0 });
  const onDemand = await firstCells(cold, options.repeats, 0);
  const roundTrip = await roundTrips(cold, options.repeats * 10);
  const close = await closings(cold, options.repeats);
  const memoryBytes = await memoryOf(cold, options.alive);
  const throughput = await throughputOf(cold, options.tasks);
  await cold.close();
  const warm = await openHost(python, defaultLimits, { ahead: 2 });
  await (await warm.open([])).close(); // the first one starts the filling
  const firstCellPooled = await firstCells(warm, options.repeats, 300);
  const { isolation } = warm.stack;
  await warm.close();
  return {
    isolation,
    firstCell: onDemand,
    firstCellPooled,
    roundTrip,
    close,
    memoryBytes,
    alive: options.alive,
    throughput,
  };
}

async function firstCells(host: InterpreterHost, repeats: number, pauseMs: number): Promise<Quantiles> {
  const times: number[] = [];
  for (let round = 0; round < repeats; round += 1) {
    await sleep(pauseMs);
    const started = performance.now();
    const interpreter = await host.open([]);
    await interpreter.run(firstCell);
    times.push(performance.now() - started);
    await interpreter.close();
  }
  return quantiles(times);
}

async function roundTrips(host: InterpreterHost, repeats: number): Promise<Quantiles> {
  const interpreter = await host.open([]);
  const times: number[] = [];
  for (let round = 0; round < repeats; round += 1) {
    const started = performance.now();
    await interpreter.run('1 + 1');
    times.push(performance.now() - started);
  }
  await interpreter.close();
  return quantiles(times);
}

async function closings(host: InterpreterHost, repeats: number): Promise<Quantiles> {
  const times: number[] = [];
  for (let round = 0; round < repeats; round += 1) {
    const interpreter = await host.open([]);
    await interpreter.run('1');
    const started = performance.now();
    await interpreter.close();
    times.push(performance.now() - started);
  }
  return quantiles(times);
}

async function memoryOf(host: InterpreterHost, count: number): Promise<number> {
  await sleep(500);
  const before = availableBytes();
  const live = [];
  for (let index = 0; index < count; index += 1) {
    const interpreter = await host.open([]);
    await interpreter.run(firstCell);
    live.push(interpreter);
  }
  await sleep(500);
  const taken = (before - availableBytes()) / count;
  await Promise.all(live.map((each) => each.close()));
  return taken;
}

async function throughputOf(host: InterpreterHost, tasks: number): Promise<number> {
  const queue = Array.from({ length: tasks }).values();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const _ of queue) {
        const interpreter = await host.open([]);
        for (const code of taskCells) await interpreter.run(code);
        await interpreter.close();
      }
    }),
  );
  return tasks / ((performance.now() - started) / 1000);
}

export function availableBytes(): number {
  return Number(/MemAvailable:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024;
}
