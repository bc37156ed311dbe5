// Outcomes of trials and their scores.
import { expect, test } from 'vitest';
import { outcomeKinds, outcomeSchema, scoredKinds, scoreOf, type Outcome } from '../../src/core/index.ts';

const example = (kind: string) => outcomeSchema.parse({ kind, reason: 'because' });

test('a pass scores 1, a failure of the agent scores 0, and other outcomes have no score', () => {
  const scores = Object.fromEntries(outcomeKinds.map((kind) => [kind, scoreOf(example(kind))]));
  for (const kind of outcomeKinds) {
    const expected = kind === 'passed' ? 1 : (scoredKinds as readonly string[]).includes(kind) ? 0 : undefined;
    expect(scores[kind], kind).toBe(expected);
  }
});

test('faults of the machine and of the service have no score', () => {
  const faults: Outcome[] = [
    { kind: 'model-error', reason: '500' },
    { kind: 'sandbox-error', reason: 'no fork' },
    { kind: 'grader-error', reason: 'bug' },
    { kind: 'cancelled', reason: 'Ctrl-C' },
    { kind: 'skipped', reason: 'no figure capture' },
  ];
  expect(faults.map(scoreOf)).toEqual(faults.map(() => undefined));
});

test('an unknown outcome is refused', () => {
  expect(outcomeSchema.safeParse({ kind: 'maybe' }).success).toBe(false);
});
