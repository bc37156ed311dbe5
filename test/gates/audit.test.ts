// An audit that is stopped: what had been finished is remembered, the rest is not, and nothing is reported as a result.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, GatesMemory } from '../../src/gates/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { loadTask } from '../../src/suite/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { testHost, servicesOn } from '../support/host.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

test('a stopped audit keeps what was finished', { timeout: 300_000 }, async () => {
  const [tied, dates] = await Promise.all([loadTask('chart/tied-winner'), loadTask('chart/mixed-date-formats')]);
  const memory = new GatesMemory({ kit: 'k', image: null }, join(temporaryFolder(), 'gates.json'));
  const stop = new AbortController();
  const scope = { seeds: 1, languages: ['en'] as const };
  const found = await audit({
    ...scope,
    tasks: [tied, dates],
    services: servicesOn(host),
    signal: stop.signal,
    memory,
    concurrency: 1,
    onJob: (_, task) => {
      if (task === dates) stop.abort('enough');
    },
  });
  expect(found).toBeUndefined();
  expect(memory.recall(tied, scope)).toBeDefined();
  expect(memory.recall(dates, scope)).toBeUndefined();
});
