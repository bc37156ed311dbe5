// Imports a task that is written in TypeScript or JavaScript. Node 20 cannot read TypeScript, and an installed copy has no
// compiler, so a loader hook strips the types of files that the build has not compiled.
import { register } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { languageSchema, levels, Problem, reasonOf, twins } from '../core/index.ts';
import type { Task } from '../kit/index.ts';
import type { TaskFolder } from './folders.ts';
import { reasonAndPlace } from './place.ts';

const compiled = import.meta.url.endsWith('.js');
let hooked = false;

/** The schema of a task that no compiler has checked. Its functions are called when an instance is made. */
const definitionSchema = z.object({
  level: z.enum(levels),
  skills: z.array(z.string()),
  inputs: z.array(z.string()),
  outputs: z.array(z.string()),
  languages: z.array(languageSchema).min(1).optional(),
  twins: z.array(z.enum(twins)).optional(),
  mentions: z.array(z.string()).optional(),
  generate: z.custom((value) => typeof value === 'function', 'must be a function'),
  checks: z.custom((value) => typeof value === 'function', 'must be a function'),
});

export async function importTask(task: TaskFolder): Promise<Task> {
  try {
    const module = (await import(moduleOf(task))) as { default?: Task };
    if (module.default === undefined) throw new Problem('it does not default-export defineTask({…})');
    const read = definitionSchema.safeParse(module.default);
    const [issue] = read.error?.issues ?? [];
    if (issue) throw new Problem(`defineTask: ${issue.path.join('.') || 'it'}: ${issue.message}`);
    return module.default;
  } catch (error) {
    const reason = explain(error, task.folder);
    throw new Problem(`${nameOf(task)} cannot be loaded: ${reason}`, { cause: error });
  }
}

/** The URL of the module: compiled code imports the compiled task, and tests, which run the sources, the source. */
function moduleOf({ id, folder, file, ours }: TaskFolder): string {
  if (ours && compiled) return new URL(`../../tasks/${id}/${file.replace(/ts$/, 'js')}`, import.meta.url).href;
  if (compiled && !hooked) {
    register('./typescript-hook.js', import.meta.url);
    hooked = true;
  }
  return pathToFileURL(join(folder, file)).href;
}

function explain(error: unknown, folder: string): string {
  // A message of the type stripper begins with the file and the line already.
  const reason = reasonOf(error);
  return reason.startsWith(folder) ? reason.slice(folder.length + 1) : reasonAndPlace(error, folder);
}

function nameOf({ id, folder, file, ours }: TaskFolder): string {
  if (ours) return `tasks/${id}/${file}`;
  const near = relative(process.cwd(), join(folder, file));
  return near.startsWith('..') ? join(folder, file) : near;
}
