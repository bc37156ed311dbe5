// Parses limits from the command line: `--limit outputFiles=10`.
import { z } from 'zod';
import { limitsSchema, type Limits } from '../../core/index.ts';
import type { Flag } from './flag.ts';

const shape = limitsSchema.shape;
const names = Object.keys(shape);
const isName = (name: string): name is keyof Limits => Object.hasOwn(shape, name);

export const limitFlag: Flag<Partial<Limits>> = {
  value: 'NAME=VALUE',
  about: `another limit than the default one: ${names.join(', ')}`,
  many: true,
  schema: z
    .array(z.string())
    .default([])
    .transform((given, context) => {
      const limits: { -readonly [K in keyof Limits]?: Limits[K] } = {};
      for (const text of given) {
        const [, name = '', value = ''] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
        if (!isName(name) || !shape[name].safeParse(Number(value)).success) {
          context.addIssue(`"${text}" is not a limit; write NAME=VALUE, where NAME is one of ${names.join(', ')}`);
          return z.NEVER;
        }
        limits[name] = Number(value);
      }
      return limits;
    }),
};

export const timeoutFlag: Flag<number | undefined> = {
  value: 'SECONDS',
  about: 'CPU time of a cell (default: 60)',
  schema: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,3})?$/, { error: (issue) => `"${String(issue.input)}" is not a number of seconds` })
    .transform(Number)
    .refine((seconds) => seconds > 0, { error: 'must be more than 0' })
    .optional(),
};
