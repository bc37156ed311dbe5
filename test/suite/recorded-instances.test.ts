// The recorded instances: every clone makes the same bytes from the same task, seed and language. instances.json beside each
// task has their digests. `npx vitest run test/suite/recorded-instances.test.ts -u` writes them again: every user then gets
// other instances, so do it only when that is intended.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { InstanceId } from '../../src/core/index.ts';
import { instanceKey } from '../../src/gates/index.ts';
import { loadTask, makeInstance, taskIds } from '../../src/suite/index.ts';

test.each(taskIds())('%s makes the recorded instances, and the first one again after the others', async (id) => {
  const task = await loadTask(id);
  const digests: Record<string, string> = {};
  for (const seed of task.fixed ? [1] : [1, 2]) {
    for (const lang of task.languages) {
      for (const twin of [undefined, ...(task.twins ?? [])]) {
        const instance: InstanceId = { task: id, seed, lang, ...(twin ? { twin } : {}) };
        digests[instanceKey(instance)] = (await makeInstance(task, instance, '')).digest;
      }
    }
  }
  // After the others: a generator that keeps state would make another first instance now.
  const [lang = 'en'] = task.languages;
  const first: InstanceId = { task: id, seed: 1, lang };
  expect((await makeInstance(task, first, '')).digest).toBe(digests[instanceKey(first)]);
  await expect(`${JSON.stringify(digests, null, 2)}\n`).toMatchFileSnapshot(join(task.folder, 'instances.json'));
});
