// The cases of a `program` check, as data: a call of a function, or a run of a command-line tool, and the expected
// result.
import { z } from 'zod';
import { jsonSchema } from '../../../core/index.ts';

export const callSchema = z.object({
  call: z.string(),
  args: z.array(jsonSchema),
  expect: z.union([
    z.object({ returns: jsonSchema }),
    /**
     * The name of the exception's class, or of all classes that it must belong to, and attributes that it must carry.
     */
    z.object({
      raises: z.union([z.string(), z.array(z.string()).min(1)]),
      with: z.record(z.string(), jsonSchema).optional(),
    }),
  ]),
});
export type ProgramCase = z.infer<typeof callSchema>;

/** The expected content of a text: every character, its lines without trailing space, or its value as JSON. */
const contentSchema = z.union([
  z.object({ text: z.string() }),
  z.object({ lines: z.array(z.string()) }),
  z.object({ json: jsonSchema }),
]);
export type ExpectedContent = z.infer<typeof contentSchema>;

export const toolCaseSchema = z.object({
  /** The arguments after `python tool.py`. */
  run: z.array(z.string()),
  stdin: z.string().optional(),
  /** Files in the working directory before the run. */
  files: z.record(z.string(), z.string()).optional(),
  expect: z.object({
    exit: z.int(),
    stdout: contentSchema.optional(),
    /** Files after the run; null where no file may exist. */
    files: z.record(z.string(), contentSchema.nullable()).optional(),
  }),
});
export type ToolCase = z.infer<typeof toolCaseSchema>;

/** The exception classes that a case expects, as a list. */
export const namesOf = (raises: string | readonly string[]) => (typeof raises === 'string' ? [raises] : [...raises]);
