// Plays the scripts of `web` checks on the submitted page before grading: as many at once as there are browsers.
import type { Execution, Material } from '../../material.ts';
import { runInBrowser, type Browsers } from './browsers.ts';
import type { WebCheck } from './kind.ts';
import { playStepOf } from './script.ts';

export async function executePages(
  checks: readonly WebCheck[],
  { files }: Pick<Material, 'files'>,
  { browsers }: { readonly browsers: Browsers },
): Promise<Map<string, Execution>> {
  const executions = checks.map(async (check) => [check.name, await executeWeb(check, files, browsers)] as const);
  return new Map(await Promise.all(executions));
}

/** Plays the script. The page and the process that drives the browser do not get the expected values. */
export async function executeWeb(
  { file, steps, seed }: WebCheck,
  files: Material['files'],
  browsers: Browsers,
): Promise<Execution> {
  if (!files.has(file)) return { fault: `${file} is missing` };
  const script = { file, files, steps: steps.map(playStepOf), seed };
  return await runInBrowser(browsers, { kind: 'play', script });
}
