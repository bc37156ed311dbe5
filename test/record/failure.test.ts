// The failure reason of a trial: each kind, and similar trials that must get another reason or none.
import { describe, expect, test } from 'vitest';
import {
  failureSchema,
  scoreOf,
  type CellStatus,
  type CheckResult,
  type Event,
  type EventBody,
  type Outcome,
  type finishReasons,
} from '../../src/core/index.ts';
import { failureOf } from '../../src/record/failure.ts';
import {
  answerEquals,
  answerSolves,
  checkSchema,
  fileSolves,
  evaluate,
  tableEquals,
  type Check,
} from '../../src/verify/index.ts';
import { failureWordsOf, presentFailure } from '../../src/verify/failures/index.ts';

interface Story {
  readonly cells?: readonly CellStatus[];
  readonly checks?: readonly CheckResult[];
  readonly finish?: (typeof finishReasons)[number];
  readonly outcome?: Outcome;
}

function failure({ cells = ['ok'], checks = [], finish = 'stop', outcome = { kind: 'failed', reason: '' } }: Story) {
  const bodies: EventBody[] = [
    ...cells.map((status, cell) => ({
      kind: 'cell-end' as const,
      cell,
      status,
      cpuMs: 1,
      wallMs: 1,
      memoryBytes: null,
    })),
    { kind: 'reply', turn: 1, parts: [], finish, usage: {}, latencyMs: 1, attempts: 1 },
    ...checks.map((result) => ({ kind: 'check' as const, result })),
    { kind: 'trial-end', outcome, score: scoreOf(outcome) ?? null, wallMs: 1 },
  ];
  return failureOf(bodies.map((body, seq): Event => ({ v: 1, seq, at: '2026-01-01T00:00:00Z', ...body })));
}

const result = (kind: string, ok: boolean): CheckResult => ({ name: kind, kind, ok, message: '', cites: '' });
const noAnswer: Outcome = { kind: 'no-answer', reason: '' };

const TABLE = 'output/a.csv';
function graded(check: Check, { block = '{"n": 1}', file }: { block?: string | null; file?: string } = {}) {
  return evaluate(check, {
    answer: { schema: { n: { value: { type: 'integer' }, about: { en: 'n', zh: 'n' } } }, block },
    outputs: {
      [TABLE]: {
        type: 'table',
        about: { en: 'k', zh: 'k' },
        columns: { k: { value: { type: 'integer' } } },
        key: ['k'],
      },
    },
    files: new Map(file === undefined ? [] : [[TABLE, Buffer.from(file)]]),
    figures: new Map(),
    executions: new Map(),
  });
}
const table = (file?: string) => graded(tableEquals(TABLE, [{ k: 1 }]), file === undefined ? {} : { file });
const answer = (block: string | null) => graded(answerEquals('n', 2), { block });

describe('the end of the work', () => {
  test.each([
    ['turn-limit', { kind: 'turn-limit' }],
    ['timeout', { kind: 'timeout', reason: '' }],
    ['context-limit', { kind: 'context-limit' }],
    ['budget', { kind: 'budget', reason: '' }],
  ] as const)('%s takes precedence over missing and failed cells', (kind, outcome) => {
    expect(failure({ outcome, cells: [] })).toBe(kind);
    expect(failure({ outcome, cells: ['error'] })).toBe(kind);
  });

  test('declined requires that the last reply is a refusal', () => {
    expect(failure({ outcome: noAnswer, finish: 'refusal', cells: [] })).toBe('declined');
    expect(failure({ outcome: noAnswer })).toBe('no-answer');
  });

  test('passed trials and trials without a score have no failure reason', () => {
    expect(failure({ outcome: { kind: 'passed' }, cells: ['error'] })).toBeNull();
    expect(failure({ outcome: { kind: 'passed' }, cells: [] })).toBeNull();
    expect(failure({ outcome: { kind: 'sandbox-error', reason: '' } })).toBeNull();
    expect(failure({ outcome: { kind: 'skipped', reason: '' }, cells: [] })).toBeNull();
  });
});

