// The conversion of result rows to attempts, the input of all statistics.
import { expect, test } from 'vitest';
import { resultRowSchema, type Outcome } from '../../src/core/index.ts';
import { attemptsOf } from '../../src/stats/index.ts';

function row(id: string, seed: number, score: 0 | 1 | null, twin: 'clean' | null = null) {
  const outcome: Outcome =
    score === 1 ? { kind: 'passed' } : { kind: score === 0 ? 'failed' : 'model-error', reason: 'for the test' };
  return resultRowSchema.parse({
    id,
    task: 'chart/tied-winner',
    category: 'chart',
    level: 'easy',
    skills: [],
    lang: 'zh',
    seed,
    twin,
    attempt: 1,
    outcome,
    score,
    turns: 1,
    cells: 1,
    cpuMs: 1,
    wallMs: 1,
    checks: { passed: 0, total: 1, failed: [] },
  });
}

test('scored rows become attempts: the task is the cluster, unscored rows are left out', () => {
  const rows = [
    row('chart/tied-winner@7.zh#1', 7, 1),
    row('chart/tied-winner@7.zh#2', 7, 0),
    row('chart/tied-winner@8.zh#1', 8, null),
    row('chart/tied-winner@7.zh~clean#1', 7, 1, 'clean'),
  ];
  expect(attemptsOf(rows)).toEqual([
    { cluster: 'chart/tied-winner', instance: 'chart/tied-winner@7.zh', score: 1 },
    { cluster: 'chart/tied-winner', instance: 'chart/tied-winner@7.zh', score: 0 },
    { cluster: 'chart/tied-winner', instance: 'chart/tied-winner@7.zh~clean', score: 1 },
  ]);
});
