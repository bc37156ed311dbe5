// Sets up what is missing: node packages and the build; for tests and benchmarks also the Python and the tools image.
import { ensureBuild } from './build.mjs';
import { whyNoImage } from './debian.mjs';
import { ensureImage } from './image-build.mjs';
import { ensurePackages } from './packages.mjs';
import { SetupProblem } from './problem.mjs';
import { createProgress } from './progress.mjs';
import { ensurePython } from './python.mjs';

/** @param {{ python: boolean }} wanted */
export async function prepare({ python }) {
  const progress = createProgress();
  await ensurePackages(progress);
  await ensureBuild(progress);
  if (!python) return;
  await ensurePython(progress);
  await ensureTools(progress);
}

/** The tools image is for web checks and benchmarks: without it the rest works. @param {import('./progress.mjs').Progress} progress */
async function ensureTools(progress) {
  if (process.env['PYBENCH_PYTHON'] || whyNoImage()) return;
  try {
    await ensureImage('tools', progress);
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    progress.step(`Continuing without the tools image: ${error.message}`);
  }
}
