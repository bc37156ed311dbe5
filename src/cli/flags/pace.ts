// How fast a run goes, and how long it may take.
import { defaultLimits, defaultTimeLimits, type TimeLimits } from '../../core/index.ts';
import type { Flag, FlagValues, Flags } from './flag.ts';
import { wholeNumber } from './common.ts';
import { stopSignal } from '../terminal/stop.ts';

const seconds = (about: string): Flag<number | undefined> => ({
  value: 'SECONDS',
  about,
  schema: wholeNumber(0).optional(),
});

/** May differ from one sitting to the next: they change no result. */
export const paceFlags = {
  concurrency: {
    short: 'n',
    value: 'N',
    about: 'trials at once (default: one per core, eight per core with a model)',
    schema: wholeNumber(1).optional(),
  },
  cells: {
    value: 'N',
    about: 'cells that run at once; the others wait, and their time does not run (default: two per core)',
    schema: wholeNumber(1).optional(),
  },
  maxTime: { ...seconds('stop the run after so long; "pybench resume" goes on'), schema: wholeNumber(1).optional() },
} satisfies Flags;

/** Code that sleeps is no sandbox that hangs: a shorter limit would take a failure for a fault of the machine. */
const LONGEST_CELL = defaultLimits.cellCpuSeconds * defaultLimits.wallFactor;
const GRADING_SECONDS = 600;

/** Recorded with the run: a trial that takes too long has failed. */
export const timeFlags = {
  trialTimeout: seconds(`how long a trial may take (default: ${defaultTimeLimits.trialSeconds}; 0: no limit)`),
  idleTimeout: {
    ...seconds(
      `how long nothing may happen in a trial before it is given up (default: ${defaultTimeLimits.idleSeconds}; 0: no limit)`,
    ),
    schema: wholeNumber(0)
      .refine((value) => value === 0 || value > LONGEST_CELL, {
        error: `must be 0 or more than ${LONGEST_CELL}: so long a cell may take`,
      })
      .optional(),
  },
} satisfies Flags;

type TimeValues = FlagValues<typeof timeFlags> & {
  readonly execTimeout?: number | undefined;
  readonly model?: string | undefined;
};

/** A program that was given more time than a trial has by default has it; a person may think for as long as they like. */
export function timeLimits({ trialTimeout, idleTimeout, execTimeout = 0, model = '' }: TimeValues): TimeLimits {
  return {
    trialSeconds: trialTimeout ?? Math.max(defaultTimeLimits.trialSeconds, execTimeout + GRADING_SECONDS),
    idleSeconds: idleTimeout ?? (model.startsWith('human/') ? 0 : defaultTimeLimits.idleSeconds),
  };
}

/** Stops at Ctrl-C, and when the time is up. */
export function runSignal(maxTime: number | undefined): AbortSignal {
  const asked = stopSignal();
  if (maxTime === undefined) return asked;
  const stop = new AbortController();
  setTimeout(() => stop.abort(`the run took more than ${maxTime} s`), maxTime * 1000).unref();
  asked.addEventListener('abort', () => stop.abort(asked.reason), { once: true });
  return stop.signal;
}
