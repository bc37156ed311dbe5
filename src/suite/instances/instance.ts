// An instance as trials use it, and a function that makes one in this thread. The kit and the formats are imported only here.
import type { Instance, InstanceId } from '../../core/index.ts';
import type { Check } from '../../verify/index.ts';
import type { TaskInfo } from '../task-info.ts';

export type TaskInstance = Instance<Check>;

/** Makes an instance in this thread. `InstanceSource` makes many, in worker threads. */
export async function makeInstance(task: TaskInfo, id: InstanceId, salt: string): Promise<TaskInstance> {
  const { generateInstance } = await import('./make.ts');
  return await generateInstance(task, id, salt);
}
