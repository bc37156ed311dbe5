// Isolation levels, and the limits of a trial.
import { z } from 'zod';
import { defined } from '../defined.ts';

export const isolationLevels = ['full', 'root', 'landlock', 'none'] as const;
export const isolationSchema = z.enum(isolationLevels);
export type IsolationLevel = z.infer<typeof isolationSchema>;

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Limits of a trial. Time is CPU time of the cell, with a wall cap of `wallFactor` times that. */
export const limitsSchema = z.object({
  cellCpuSeconds: z.number().positive(),
  wallFactor: z.number().positive(),
  /** Of all processes of the sandbox together. */
  memoryBytes: z.int().positive(),
  processes: z.int().positive(),
  openFiles: z.int().positive(),
  /** The largest single file. */
  fileBytes: z.int().positive(),
  workspaceBytes: z.int().positive(),
  workspaceFiles: z.int().positive(),
  tmpBytes: z.int().positive(),
  tmpFiles: z.int().positive(),
  /** /dev/shm. */
  sharedBytes: z.int().positive(),
  /** What a cell may write past Python's own streams. */
  rawBytes: z.int().positive(),
  /** What the capture of figures may keep. */
  figureBytes: z.int().positive(),
  /** What is copied out of ./output. */
  outputFiles: z.int().positive(),
  outputBytes: z.int().positive(),
});
export type Limits = z.infer<typeof limitsSchema>;

const MiB = 2 ** 20;

export const defaultLimits: Limits = {
  cellCpuSeconds: 60,
  wallFactor: 5,
  memoryBytes: 2048 * MiB,
  processes: 96,
  openFiles: 512,
  fileBytes: 256 * MiB,
  workspaceBytes: 512 * MiB,
  workspaceFiles: 16_384,
  tmpBytes: 256 * MiB,
  tmpFiles: 8192,
  sharedBytes: 128 * MiB,
  rawBytes: 64 * MiB,
  figureBytes: 64 * MiB,
  outputFiles: 1000,
  outputBytes: 256 * MiB,
};

/** Limits with the defaults for those that are not given. */
export function withDefaultLimits(given: Loose<Limits>): Limits {
  return { ...defaultLimits, ...defined(given) };
}

/** Time that a trial may take by the wall clock; 0 is no limit. */
export const timeLimitsSchema = z.object({
  /** From start to end: past it the trial is a `timeout`. */
  trialSeconds: z.int().nonnegative(),
  /** Without any event: a service or a sandbox that hangs, no fault of the agent's. */
  idleSeconds: z.int().nonnegative(),
});
export type TimeLimits = z.infer<typeof timeLimitsSchema>;

export const defaultTimeLimits: TimeLimits = { trialSeconds: 3600, idleSeconds: 1800 };
export const noTimeLimits: TimeLimits = { trialSeconds: 0, idleSeconds: 0 };

export function withDefaultTimeLimits(given: Loose<TimeLimits>): TimeLimits {
  return { ...defaultTimeLimits, ...defined(given) };
}
