// Which Python runs the cells: the image's, or on machines that cannot build one, the first that has the stack.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCommand, outputOf, runCommand } from './command.mjs';
import { whyNoImage } from './debian.mjs';
import { ensureImage } from './image-build.mjs';
import { findImage } from './image-store.mjs';
import { makeFolder } from './folder.mjs';
import { SetupProblem } from './problem.mjs';
import { cacheRoot, packageRoot } from './root.mjs';

/** The packages that a Python must have. The list is short; the image has many more. */
const STACK = ['numpy', 'pandas', 'scipy', 'matplotlib', 'PIL', 'openpyxl'];

/**
 * @typedef {{ kind: 'image', image: import('./image-store.mjs').Image }} ImagePython
 * @typedef {{ kind: 'host', program: string, source: 'PYBENCH_PYTHON' | 'venv' | 'python3' | '/usr/bin/python3' }} HostPython
 * @typedef {ImagePython | HostPython} PythonChoice
 */

/**
 * The Python that is available now; builds and installs nothing.
 * @returns {PythonChoice | undefined}
 */
export function findPython() {
  const asked = askedPython();
  if (asked) return asked;
  const image = findImage('interpreter');
  if (image && hasCommand('unshare')) return { kind: 'image', image };
  return findHostPython();
}

/**
 * The Python to use, set up first if necessary. Throws with the reason if there is none.
 * @param {import('./progress.mjs').Progress} progress
 * @returns {Promise<PythonChoice>}
 */
export async function ensurePython(progress) {
  const asked = askedPython();
  if (asked) return asked;
  /** @type {string | undefined} */
  let obstacle = whyNoImage();
  if (findImage('interpreter') || !obstacle) {
    try {
      return { kind: 'image', image: await ensureImage('interpreter', progress) };
    } catch (error) {
      if (!(error instanceof SetupProblem)) throw error;
      obstacle = error.message;
    }
  }
  const found = findHostPython() ?? (await makeVenv(progress));
  if (found) {
    progress.step(`No interpreter image (${obstacle}); using ${found.program}, and the results will say so`);
    return found;
  }
  throw new SetupProblem(`no Python with ${STACK.join(', ')} was found, and no image can be built: ${obstacle}`, {
    fix: 'set PYBENCH_PYTHON to one, or run "./pybench doctor"',
  });
}

/** A Python that the user names is used or refused, never silently replaced. */
function askedPython() {
  const program = process.env['PYBENCH_PYTHON'];
  if (!program) return undefined;
  const missing = missingModules(program);
  if (missing === undefined)
    throw new SetupProblem(`PYBENCH_PYTHON is "${program}", which is not a Python that starts`);
  if (missing.length > 0) throw new SetupProblem(`PYBENCH_PYTHON is "${program}", which lacks ${missing.join(', ')}`);
  return /** @type {const} */ ({ kind: 'host', program, source: 'PYBENCH_PYTHON' });
}

/**
 * The first Python of this machine that has the stack.
 * @returns {HostPython | undefined}
 */
export function findHostPython() {
  const candidates = /** @type {const} */ ([
    { source: 'venv', program: join(venvFolder(), 'bin', 'python3') },
    { source: 'python3', program: 'python3' },
    { source: '/usr/bin/python3', program: '/usr/bin/python3' },
  ]);
  for (const candidate of candidates) {
    if (missingModules(candidate.program)?.length === 0) return { kind: 'host', ...candidate };
  }
  return undefined;
}

/**
 * The modules of the stack that this Python lacks; undefined when it does not start.
 * @param {string} program
 */
function missingModules(program) {
  const test = `import importlib.util as u; print("python", *[m for m in ${JSON.stringify(STACK)} if u.find_spec(m) is None])`;
  const [greeting, ...missing] = outputOf(program, ['-s', '-c', test])?.split(/\s+/).filter(Boolean) ?? [];
  return greeting === 'python' ? missing : undefined;
}

function venvFolder() {
  const requirements = readFileSync(join(packageRoot, 'requirements.txt'));
  return join(cacheRoot(), 'venv', createHash('sha256').update(requirements).digest('hex').slice(0, 16));
}

/**
 * @param {import('./progress.mjs').Progress} progress
 * @returns {Promise<HostPython | undefined>}
 */
async function makeVenv(progress) {
  if (!hasCommand('python3')) return undefined;
  const folder = venvFolder();
  const part = `${folder}.part-${process.pid}`;
  progress.step('Making a virtual environment from requirements.txt');
  makeFolder(dirname(folder));
  try {
    /** @type {(program: string, args: string[]) => Promise<boolean>} */
    const works = async (program, args) =>
      (await runCommand(program, args, { onLine: (line) => progress.update(line) })).code === 0;
    const made =
      (await works('python3', ['-m', 'venv', part])) &&
      (await works(join(part, 'bin', 'python3'), [
        '-m',
        'pip',
        'install',
        '--disable-pip-version-check',
        '--retries=1',
        '-r',
        join(packageRoot, 'requirements.txt'),
      ]));
    if (!made) return undefined;
    if (!existsSync(folder)) renameSync(part, folder);
  } finally {
    progress.done();
    rmSync(part, { recursive: true, force: true });
  }
  return { kind: 'host', program: join(folder, 'bin', 'python3'), source: 'venv' };
}
