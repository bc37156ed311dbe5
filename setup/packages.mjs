// Node packages: installed from the lock file when it has changed since the last time.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupProblem } from './problem.mjs';
import { packageRoot } from './root.mjs';

const stamp = join(packageRoot, 'node_modules', '.pybench-stamp');

/** Whether node_modules/ was installed from the lock file as it is now. */
export function packagesAreInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockDigest();
}

function lockDigest() {
  return createHash('sha256')
    .update(readFileSync(join(packageRoot, 'package-lock.json')))
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex');
}

/** @param {import('./progress.mjs').Progress} progress */
export async function ensurePackages(progress) {
  if (packagesAreInstalled()) return;
  const { runCommand } = await import('./command.mjs');
  progress.step('Installing node packages');
  const npm = process.env['npm_execpath'];
  const [program, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const { code, tail } = await runCommand(program, [...args, 'ci', '--no-audit', '--no-fund'], {
    cwd: packageRoot,
    onLine: (line) => progress.update(line),
  });
  progress.done();
  if (code !== 0) {
    const reason = tail.find((line) => /^npm (error|ERR!) (?!code )\S/.test(line)) ?? tail.at(-1) ?? 'no output';
    throw new SetupProblem(`"npm ci" failed: ${reason.trim()}`, {
      fix: 'check the network, then run the command again',
    });
  }
  writeFileSync(stamp, lockDigest());
}
