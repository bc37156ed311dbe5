// The jobs that a driver can run in its browser.
import type { FigureFile } from '../figure/drawn/drawing.ts';
import type { Play } from './play.ts';
import { describeStep } from './script.ts';

export type BrowserJob =
  | { readonly kind: 'play'; readonly script: Play }
  /** A figure is drawn, in every state of its menu. */
  | { readonly kind: 'draw'; readonly figure: FigureFile };

/** Names the step at which a job was stopped, for messages. */
export function describeJob(job: BrowserJob, step: number): string {
  if (step < 0) return '';
  if (job.kind === 'draw') return step === 0 ? ' while it was opened' : ` at choice ${step} of its menu`;
  const at = job.script.steps[step];
  return at ? ` at step ${step + 1} (${describeStep(at)})` : '';
}
