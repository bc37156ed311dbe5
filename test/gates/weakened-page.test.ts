// A web check that checks almost nothing on the page: the gates must detect it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/gates/index.ts';
import { webPasses } from '../../src/kit/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { loadTask } from '../../src/suite/index.ts';
import { testHost, servicesOn } from '../support/host.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

test('the gates detect a check that only opens the page', { timeout: 600_000 }, async () => {
  const task = await loadTask('software/stock-page');
  const weak = {
    ...task,
    programs: new Map([...task.programs].filter(([name]) => name === 'reference' || name === 'wrong-total')),
    definition: {
      ...task.definition,
      checks: () => [webPasses('output/index.html', 'opens', [{ do: 'open' }, { see: 'quiet' }], '`rows`')],
    },
  };
  const signal = new AbortController().signal;
  const gates = ['noWork', 'mutants', 'wrong'] as const;
  const found = await audit({ tasks: [weak], seeds: 1, languages: ['en'], gates, services: servicesOn(host), signal });
  const problems = found?.tasks[0]?.problems.map(({ gate, problem }) => `${gate}: ${problem}`).join('\n');
  expect(problems).toContain('noWork: "other-seed" passes without doing the work');
  expect(problems).toContain('mutants: passes though it is wrong: output/index.html: all scripts are gone');
  expect(problems).toMatch(/wrong: wrong-total (passes|names a check that the task does not have)/);
});
