// `task check` and `audit` as a user starts them.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';

const tally = z.strictObject({ passed: z.int(), total: z.int() });
const gates = {
  reference: tally,
  also: tally,
  wrong: tally,
  noWork: tally,
  mutants: tally,
  halfWork: tally,
  variants: tally,
  hostile: tally,
  coverage: tally,
  bytes: tally,
};
const auditSchema = z.strictObject({
  ok: z.boolean(),
  seeds: z.int(),
  tasks: z.array(
    z.strictObject({
      id: z.string(),
      ...gates,
      seeds: z.int(),
      remembered: z.boolean(),
      problems: z.array(z.unknown()),
      notes: z.array(z.string()),
    }),
  ),
  totals: z.strictObject(gates),
});

test('what passed is remembered, and is not run again', { timeout: 300_000 }, async () => {
  const memory = join(temporaryFolder(), 'gates.json');
  const check = ['task', 'check', 'chart/tied-winner', '--seeds', '1', '--lang', 'en', '--memory', memory];
  const first = await pybench([...check, '--json']);
  expect(first.code, first.stderr).toBe(0);
  const found = auditSchema.parse(JSON.parse(first.stdout));
  expect(found).toMatchObject({ ok: true, seeds: 1, tasks: [{ remembered: false, noWork: { passed: 9, total: 9 } }] });
  expect(found.totals.mutants.passed).toBe(found.totals.mutants.total);
  expect(existsSync(memory)).toBe(true);

  const second = auditSchema.parse(JSON.parse((await pybench([...check, '--json'])).stdout));
  expect(second.tasks).toEqual([{ ...found.tasks[0], remembered: true }]);

  const table = await pybench(check);
  expect(table.stdout).toMatch(/chart\/tied-winner │ 1 \(known\)/);
  expect(table.stdout).toContain('Every gate is met by 1 task.');
});

test('a damaged memory is one line', async () => {
  const memory = join(temporaryFolder(), 'gates.json');
  writeFileSync(memory, 'not json');
  const done = await pybench(['audit', 'tied-winner', '--memory', memory]);
  expect(done).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is damaged; delete it') });
});
