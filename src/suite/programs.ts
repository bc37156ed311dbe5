// The programs of a task's folder: Python files, and wrong programs that are edits of the reference.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../core/index.ts';
import { parseProgram, type Program } from './program.ts';

/** Programs by name: `reference`, `wrong-first`. */
export async function readPrograms(folder: string): Promise<ReadonlyMap<string, Program>> {
  const programs = new Map<string, Program>();
  const text = (file: string) => readFile(join(folder, file), 'utf8');
  const files = (await readdir(folder)).toSorted();
  for (const file of files) {
    const [, name = '', type] = /^(reference|(?:also|wrong|half)-[\w-]+)\.(py|yaml)$/.exec(file) ?? [];
    if (type === undefined) continue;
    if (type === 'yaml' && !name.startsWith('wrong-'))
      throw new Problem(
        `${join(folder, file)}: only wrong programs are written as edits of the reference; write ${name}.py`,
      );
    if (programs.has(name)) throw new Problem(`${folder} holds ${name}.py and ${name}.yaml; keep one of them`);
    if (type === 'py') {
      programs.set(name, parseProgram(name, await text(file)));
    } else {
      const { parseEditedProgram } = await import('./edited-program.ts');
      const reference = files.includes('reference.py') ? await text('reference.py') : '';
      programs.set(name, parseEditedProgram(name, join(folder, file), await text(file), reference));
    }
  }
  return programs;
}
