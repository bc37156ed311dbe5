// The two commands of a fresh machine. "start" and "test" set up all that is missing first;
// "cli" is what ./pybench calls: node packages and the build, and the image when a command needs it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { ensureImage } from './image-build.mjs';
import { whyNoImage } from './debian.mjs';
import { ensurePackages } from './packages.mjs';
import { SetupProblem } from './problem.mjs';
import { createProgress } from './progress.mjs';
import { ensurePython } from './python.mjs';
import { packageRoot } from './root.mjs';

const [job = 'setup', ...args] = process.argv.slice(2);
const bin = join(packageRoot, 'node_modules', '.bin');

try {
  requireNode(20, 19);
  const progress = createProgress();
  await ensurePackages(progress);
  await ensureBuild(progress);
  if (job !== 'cli') {
    await ensurePython(progress);
    await ensureTools(progress);
  }
  if (job === 'cli') await become(process.execPath, [cli(), ...args]);
  if (job === 'start') await become(process.execPath, [cli(), 'start', ...args]);
  if (job === 'test') await test();
} catch (error) {
  if (!(error instanceof SetupProblem)) throw error;
  process.stderr.write(`pybench: ${error.message}\n`);
  process.exitCode = 1;
}

function cli() {
  return join(packageRoot, 'dist', 'src', 'cli', 'main.js');
}

/** The tools image is for web checks and benchmarks: without it the rest works. @param {import('./progress.mjs').Progress} progress */
async function ensureTools(progress) {
  if (process.env['PYBENCH_PYTHON'] || whyNoImage()) return;
  try {
    await ensureImage('tools', progress);
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    progress.step(`Going on without the tools image: ${error.message}`);
  }
}

async function test() {
  if (args.length === 0) {
    await become(join(bin, 'prettier'), ['--check', '--log-level', 'warn', '.']);
    await become(join(bin, 'tsc'), ['--noEmit']);
    await become(join(bin, 'oxlint'), ['--type-aware', '--deny-warnings']);
    await become(join(bin, 'knip'), []);
  }
  await become(join(bin, 'vitest'), ['run', ...args]);
}

/**
 * Runs a program in our place: same terminal, same exit code. A failure ends the job.
 * @param {string} program
 * @param {string[]} programArgs
 * @returns {Promise<void>}
 */
function become(program, programArgs) {
  return new Promise((resolve, reject) => {
    const cwd = job === 'test' ? packageRoot : process.cwd();
    const child = spawn(program, programArgs, { stdio: 'inherit', cwd });
    // A terminal's Ctrl-C reaches the child itself; it decides how to end, and we wait.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

/**
 * @param {number} major
 * @param {number} minor
 */
function requireNode(major, minor) {
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  throw new SetupProblem(`Node ${major}.${minor} or newer is needed, this is ${process.versions.node}`);
}
