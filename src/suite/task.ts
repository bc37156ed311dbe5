// A task as it lies on disk: found by its folder, loaded when it is needed.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  categoryOf,
  digestFiles,
  isTaskId,
  languages,
  Problem,
  usageProblem,
  type Category,
  type Digest,
  type InputFile,
  type Language,
  type TaskId,
} from '../core/index.ts';
import type { Task } from '../kit/index.ts';
import { parseEditedProgram } from './edited-program.ts';
import { taskFolder, taskIds, type TaskFolder } from './folders.ts';
import { parseProgram, type Program } from './program.ts';
import { importTask } from './typescript.ts';
import { readYamlTask } from './yaml-task.ts';

export interface LoadedTask extends Omit<Task, 'generate' | 'checks' | 'languages'> {
  readonly id: TaskId;
  readonly category: Category;
  readonly folder: string;
  readonly languages: readonly Language[];
  readonly definition: Task;
  readonly programs: ReadonlyMap<string, Program>;
  /** Everything that is written in the task's folder: generator, verifier and programs. */
  readonly sourceDigest: Digest;
}

export async function loadTask(id: string, suite = 'core'): Promise<LoadedTask> {
  const found = isTaskId(id) ? taskFolder(suite, id) : undefined;
  if (!found) throw usageProblem(unknownTask(id, suite));
  const definition = found.file === 'task.yaml' ? readYamlTask(found.folder) : await importTask(found);
  const files = await sources(found);
  const programs = programsOf(found, files);
  const { generate: _generate, checks: _checks, ...about } = definition;
  return {
    ...about,
    id: found.id,
    category: categoryOf(found.id),
    folder: found.folder,
    languages: definition.languages ?? languages,
    definition,
    programs,
    sourceDigest: digestFiles(files),
  };
}

/** Programs by name: Python files, and wrong programs that are edits of the reference. */
function programsOf({ folder }: TaskFolder, files: readonly InputFile[]): ReadonlyMap<string, Program> {
  const texts = new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('utf8')]));
  const programs = new Map<string, Program>();
  for (const [path, text] of texts) {
    const [, name = '', type] = /^(reference|(?:also|wrong|half)-[\w-]+)\.(py|yaml)$/.exec(path) ?? [];
    if (type === undefined) continue;
    if (type === 'yaml' && !name.startsWith('wrong-'))
      throw new Problem(
        `${join(folder, path)}: only wrong programs are written as edits of the reference; write ${name}.py`,
      );
    if (programs.has(name)) throw new Problem(`${folder} holds ${name}.py and ${name}.yaml; keep one of them`);
    programs.set(
      name,
      type === 'py'
        ? parseProgram(name, text)
        : parseEditedProgram(name, join(folder, path), text, texts.get('reference.py') ?? ''),
    );
  }
  return programs;
}

/** What somebody wrote, at any depth; data beside it is in the digest of the exams. */
async function sources({ folder }: TaskFolder): Promise<InputFile[]> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(m?[jt]s|py|yaml)$/.test(path) && !/(^|\/)(\.|node_modules\/|__pycache__\/)/.test(path))
    .toSorted();
  return await Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(join(folder, path)) })));
}

function unknownTask(id: string, suite: string): string {
  const near = taskIds(suite).filter((each) => each.split('/')[1] === id || each.includes(id));
  const list = suite === 'core' ? 'pybench task list' : `pybench task list -d ${suite}`;
  const hint = near.length > 0 ? `did you mean ${near.slice(0, 3).join(', ')}?` : `see "${list}"`;
  return `there is no task "${id}"; ${hint}`;
}
