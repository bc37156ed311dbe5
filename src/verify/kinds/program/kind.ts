// `program`: a submitted module is called, or a submitted tool run, on hidden cases in a fresh interpreter; the grader compares
// the results.
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
  /** Relative deviation allowed of numbers. */
  relative: z.number().default(RELATIVE),
});
export type ProgramCheck = z.infer<typeof programCheckSchema>;

/** The module at `file` gives these results. `group` says in a word what the cases are about. */
export function programPasses(file: string, group: string, cases: ProgramCase[], cites: string): ProgramCheck {
  return { kind: 'program', name: `program ${group}`, cites, file, cases, relative: RELATIVE };
}

/** `python file …`, run in a folder of its own for each case, prints, writes and ends with what it should. */
export function toolPasses(file: string, group: string, cases: ToolCase[], cites: string): ProgramCheck {
  return { kind: 'program', name: `program ${group}`, cites, file, cases, relative: RELATIVE };
}

export const programKind = defineKind({
  schema: programCheckSchema,
  about: 'a module or a command-line tool gives the right results in hidden cases',
  failure: 'wrong program',
  executes: true,
  preparations: [async () => (await import('./execute.ts')).executePrograms],
  evaluator: async () => (await import('./evaluate.ts')).evaluateProgram,
  mutators: async () => ({ file: (await import('./mutators.ts')).programMutator }),
});
