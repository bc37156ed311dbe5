// The recorded instances: every clone makes the same bytes from the same task, seed and language. instances.json beside each
// task has their digests. `npx vitest run test/suite/recorded-instances.test.ts -u` writes them again: every user then gets
// other instances, so do it only when that is intended.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { InstanceId } from '../../src/core/index.ts';
import { instanceKey } from '../../src/gates/index.ts';
import { loadTask, makeInstance, taskIds } from '../../src/suite/index.ts';

test.each(taskIds())('%s makes the recorded instances, and makes the same ones a second time', async (id) => {
  const task = await loadTask(id);
  const digests: Record<string, string> = {};
  for (const seed of task.fixed ? [1] : [1, 2]) {
    for (const lang of task.languages) {
      for (const twin of [undefined, ...(task.twins ?? [])]) {
        const instance: InstanceId = { task: id, seed, lang, ...(twin ? { twin } : {}) };
        const { digest } = await makeInstance(task, instance, '');
        expect((await makeInstance(task, instance, '')).digest, instanceKey(instance)).toBe(digest);
        digests[instanceKey(instance)] = digest;
      }
    }
  }
  await expect(`${JSON.stringify(digests, null, 2)}\n`).toMatchFileSnapshot(join(task.folder, 'instances.json'));
});
