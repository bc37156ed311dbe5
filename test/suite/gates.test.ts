// Runs the gates at one seed, every second task in Chinese: for all tasks whose recorded gates are stale, and for a
// sample of the other tasks that changes every day. PYBENCH_SAMPLE=N repeats a sample. "pybench audit" runs more seeds,
// in both languages.
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import type { Language, TaskId } from '../../src/core/index.ts';
import { audit, GateRecords, surroundingsOf } from '../../src/gates/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { loadTask, taskIds } from '../../src/suite/index.ts';
import { gateSample, sampleNumber } from '../support/gate-sample.ts';
import { testHost, servicesOn } from '../support/host.ts';

const tasks = taskIds().map((id, index): readonly [TaskId, Language] => [id, index % 2 === 0 ? 'en' : 'zh']);

let host: InterpreterHost;
let chosen: ReadonlySet<TaskId>;
beforeAll(async () => {
  host = await testHost();
  const records = new GateRecords(surroundingsOf(host.stack));
  const known = new Set<TaskId>();
  for (const [id, lang] of tasks) {
    if (records.recall(await loadTask(id), { seeds: 1, languages: [lang] })) known.add(id);
  }
  const number = sampleNumber();
  const sample = gateSample([...known], number);
  chosen = new Set([...taskIds().filter((id) => !known.has(id)), ...sample]);
  process.stderr.write(
    `gates: ${chosen.size - sample.length} stale tasks, and ${sample.length} of ${known.size} others (PYBENCH_SAMPLE=${number})\n`,
  );
});
afterAll(() => host.close());

test.for(tasks)('%s passes its gates in %s', { timeout: 300_000 }, async ([id, lang], { skip }: TestContext) => {
  skip(!chosen.has(id), 'its recorded gates hold');
  const task = await loadTask(id);
  const signal = new AbortController().signal;
  const found = await audit({ tasks: [task], seeds: 1, languages: [lang], services: servicesOn(host), signal });
  expect(found?.tasks[0]?.problems).toEqual([]);
  expect(found).toMatchObject({ ok: true, seeds: 1 });
});
