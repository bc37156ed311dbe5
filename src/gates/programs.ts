// The rules for a task's own programs: right ones pass without a fault, wrong ones fail on the check that they name.
import type { TaskInstance, Program } from '../suite/index.ts';
import type { PlayedTrial } from './play.ts';

/** What is wrong with a right program's trial, if anything. */
export function faultOfRight({ outcome, faults }: PlayedTrial): string | undefined {
  if (outcome.kind !== 'passed') {
    return `does not pass: ${outcome.kind}${'reason' in outcome ? ` (${outcome.reason})` : ''}`;
  }
  return faults[0] === undefined ? undefined : `passes, but ${faults[0]}`;
}

/** What is wrong with a wrong program's trial, if anything: it must fail because of its own mistake. */
export function faultOfWrong(program: Program, instance: TaskInstance, played: PlayedTrial): string | undefined {
  const { outcome, checks, faults, block, files } = played;
  const named = checksToFail(program);
  const failed = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  if (named.length === 0) {
    const here = failed.length > 0 ? `, which here is ${failed.join(', ')}` : '';
    return `does not say on its first line which check it fails${here}: # %% … (fails: answer winners)`;
  }
  const unknown = named.find((name) => !instance.checks.some((check) => matches(check.name, name)));
  if (unknown !== undefined) return `names a check that the task does not have: "${unknown}"`;
  if (outcome.kind === 'passed') return 'passes';
  if (faults[0] !== undefined) return `fails for another reason: ${faults[0]}`;
  const lacking = Object.keys(instance.outputs).find((path) => !files.has(path));
  if (lacking !== undefined) return `fails only because ${lacking} is missing`;
  if (instance.answer && block === null) return 'fails only because there is no answer';
  if (outcome.kind !== 'failed') return `ends as ${outcome.kind} instead of failing a check`;
  if (failed.some((name) => named.some((pattern) => matches(name, pattern)))) return undefined;
  return `fails on ${failed.join(', ')} instead of ${named.join(', ')}`;
}

/** The checks that a wrong program is meant to fail, of which it must fail one: `(fails: answer words, answer *)`. */
export function checksToFail({ title }: Program): string[] {
  const list = /\(fails: ([^()]+)\)\s*$/.exec(title)?.[1] ?? '';
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** A star matches any text, because the keys of an answer may differ between seeds. */
function matches(name: string, pattern: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`).test(name);
}
