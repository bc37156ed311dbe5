// "npm test": formatting, types, lint and unused code, then the tests. With arguments only the tests that they name.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from './root.mjs';

const bin = join(packageRoot, 'node_modules', '.bin');

/** @param {string[]} args */
export async function runTests(args) {
  if (args.length === 0) {
    await run(join(bin, 'prettier'), ['--check', '--log-level', 'warn', '.']);
    await run(join(bin, 'tsc'), ['--noEmit']);
    await run(join(bin, 'oxlint'), ['--type-aware', '--deny-warnings']);
    await run(join(bin, 'knip'), []);
    await run(process.execPath, [join(packageRoot, 'setup', 'lint-python.mjs')]);
  }
  await run(join(bin, 'vitest'), ['run', ...args]);
}

/**
 * Runs a program on this terminal. A failure ends this process with the program's exit code.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<void>}
 */
function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', cwd: packageRoot });
    // A terminal's Ctrl-C reaches the child itself; it decides how to end, and this process waits.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}
