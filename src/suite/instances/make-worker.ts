// A worker thread that makes instances: in the main thread, their CPU work would block the trials.
import { parentPort } from 'node:worker_threads';
import { Problem, reasonOf, type InstanceId } from '../../core/index.ts';
import { taskInfo } from '../task.ts';
import { InstanceCache } from './cache.ts';
import { encodeInstance } from './entry.ts';
import { generateInstance } from './make.ts';

export interface MakeRequest {
  readonly suite: string;
  readonly id: InstanceId;
  readonly salt: string;
  /** The path in the cache, if the instance is cached. */
  readonly cache: { readonly folder: string; readonly key: string } | undefined;
}

/** `problem`: an error for people. `fault`: a bug, as a stack. */
export type MakeReply =
  | { readonly entry: Uint8Array<ArrayBuffer> }
  | { readonly problem: string; readonly kind: Problem['kind'] }
  | { readonly fault: string };

parentPort?.on('message', (request: MakeRequest) => {
  void make(request).then((reply) => parentPort?.postMessage(reply, 'entry' in reply ? [reply.entry.buffer] : []));
});

async function make({ suite, id, salt, cache }: MakeRequest): Promise<MakeReply> {
  try {
    const entry = encodeInstance(await generateInstance(await taskInfo(id.task, suite), id, salt));
    if (cache) await new InstanceCache(cache.folder).write(cache.key, entry);
    return { entry };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message, kind: error.kind };
    return { fault: (error instanceof Error && error.stack) || reasonOf(error) };
  }
}
