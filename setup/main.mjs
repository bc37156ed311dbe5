// The entry point of ./pybench and of npm scripts. "cli" (./pybench) ensures node packages and the build, then runs the command line.
// "start", "test" and "setup" also set up the Python and the tools image.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packagesAreInstalled } from './packages.mjs';
import { SetupProblem } from './problem.mjs';
import { packageRoot } from './root.mjs';
import { isBuilt } from './sources.mjs';

const [job = 'setup', ...args] = process.argv.slice(2);

try {
  requireNode(20, 19);
  // Nothing else of setup is loaded for a command when there is nothing to set up.
  if (job !== 'cli' || !packagesAreInstalled() || !isBuilt()) {
    const { prepare } = await import('./prepare.mjs');
    await prepare({ python: job !== 'cli' });
  }
  if (job === 'cli') await runCommandLine(args);
  if (job === 'start') await runCommandLine(['start', ...args]);
  if (job === 'test') {
    const { runTests } = await import('./run-tests.mjs');
    await runTests(args);
  }
} catch (error) {
  if (!(error instanceof SetupProblem)) throw error;
  process.stderr.write(`pybench: ${error.message}\n`);
  process.exitCode = 1;
}

/** Runs the command line in this process: a second node would double the time of every short command. @param {string[]} argv */
async function runCommandLine(argv) {
  const main = join(packageRoot, 'dist', 'src', 'cli', 'main.js');
  process.argv.splice(1, process.argv.length, main, ...argv);
  await import(pathToFileURL(main).href);
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
