// Flags that several commands share.
import { z } from 'zod';
import { isolationLevels, languages, type Language } from '../../core/index.ts';
import type { Flag } from './flag.ts';

export const jsonFlag: Flag<boolean> = {
  about: 'print one JSON value on stdout and nothing else',
  schema: z.boolean().default(false),
};

const MAX_SEEDS = 100_000;

export function wholeNumber(least: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: (issue) => `"${String(issue.input)}" is not a whole number` })
    .transform(Number)
    .refine((value) => value >= least, { error: `must be at least ${least}` });
}

const seed = z
  .string()
  .regex(/^\d{1,15}$/, {
    error: (issue) => `"${String(issue.input)}" is not a seed; a seed is a whole number such as 7`,
  })
  .transform(Number);

export const seedFlag: Flag<number> = {
  value: 'SEED',
  about: 'which instance of the task (default: 1)',
  schema: seed.default(1),
};

export const seedsFlag: Flag<number[]> = {
  value: 'SEEDS',
  about: 'a seed or a range of them, such as 7 or 1-3 (default: 1)',
  schema: z
    .string()
    .transform((text, context) => {
      const match = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text);
      const from = Number(match?.[1]);
      const to = Number(match?.[2] ?? match?.[1]);
      if (!match || to < from || to - from >= MAX_SEEDS) {
        context.addIssue(`"${text}" is not a seed or a range of seeds, such as 7 or 1-3`);
        return z.NEVER;
      }
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    })
    .default([1]),
};

/** Gates look at the seeds from 1 on. */
export const seedCountFlag = (standard: number): Flag<number> => ({
  value: 'N',
  about: `how many seeds, from 1 on (default: ${standard})`,
  schema: wholeNumber(1).default(standard),
});

const languageError = (input: unknown) => `"${String(input)}" is not a language; there are ${languages.join(', ')}`;

export const langFlag: Flag<Language> = {
  value: 'LANG',
  about: 'language of the query: en or zh (default: en)',
  schema: z.enum(languages, { error: (issue) => languageError(issue.input) }).default('en'),
};

export const langsFlag = (standard: Language | 'both' = 'en'): Flag<Language[]> => ({
  value: 'LANG',
  about: `language of the queries: en, zh or both (default: ${standard})`,
  schema: z
    .enum([...languages, 'both'], { error: (issue) => `${languageError(issue.input)}, both` })
    .default(standard)
    .transform((lang): Language[] => (lang === 'both' ? [...languages] : [lang])),
});

export const saltFlag: Flag<string> = {
  value: 'SALT',
  about: 'private salt of the instances; only its digest is stored',
  env: 'PYBENCH_SALT',
  schema: z.string().max(1000).default(''),
};

export const suiteFlag: Flag<string> = {
  short: 'd',
  value: 'SUITE',
  about: 'which suite: core, or dir:PATH for tasks in a folder of your own (default: core)',
  schema: z.string().default('core'),
};

export const isolationFlag: Flag<(typeof isolationLevels)[number] | undefined> = {
  value: 'LEVEL',
  about: `isolation of the interpreters: ${isolationLevels.join(', ')} (default: the strongest there is)`,
  schema: z
    .enum(isolationLevels, {
      error: (issue) => `"${String(issue.input)}" is not a level; there are ${isolationLevels.join(', ')}`,
    })
    .optional(),
};

export const failUnderFlag: Flag<number | undefined> = {
  value: 'SHARE',
  about: 'exit with code 3 when the score is below this share, such as 0.6',
  schema: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, {
      error: (issue) => `"${String(issue.input)}" is not a share between 0 and 1`,
    })
    .transform(Number)
    .optional(),
};

export const switchFlag = (about: string, short?: string): Flag<boolean> => ({
  about,
  ...(short ? { short } : {}),
  schema: z.boolean().default(false),
});
