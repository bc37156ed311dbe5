// Flags that say which trials to run, how, and where to write them.
import { z } from 'zod';
import { isolationFlag, langsFlag, saltFlag, seedsFlag, suiteFlag, switchFlag, wholeNumber } from './common.ts';
import type { Flags } from './flag.ts';
import { paceFlags, timeFlags } from './pace.ts';

/** The flags that `run` and `start` share. */
export const selectionFlags = {
  suite: suiteFlag,
  include: {
    short: 'i',
    value: 'GLOB',
    about: 'only tasks that match, such as "chart/*"',
    many: true,
    schema: z.array(z.string()).default([]),
  },
  exclude: {
    short: 'x',
    value: 'GLOB',
    about: 'leave out tasks that match',
    many: true,
    schema: z.array(z.string()).default([]),
  },
  limit: {
    short: 'l',
    value: 'N',
    about: 'at most N tasks, evenly over the categories',
    schema: wholeNumber(1).optional(),
  },
  lang: langsFlag(),
  seeds: seedsFlag,
  salt: saltFlag,
  twins: switchFlag('also run the clean twins of tasks that have them'),
  attempts: { short: 'k', value: 'N', about: 'attempts per instance (default: 1)', schema: wholeNumber(1).default(1) },
  ...paceFlags,
  ...timeFlags,
  output: {
    short: 'o',
    value: 'DIR',
    about: 'folder of runs (default: runs)',
    schema: z.string().min(1).default('runs'),
  },
  isolation: isolationFlag,
} satisfies Flags;
