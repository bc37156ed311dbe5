// The build: TypeScript to dist/, again only when a source has changed. It does not check types, the tests do: a type error
// in one task must not stop the others from running.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './command.mjs';
import { writeModuleGraph } from './module-graph.mjs';
import { SetupProblem } from './problem.mjs';
import { createProgress } from './progress.mjs';
import { packageRoot } from './root.mjs';
import { ensureTaskIndex, readTaskIndex } from './task-index.mjs';

const SOURCES = ['src', 'tasks', 'setup', 'bench', 'fuzz', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/** @param {import('./progress.mjs').Progress} progress */
export async function ensureBuild(progress) {
  const stamp = join(packageRoot, 'dist', '.stamp');
  const wanted = sourcesDigest();
  const index = readTaskIndex();
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) await compile(progress, wanted);
  await ensureTaskIndex(wanted, index);
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

/** Names, sizes and times of all sources. Every command computes it. */
function sourcesDigest() {
  const hash = createHash('sha256').update(process.version);
  /** @param {string} path */
  const visit = (path) => {
    const stats = statSync(path);
    if (stats.isDirectory()) {
      for (const entry of readdirSync(path).toSorted()) visit(join(path, entry));
    } else if (/\.(ts|mjs|json)$/.test(path)) {
      hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
    }
  };
  for (const source of SOURCES) visit(join(packageRoot, source));
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuild(createProgress());