describe('work that was not done', () => {
  test('changed inputs take precedence over other failed checks', () => {
    expect(failure({ checks: [result('inputs', false), result('table', false)], cells: ['error'] })).toBe(
      'inputs-changed',
    );
    expect(failure({ checks: [result('inputs', true), result('table', false)] })).toBe('wrong-table');
  });

  test('a trial without any cell has the reason nothing-run', () => {
    expect(failure({ cells: [], outcome: noAnswer })).toBe('nothing-run');
    expect(failure({ cells: [], checks: [result('answer', false)] })).toBe('nothing-run');
  });

  test('an error counts only if no later cell succeeded', () => {
    for (const status of ['error', 'timeout', 'crashed'] as const) {
      expect(failure({ cells: ['ok', status], checks: [result('answer', false)] })).toBe('unrecovered-error');
      expect(failure({ cells: [status, 'ok'], checks: [result('answer', false)] })).toBe('wrong-answer');
    }
    expect(failure({ cells: ['error'], outcome: noAnswer })).toBe('unrecovered-error');
  });
});

describe('wrong work, graded by the real checks', () => {
  test('a missing, a broken and a wrong file have different reasons', async () => {
    expect(failure({ checks: [await table()] })).toBe('missing-file');
    expect(failure({ checks: [await table('k\n"1\n')] })).toBe('broken-file');
    expect(failure({ checks: [await table('')] })).toBe('broken-file');
    expect(failure({ checks: [await table('k\n2\n')] })).toBe('wrong-table');
    expect(failure({ checks: [await table('other\n1\n')] })).toBe('wrong-table');
    expect((await table('k\n1\n')).ok).toBe(true);
  });

  test('a malformed and a wrong answer have different reasons', async () => {
    expect(failure({ checks: [await answer('{"n": ')] })).toBe('malformed-answer');
    expect(failure({ checks: [await answer('{"n": 2, "extra": 1}')] })).toBe('malformed-answer');
    expect(failure({ checks: [await answer('{"n": 3}')] })).toBe('wrong-answer');
    expect(failure({ checks: [await answer('{"n": "two"}')] })).toBe('wrong-answer');
  });

  test('a certificate check distinguishes a malformed answer from a missing or broken file', async () => {
    const problem = { prover: 'factorisation', number: '15' } as const;
    expect((await graded(answerSolves('n', problem), { block: '[' })).fault).toBe('malformed');
    expect((await graded(fileSolves(TABLE, problem))).fault).toBe('missing');
    expect((await graded(fileSolves(TABLE, problem), { file: 'k\n"' })).fault).toBe('broken');
  });

  test('a fault of form takes precedence over wrong content', async () => {
    const checks = [await answer('{"n": 3}'), await table()];
    expect(failure({ checks })).toBe('missing-file');
    expect(failure({ checks: [result('figure', false), await table('k\n"1\n')] })).toBe('broken-file');
  });

  test('every kind of check has its own reason, and an unknown kind is named in the reason', () => {
    for (const { shape } of checkSchema.options) {
      const { value: kind } = shape.kind;
      expect(failure({ checks: [result(kind, false)] })).toBe(`wrong-${kind}`);
      expect(failureWordsOf(`wrong-${kind}`)).not.toContain(kind === 'web' ? 'web' : 'failed a check');
    }
    expect(failure({ checks: [result('poem', false)] })).toBe('wrong-poem');
    expect(failureWordsOf('wrong-poem')).toBe('failed a check of kind "poem"');
  });

  test('the first failed check decides the reason', () => {
    expect(failure({ checks: [result('table', true), result('figure', false), result('answer', false)] })).toBe(
      'wrong-figure',
    );
  });

  test('a reason recorded by version 0.1 is read and counted under its current name', () => {
    expect(presentFailure(failureSchema.parse('wrong-model'))).toBe('wrong-predictions');
    expect(failureWordsOf(failureSchema.parse('wrong-model'))).toBe(failureWordsOf('wrong-predictions'));
    expect(failureSchema.safeParse('tired').success).toBe(false);
  });
});
