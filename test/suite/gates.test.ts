// The gates at one seed, for every task: every second one in Chinese. "pybench audit" has more seeds, in both languages.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/gates/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { loadTask, taskIds } from '../../src/suite/index.ts';
import { testHost, servicesOn } from '../support/host.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

const exams = taskIds().map((id, index) => [id, index % 2 === 0 ? 'en' : 'zh'] as const);

test.each(exams)('%s in %s', { timeout: 300_000 }, async (id, lang) => {
  const task = await loadTask(id);
  const signal = new AbortController().signal;
  const found = await audit({ tasks: [task], seeds: 1, languages: [lang], services: servicesOn(host), signal });
  expect(found?.tasks[0]?.problems).toEqual([]);
  expect(found).toMatchObject({ ok: true, seeds: 1 });
});
