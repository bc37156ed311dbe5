// Evaluates a check of kind `web`: compares what was seen on the page with what should be seen.
import type { Json } from '../../../core/index.ts';
import { parseUntrusted } from '../../../formats/index.ts';
import { fail, pass, type CheckFinding, type Material } from '../../material.ts';
import { show } from '../../values.ts';
import type { WebCheck } from './kind.ts';
import { matches } from './match.ts';
import { describeStep, expectedOf, subject, type Expectation, type WebStep } from './script.ts';
import { MAX_TRANSCRIPT, transcriptSchema, type PageTranscript } from './transcript.ts';

const MAX_EVIDENCE = 60;

export function evaluateWeb(check: WebCheck, { executions }: Material): CheckFinding {
  const execution = executions.get(check.name);
  if (!execution) throw new Error(`the page of "${check.name}" was not opened before grading`);
  if ('fault' in execution) return fail(execution.fault);
  const read = parseUntrusted(execution.result, { characters: MAX_TRANSCRIPT, repeatedKeys: 'allowed' });
  const transcript = transcriptSchema.safeParse('value' in read ? read.value : undefined);
  if (!transcript.success) return fail(`${check.file}: it shows more text than can be graded`);
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
