// `program`: a submitted module is called, or a submitted tool run, on hidden cases in a fresh interpreter; the grader
// compares the results.
import { z } from 'zod';
import { defineKind } from '../../define-kind.ts';
import { callSchema, toolCaseSchema, type ProgramCase, type ToolCase } from './cases.ts';

const RELATIVE = 1e-9;

const programCheckSchema = z.object({
  kind: z.literal('program'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  /** Calls of a module, or runs of a tool. */
  cases: z.union([z.array(callSchema).min(1), z.array(toolCaseSchema).min(1)]),
  /** Allowed relative deviation of numbers. */
  relative: z.number().default(RELATIVE),
});
export type ProgramCheck = z.infer<typeof programCheckSchema>;

/** Requires these results of the module at `file`. `group` names the topic of the cases in one word. */
export function programPasses(file: string, group: string, cases: ProgramCase[], cites: string): ProgramCheck {
  return { kind: 'program', name: `program ${group}`, cites, file, cases, relative: RELATIVE };
}

/** Requires the expected output, files and exit code of `python file …`, which runs each case in its own directory. */
export function toolPasses(file: string, group: string, cases: ToolCase[], cites: string): ProgramCheck {
  return { kind: 'program', name: `program ${group}`, cites, file, cases, relative: RELATIVE };
}

export const programKind = defineKind({
  schema: programCheckSchema,
  about: 'a module or a command-line tool gives the right results in hidden cases',
  failure: 'wrong program',
  executes: true,
  preparations: [async () => (await import('./execute.ts')).executePrograms],
  uses: ['interpreters'],
  evaluator: async () => (await import('./evaluate.ts')).evaluateProgram,
  mutators: async () => ({ file: (await import('./mutators.ts')).programMutator }),
});
