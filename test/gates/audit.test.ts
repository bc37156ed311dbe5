// A cancelled audit records the tasks that had finished, does not record the others, and returns no result.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, GateRecords, surroundingsOf } from '../../src/gates/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { loadTask } from '../../src/suite/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { testHost, servicesOn } from '../support/host.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

test('a stopped audit keeps the records of tasks that had finished', { timeout: 300_000 }, async () => {
  const [tied, dates] = await Promise.all([loadTask('chart/tied-winner'), loadTask('chart/mixed-date-formats')]);
  const records = new GateRecords(surroundingsOf(host.stack), temporaryFolder());
  const stop = new AbortController();
  const scope = { seeds: 1, languages: ['en'] as const };
  const found = await audit({
    ...scope,
    tasks: [tied, dates],
    services: servicesOn(host),
    signal: stop.signal,
    records,
    concurrency: 1,
    onJob: (_, task) => {
      if (task === dates) stop.abort('enough');
    },
  });
  expect(found).toBeUndefined();
  expect(records.recall(tied, scope)).toBeDefined();
  expect(records.recall(dates, scope)).toBeUndefined();
});
