// `pybench task check` and `pybench audit` from the command line.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
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
      recorded: z.boolean(),
      stale: z.object({ kind: z.string() }).nullable(),
      problems: z.array(z.unknown()),
      notes: z.array(z.string()),
    }),
  ),
  totals: z.strictObject(gates),
});

test('passed gates are recorded and do not run again', { timeout: 300_000 }, async () => {
  const folder = temporaryFolder();
  const check = ['task', 'check', 'chart/tied-winner', '--seeds', '1', '--lang', 'en', '--records', folder];
  const listed = await pybench([...check, '--stale']);
  expect(listed).toMatchObject({ code: 0, stdout: 'chart/tied-winner: its gates are not recorded\n' });
  const first = await pybench([...check, '--json']);
  expect(first.code, first.stderr).toBe(0);
  const found = auditSchema.parse(JSON.parse(first.stdout));
  expect(found).toMatchObject({
    ok: true,
    seeds: 1,
    tasks: [{ recorded: false, stale: { kind: 'unrecorded' }, noWork: { passed: 9, total: 9 } }],
  });
  expect(found.totals.mutants.passed).toBe(found.totals.mutants.total);
  expect(existsSync(join(folder, 'chart/tied-winner/gates.json'))).toBe(true);

  const second = auditSchema.parse(JSON.parse((await pybench([...check, '--json'])).stdout));
  expect(second.tasks).toEqual([{ ...found.tasks[0], recorded: true, stale: null }]);

  const table = await pybench(check);
  expect(table.stdout).toMatch(/chart\/tied-winner │ 1 \(recorded\)/);
  expect(table.stdout).toContain('Every gate is met by 1 task.');
  expect((await pybench([...check, '--stale'])).stdout).toBe('No task is stale.\n');
});

test('an unreadable record is reported as an error', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'chart/tied-winner'), { recursive: true });
  writeFileSync(join(folder, 'chart/tied-winner/gates.json'), 'not json');
  const done = await pybench(['audit', 'tied-winner', '--records', folder]);
  expect(done).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('cannot be read; delete it') });
});
