// The gates at one seed, for every task; "pybench audit" has more seeds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '../../src/core/index.ts';
import { audit } from '../../src/gates/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { loadTask, taskIds } from '../../src/suite/index.ts';
import { testHost } from '../support/host.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

test.each(taskIds())('%s', { timeout: 300_000 }, async (id) => {
  const task = await loadTask(id);
  const signal = new AbortController().signal;
  const found = await audit({ tasks: [task], seeds: 1, languages, host, signal });
  expect(found?.tasks[0]?.problems).toEqual([]);
  expect(found).toMatchObject({ ok: true, seeds: 1 });
});
