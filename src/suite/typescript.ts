// Importing a task that is written in TypeScript or JavaScript. Node 20 reads no TypeScript, and an installed copy has no
// compiler: a hook strips the types of files outside of our build.
import { register } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { packageRoot } from '../../setup/root.mjs';
import { languageSchema, levels, Problem, reasonOf, twins } from '../core/index.ts';
import type { Task } from '../kit/index.ts';
import type { TaskFolder } from './folders.ts';
import { reasonAndPlace } from './place.ts';

const compiled = import.meta.url.endsWith('.js');
let hooked = false;

/** What may be wrong with a task that no compiler has seen. The functions are tried when an exam is made. */
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
    const module = (await import(pathToFileURL(moduleFile(task)).href)) as { default?: Task };
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

/** Ours is compiled when we run compiled; tests run the sources, which the test runner reads. */
function moduleFile({ id, folder, file, ours }: TaskFolder): string {
  if (ours && compiled) return join(packageRoot, 'dist', 'tasks', id, file.replace(/ts$/, 'js'));
  if (compiled && !hooked) {
    register('./typescript-hook.js', import.meta.url);
    hooked = true;
  }
  return join(folder, file);
}

function explain(error: unknown, folder: string): string {
  // What the stripper says begins with the file and line already.
  const reason = reasonOf(error);
  return reason.startsWith(folder) ? reason.slice(folder.length + 1) : reasonAndPlace(error, folder);
}

function nameOf({ id, folder, file, ours }: TaskFolder): string {
  if (ours) return `tasks/${id}/${file}`;
  const near = relative(process.cwd(), join(folder, file));
  return near.startsWith('..') ? join(folder, file) : near;
}
