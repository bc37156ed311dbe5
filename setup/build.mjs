// The build: TypeScript to dist/, again only when a source has changed. It does not check types, the tests do: a type error
// in one task must not stop the others from running.
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './command.mjs';
import { writeModuleGraph } from './module-graph.mjs';
import { SetupProblem } from './problem.mjs';
import { createProgress } from './progress.mjs';
import { packageRoot } from './root.mjs';
import { isStamped, sourceDigests } from './sources.mjs';
import { readTaskIndex, writeTaskIndex } from './task-index.mjs';

/** @param {import('./progress.mjs').Progress} progress */
export async function ensureBuild(progress) {
  const { code, tasks } = sourceDigests();
  const index = readTaskIndex();
  if (!isStamped('code', code)) await compile(progress, code);
  if (!isStamped('tasks', tasks)) await writeTaskIndex(tasks, index);
}

/** @param {import('./progress.mjs').Progress} progress @param {string} stamp */
async function compile(progress, stamp) {
  progress.step('Building');
  // Built beside and then renamed, so that a command running from dist/ never sees half of it.
  const dist = join(packageRoot, 'dist');
  const fresh = `${dist}.part-${process.pid}`;
  const old = `${dist}.part-old-${process.pid}`;
  const compiler = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    const { code, tail } = await runCommand(
      process.execPath,
      [compiler, '-p', 'tsconfig.build.json', '--outDir', fresh],
      { cwd: packageRoot },
    );
    if (code !== 0)
      throw new SetupProblem(
        `the build failed: ${tail[0]}${tail.length > 1 ? ` (and ${tail.length - 1} more lines)` : ''}`,
      );
    chmodSync(join(fresh, 'src', 'cli', 'main.js'), 0o755);
    await writeModuleGraph(fresh, join(packageRoot, 'package-lock.json'));
    writeFileSync(join(fresh, '.stamp'), stamp);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    for (const leftover of [fresh, old]) rmSync(leftover, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuild(createProgress());
