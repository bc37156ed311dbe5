// A wrong program as edits of the reference: `wrong-<name>.yaml` names the mistake, the checks that fail, and the text to replace.
import { z } from 'zod';
import { parseProgram, type Program } from './program.ts';
import { YamlDocument } from './yaml/document.ts';

const editedProgramSchema = z.strictObject({
  /** One sentence that describes the mistake of a careless solver. */
  mistake: z.string().min(1),
  /** Names of checks, of which the program must fail at least one; a star matches any text. */
  fails: z.array(z.string().min(1)).min(1),
  /** Applied in order. Each `find` must occur exactly once in the text that it is applied to. */
  edits: z.array(z.strictObject({ find: z.string().min(1), replace: z.string() })).min(1),
});

/** Applies the edits of a file to the source of the reference. An edit that does not apply is an error that names its line. */
export function parseEditedProgram(name: string, file: string, text: string, reference: string): Program {
  const document = new YamlDocument(file, text);
  const read = editedProgramSchema.safeParse(document.value);
  if (!read.success) {
    throw document.problem(read.error.issues.map(({ path, message }) => ({ path, message })));
  }
  const { mistake, fails, edits } = read.data;
  let source = reference;
  for (const [index, { find, replace }] of edits.entries()) {
    const parts = source.split(find);
    if (parts.length !== 2) {
      const found = parts.length === 1 ? 'is not in' : `occurs ${parts.length - 1} times in`;
      const message = `this text ${found} reference.py as the edits before it leave it; it must occur once`;
      throw document.problem([{ path: ['edits', index, 'find'], message }]);
    }
    source = parts.join(replace);
  }
  return { ...parseProgram(name, source), title: `${mistake} (fails: ${fails.join(', ')})` };
}
