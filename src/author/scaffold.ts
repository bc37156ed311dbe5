// Creates a task folder by copying a working template from templates/. The task id is the folder path, so the copy needs
// no changes to work.
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../setup/folder.mjs';
import { packageRoot } from '../../setup/root.mjs';
import { categories, isTaskId, Problem, reasonOf, usageProblem } from '../core/index.ts';

export interface Scaffold {
  readonly folder: string;
  readonly files: readonly string[];
}

export function scaffoldTask(id: string, { parent, yaml }: { parent: string; yaml: boolean }): Scaffold {
  if (!isTaskId(id)) {
    throw usageProblem(
      `"${id}" is not a task id; write CATEGORY/NAME, where CATEGORY is one of ${categories.join(', ')} and NAME is lower-case words joined by hyphens`,
    );
  }
  const folder = join(parent, id);
  if (existsSync(folder)) throw new Problem(`${folder} already exists; nothing was written`);
  const template = join(packageRoot, 'templates', yaml ? 'yaml' : 'typescript');
  const files = readdirSync(template).toSorted();
  try {
    makeFolder(folder);
    for (const file of files) copyFileSync(join(template, file), join(folder, file));
  } catch (error) {
    throw new Problem(`cannot write the task to ${folder}: ${reasonOf(error)}`, { cause: error });
  }
  return { folder, files };
}
