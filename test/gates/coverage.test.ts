// The gate "coverage of the request": it reports names in the query that no check covers.
import { expect, test } from 'vitest';
import type { Check } from '../../src/kit/index.ts';
import { uncovered } from '../../src/gates/coverage.ts';
import { loadTask, makeInstance, type TaskInstance } from '../../src/suite/index.ts';

async function instanceOf(id: string, keep: (check: Check) => boolean = () => true): Promise<TaskInstance> {
  const task = await loadTask(id);
  const instance = await makeInstance(task, { task: task.id, seed: 1, lang: 'en' }, '');
  return { ...instance, checks: instance.checks.filter(keep) };
}

test('the gate reports nothing for a task whose checks use every name in its query', async () => {
  expect(uncovered(await instanceOf('chart/tied-winner'))).toEqual([]);
});

test('the gate reports a key of the answer without a check', async () => {
  const without = await instanceOf('chart/tied-winner', ({ name }) => name !== 'answer wins');
  expect(uncovered(without)).toEqual(['`wins`']);
});

test('the gate reports a file that no check reads', async () => {
  const without = await instanceOf('text/tracked-changes-by-author', ({ kind }) => kind === 'answer');
  expect(uncovered(without)).toContain('`output/contract.docx`');
});

test('the gate reports an id that the query names and no check uses', async () => {
  const page = await instanceOf('software/stock-page');
  const checks = JSON.parse(JSON.stringify(page.checks).replaceAll('#total', '#other')) as TaskInstance['checks'];
  expect(uncovered({ ...page, checks })).toContain('"total"');
});

test('the gate ignores names that the inputs contain and names that the task lists under mentions', async () => {
  const { query, ...rest } = await instanceOf('chart/tied-winner');
  const named = { ...rest, query: `${query} Write it as "7 of 12".` };
  expect(uncovered(named)).toEqual(['"7 of 12"']);
  expect(uncovered(named, ['7 of 12'])).toEqual([]);
});
