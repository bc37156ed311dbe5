// `web`: a submitted page is opened in a browser without network, and a script of steps is played on it, before grading;
// what was seen is compared here.
import { z } from 'zod';
import type { Json } from '../../../core/index.ts';
import { parseUntrusted } from '../../../formats/index.ts';
import { fail, pass, type Execution, type CheckFinding, type Material } from '../../material.ts';
import { show } from '../../values.ts';
import { playInBrowser } from './browsers.ts';
import { matches } from './match.ts';
import { describeStep, expectedOf, playStepOf, stepSchema, subject, type Expectation, type WebStep } from './script.ts';
import { MAX_TRANSCRIPT, transcriptSchema, type PageTranscript } from './transcript.ts';

const MAX_EVIDENCE = 60;

export const webCheckSchema = z.object({
  kind: z.literal('web'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  steps: z.array(stepSchema).min(2).max(400),
  /** Of the page's Math.random. */
  seed: z.int(),
});
export type WebCheck = z.infer<typeof webCheckSchema>;

/** The page at `file` behaves as the script says. `group` says in a word or two what the script is about. */
export function webPasses(file: string, group: string, steps: WebStep[], cites: string, seed = 1): WebCheck {
  const [first] = steps;
  if (!first || !('do' in first) || first.do !== 'open') throw new Error(`"web ${group}" must open the page first`);
  return { kind: 'web', name: `web ${group}`, cites, file, steps, seed };
}

/** Plays the script; neither the page nor the process that drives the browser learns what should be seen. */
export async function executeWeb({ file, steps, seed }: WebCheck, files: Material['files']): Promise<Execution> {
  if (!files.has(file)) return { fault: `${file} is missing` };
  return await playInBrowser({ file, files, steps: steps.map(playStepOf), seed });
}

export function evaluateWeb(check: WebCheck, { executions }: Material): CheckFinding {
  const execution = executions.get(check.name);
  if (!execution) throw new Error(`the page of "${check.name}" was not opened before grading`);
  if ('fault' in execution) return fail(execution.fault);
  const read = parseUntrusted(execution.result, { characters: MAX_TRANSCRIPT, repeatedKeys: 'allowed' });
  const transcript = transcriptSchema.safeParse('value' in read ? read.value : undefined);
  if (!transcript.success) return fail(`${check.file}: what it shows is more than anybody reads`);
  return compare(check, transcript.data);
}

function compare({ file, steps }: WebCheck, { seen, stopped, dialogs }: PageTranscript): CheckFinding {
  const looked = steps.flatMap((step, index) => ('see' in step ? [{ step, index }] : []));
  const wrong = looked.find(({ step, index }) => index in seen && !matches(step, seen[index] ?? null));
  if (!wrong && !stopped) return pass(`${file}: all ${looked.length} things looked at are right`);
  const at = wrong?.index ?? stopped?.step ?? 0;
  const said = dialogs.length > 0 ? `; the page showed a message (${dialogs[0]})` : '';
  const evidence = {
    file,
    steps: steps.slice(Math.max(0, at + 1 - MAX_EVIDENCE), at + 1).map(describeStep),
    ...(dialogs.length > 0 ? { dialogs: dialogs.slice(0, 5) } : {}),
  };
  if (!wrong) return fail(`${stepName(steps, at)}: ${stopped?.why}${said}`, { evidence });
  const actual = seen[at] ?? null;
  const what = `${subject(wrong.step)} ${differenceOf(wrong.step, actual)}`;
  return fail(`${lastAction(steps, at)}${what}${said}`, { expected: expectedOf(wrong.step), actual, evidence });
}

function stepName(steps: readonly WebStep[], at: number): string {
  const step = steps[at];
  return `step ${at + 1}, ${step ? describeStep(step) : 'the end'}`;
}

function lastAction(steps: readonly WebStep[], at: number): string {
  const index = steps.slice(0, at).findLastIndex((step) => 'do' in step);
  return index < 0 ? '' : `after ${stepName(steps, index)}: `;
}

function differenceOf(step: Expectation, actual: Json): string {
  if (actual === null && 'of' in step && step.see !== 'attribute') return `cannot be seen: it is not there`;
  if (step.see === 'fits' || step.see === 'accessible' || step.see === 'quiet' || step.see === 'offline')
    return `are not as they should be: ${show(actual)}`;
  return `should be ${show(expectedOf(step))}, is ${show(actual)}`;
}
