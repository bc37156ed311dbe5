// instances.json beside each task: the digests of some of its instances, so that a change of an instance is noticed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printInstanceId, type Digest, type InstanceId } from '../core/index.ts';

/** Undefined if no digest is recorded: for other seeds, and for tasks outside of the repository. */
export function recordedInstanceDigest(folder: string, id: InstanceId): Digest | undefined {
  const file = join(folder, 'instances.json');
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Digest>)[instanceKey(id)];
}

/** The id without its task: `1.en`, `2.zh~clean`. */
export function instanceKey(id: InstanceId): string {
  return printInstanceId(id).slice(id.task.length + 1);
}
