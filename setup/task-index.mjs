// The last step of the build: the index of tasks, dist/tasks.json. It is written again when a file of a task has changed,
// programs and task.yaml included, which the compiler does not read.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { SetupProblem } from './problem.mjs';
import { packageRoot } from './root.mjs';

const dist = join(packageRoot, 'dist');
const index = join(dist, 'tasks.json');
const stamp = join(dist, '.tasks-stamp');

/**
 * @param {string} digest of the compiled code and all files of tasks
 * @param {string} [before] the entries of an index before, as text: those of tasks that are the same are kept
 */
export async function writeTaskIndex(digest, before) {
  const fresh = `${index}.${process.pid}.part`;
  const old = `${index}.${process.pid}.before`;
  try {
    writeFileSync(old, before ?? readTaskIndex() ?? '');
    const program = join(dist, 'src', 'suite', 'index-process.js');
    const { code, tail } = await runCommand(process.execPath, [program, fresh, old], { cwd: packageRoot });
    if (code !== 0)
      throw new SetupProblem(`the index of tasks could not be written: ${tail.at(-1) ?? `exit code ${code}`}`);
    if (existsSync(fresh)) renameSync(fresh, index);
    else rmSync(index, { force: true });
    writeFileSync(stamp, digest);
  } finally {
    for (const leftover of [fresh, old]) rmSync(leftover, { force: true });
  }
}

/** The index as text, if there is one. */
export function readTaskIndex() {
  return existsSync(index) ? readFileSync(index, 'utf8') : undefined;
}
