// Reads flags from a YAML file with the schemas of the flags.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { reasonOf, usageProblem } from '../../core/index.ts';
import { yamlReader, type Complaint } from '../../suite/index.ts';
import { kebab, type Flag, type Flags } from './flag.ts';

export const configFlag: Flag<string | undefined> = {
  short: 'c',
  value: 'FILE',
  about: 'flags in a YAML file, by their long names, such as "max-turns: 5"; the command line takes precedence',
  schema: z.string().min(1).optional(),
};

/** Returns flags as the parser would. Every error names the file and the line. */
export async function flagsFromFile(file: string, flags: Flags): Promise<Record<string, unknown>> {
  const { YamlDocument, suggest } = await yamlReader();
  const text = attempt(`--config ${file}: `, () => readFileSync(file, 'utf8'));
  const document = attempt('', () => new YamlDocument(file, text));
  const value = document.value ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw usageProblem(document.problem([{ path: [], message: 'must be names of flags with their values' }]).message);
  }
  const known = Object.entries(flags).filter(([key]) => key !== 'config' && key !== 'json');
  const complaints: Complaint[] = [];
  const found: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const [key, flag] = known.find(([each]) => kebab(each) === name) ?? [];
    if (key === undefined || flag === undefined) {
      const message = `there is no such flag; ${suggest(
        name,
        known.map(([each]) => kebab(each)),
      )}`;
      complaints.push({ path: [name], message, atKey: true });
      continue;
    }
    const typed = asTyped(flag).safeParse(given);
    const read = typed.success ? flag.schema.safeParse(typed.data) : typed;
    if (!read.success) complaints.push({ path: [name], message: read.error.issues[0]?.message ?? 'is malformed' });
    found[key] = typed.data;
  }
  if (complaints.length > 0) throw usageProblem(document.problem(complaints).message);
  return found;
}

const word = z.union([z.string(), z.number().transform(String)], { error: 'must be a text or a number' });
const words = z.union([z.array(word), word.transform((one) => [one])], { error: 'must be a text, or a list of them' });
const yesOrNo = z.boolean({ error: 'must be true or false' });

/** The value that commander would produce. */
function asTyped({ value, many }: Flag): z.ZodType {
  if (value === undefined) return yesOrNo;
  return many ? words : word;
}

/** Errors in the file are usage errors. */
function attempt<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw usageProblem(`${what}${reasonOf(error)}`);
  }
}
