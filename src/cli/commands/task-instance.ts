// Flags that name one instance of a task, and the way to make it.
import type { InstanceId } from '../../core/index.ts';
import { loadTask, makeInstance, type TaskInstance, type LoadedTask } from '../../suite/index.ts';
import type { FlagValues, Flags } from '../flags/flag.ts';
import { langFlag, saltFlag, seedFlag, suiteFlag, switchFlag } from '../flags/common.ts';

export const instanceFlags = {
  suite: suiteFlag,
  seed: seedFlag,
  lang: langFlag,
  salt: saltFlag,
  clean: switchFlag('the clean twin: the same instance without its trap'),
} satisfies Flags;

export async function instanceOf(
  id: string,
  { suite, seed, lang, salt, clean }: FlagValues<typeof instanceFlags>,
): Promise<{ task: LoadedTask; instance: TaskInstance }> {
  const task = await loadTask(id, suite);
  const instanceId: InstanceId = { task: task.id, seed, lang, ...(clean ? { twin: 'clean' as const } : {}) };
  return { task, instance: await makeInstance(task, instanceId, salt) };
}
