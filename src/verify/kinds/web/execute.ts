// Plays the script of a `web` check on the submitted page before grading.
import type { Execution, Material } from '../../material.ts';
import { runInBrowser, type Browsers } from './browsers.ts';
import type { WebCheck } from './kind.ts';
import { playStepOf } from './script.ts';

/** Plays the script; neither the page nor the process that drives the browser learns what should be seen. */
export async function executeWeb(
  { file, steps, seed }: WebCheck,
  files: Material['files'],
  browsers: Browsers,
): Promise<Execution> {
  if (!files.has(file)) return { fault: `${file} is missing` };
  const script = { file, files, steps: steps.map(playStepOf), seed };
  return await runInBrowser(browsers, { kind: 'play', script });
}
