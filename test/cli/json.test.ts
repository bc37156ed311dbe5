// `--json` prints exactly one JSON value on stdout.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';

async function json(args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await pybench([...args, '--json']);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

const checks = z.array(
  z.object({ name: z.string(), kind: z.string(), ok: z.boolean(), message: z.string(), cites: z.string() }),
);

test('task list prints every task with its metadata', async () => {
  const tasks = z
    .array(
      z.strictObject({
        id: z.string(),
        category: z.string(),
        level: z.string(),
        skills: z.array(z.string()),
        languages: z.array(z.string()),
        inputs: z.array(z.string()),
        outputs: z.array(z.string()),
      }),
    )
    .parse(await json(['task', 'list']));
  expect(tasks.find(({ id }) => id === 'chart/tied-winner')).toMatchObject({
    inputs: ['csv'],
    outputs: [],
    languages: ['en', 'zh'],
  });
});

test('run prints the summary', async () => {
  const folder = temporaryFolder();
  const summary = await json(['run', '-a', 'null', '-i', 'tied-winner', '-o', folder]);
  const tally = {
    planned: 1,
    scored: 1,
    passed: 0,
    coverage: 1,
    mean: 0,
    interval: { low: 0, high: expect.closeTo(0.793, 3) as number },
    tasks: 1,
    outcomes: { 'no-answer': 1 },
  };
  expect(summary).toEqual({
    ...tally,
    run: expect.stringContaining(folder),
    agent: 'null',
    model: null,
    unverified: false,
    macro: expect.objectContaining({ rate: 0, groups: 1 }),
    meanTurns: null,
    meanTokens: null,
    meanCost: null,
    usage: {},
    time: { medianMs: expect.any(Number), totalMs: expect.any(Number) },
    failures: { 'nothing-run': 1 },
    passK: [],
    acrossSeeds: null,
    twins: null,
    byCategory: { chart: tally },
    byGroup: { chart: tally },
    byLanguage: { en: tally },
    byLevel: { easy: tally },
    bySkill: expect.any(Object),
  });
});

test('a score below --fail-under gives exit code 3', async () => {
  const args = ['run', '-a', 'null', '-i', 'tied-winner', '-o', temporaryFolder()];
  expect((await pybench([...args, '--fail-under', '0.5'])).code).toBe(3);
  expect((await pybench([...args, '--fail-under', '0'])).code).toBe(0);
});

test('doctor prints the diagnosis', async () => {
  const diagnosis = await json(['doctor']);
  expect(diagnosis).toMatchObject({
    ok: true,
    python: { version: expect.stringMatching(/^3\./) },
    isolation: expect.stringMatching(/^(full|none)$/),
    tools: expect.objectContaining({ ffmpeg: expect.anything() }),
    problems: expect.any(Array),
  });
});

test('task make writes an instance, and task grade grades work by hand', async () => {
  const folder = join(temporaryFolder(), 'instance');
  const instance = ['chart/tied-winner', '--seed', '7', '--lang', 'zh'];
  const made = z
    .strictObject({
      id: z.literal('chart/tied-winner@7.zh'),
      query: z.string(),
      data: z.array(z.string()),
      answer: z.record(z.string(), z.unknown()),
      outputs: z.array(z.string()),
    })
    .parse(await json(['task', 'make', ...instance, '-o', folder]));
  expect(Object.keys(made.answer)).toEqual(['winners', 'wins']);
  expect(readFileSync(join(folder, 'query.md'), 'utf8').trim()).toBe(made.query);

  const graded = z.strictObject({ id: z.string(), outcome: z.string(), checks });
  const grade = async () => graded.parse(await json(['task', 'grade', ...instance, folder]));
  expect(await grade()).toMatchObject({ outcome: 'no-answer', checks: [] });

  const counts = new Map<string, number>();
  for (const line of readFileSync(join(folder, made.data[0] ?? ''), 'utf8')
    .trim()
    .split('\n')
    .slice(1)) {
    const winner = line.split(',')[2] ?? '';
    if (winner !== '取消') counts.set(winner, (counts.get(winner) ?? 0) + 1);
  }
  const wins = Math.max(...counts.values());
  const winners = [...counts.keys()].filter((team) => counts.get(team) === wins);
  writeFileSync(
    join(folder, 'answer.md'),
    `都在这里。\n\n\`\`\`answer\n${JSON.stringify({ winners, wins })}\n\`\`\`\n`,
  );
  expect(await grade()).toMatchObject({ outcome: 'passed' });

  writeFileSync(join(folder, 'answer.json'), JSON.stringify({ winners: winners.slice(1), wins }));
  expect(await grade()).toMatchObject({ outcome: 'failed' });
});
