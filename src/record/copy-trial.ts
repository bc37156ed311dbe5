// Copies a recorded trial into another run. Files are copied, not linked: a change of a link would change the old run.
import { constants, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEvent, wholeLines } from '../core/index.ts';
import type { TrialPaths } from './paths.ts';

/** `work`: everything except the last grading and the notebook that shows it. */
export type CopiedPart = 'whole' | 'work';

export function copyTrial(from: TrialPaths, to: TrialPaths, part: CopiedPart): void {
  if (!existsSync(from.folder)) return;
  const isCopied = (path: string) => part === 'whole' || (path !== from.events && path !== from.notebook);
  cpSync(from.folder, to.folder, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isCopied });
  if (part === 'work') writeFileSync(to.events, withoutGrading(readFileSync(from.events, 'utf8')));
}

/** The lines of a log, unchanged, without those of the last try that grade it. */
function withoutGrading(text: string): string {
  const log = wholeLines(text).map((line) => ({ line, kind: parseEvent(line).kind }));
  const start = log.findLastIndex(({ kind }) => kind === 'trial-start');
  const kept = log.filter(({ kind }, index) => index < start || (kind !== 'check' && kind !== 'trial-end'));
  return kept.map(({ line }) => `${line}\n`).join('');
}
