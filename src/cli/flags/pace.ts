// Flags for the concurrency and the time limits of a run.
import { defaultLimits, defaultTimeLimits, type Conditions, type Pace } from '../../core/index.ts';
import type { Flag, FlagValues, Flags } from './flag.ts';
import { wholeNumber } from './common.ts';

const seconds = (about: string): Flag<number | undefined> => ({
  value: 'SECONDS',
  about,
  schema: wholeNumber(0).optional(),
});

/** These do not affect results, so `resume` accepts other values. */
export const paceFlags = {
  concurrency: {
    short: 'n',
    value: 'N',
    about: 'trials at once (default: one per core, eight per core with a model)',
    schema: wholeNumber(1).optional(),
  },
  cells: {
    value: 'N',
    about: 'cells that run at once; waiting cells do not use their time limit (default: two per core)',
    schema: wholeNumber(1).optional(),
  },
  maxTime: {
    ...seconds('stop the run after this time; "pybench resume" continues it'),
    schema: wholeNumber(1).optional(),
  },
} satisfies Flags;

/** The idle limit must be longer than the longest cell, because a cell may sleep. */
const LONGEST_CELL = defaultLimits.cellCpuSeconds * defaultLimits.wallFactor;

/** Recorded with the run: a trial that takes too long has failed. */
export const timeFlags = {
  trialTimeout: seconds(`how long a trial may take (default: ${defaultTimeLimits.trialSeconds}; 0: no limit)`),
  idleTimeout: {
    ...seconds(
      `how long a trial may be without any event before it ends (default: ${defaultTimeLimits.idleSeconds}; 0: no limit)`,
    ),
    schema: wholeNumber(0)
      .refine((value) => value === 0 || value > LONGEST_CELL, {
        error: `must be 0 or more than ${LONGEST_CELL}, the time that a cell may take`,
      })
      .optional(),
  },
} satisfies Flags;

export function timeOf({ trialTimeout, idleTimeout }: FlagValues<typeof timeFlags>): Conditions['time'] {
  return { trialSeconds: trialTimeout, idleSeconds: idleTimeout };
}

type PaceValues = FlagValues<typeof paceFlags> & { readonly calls?: number | undefined };

export function paceOf({ concurrency, cells, maxTime, calls }: PaceValues): Pace {
  return { concurrency, cells, calls, maxSeconds: maxTime };
}
