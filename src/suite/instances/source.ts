// Gives trials their instances: from memory, from the cache on disk, or made in a worker thread. The next few instances of a run are
// made ahead, so that trials seldom wait for a generator.
import { availableParallelism } from 'node:os';
import { printInstanceId, Problem, type Digest, type InstanceId, type TaskId } from '../../core/index.ts';
import type { TaskInfo } from '../task-info.ts';
import { InstanceCache, instanceCacheFolder } from './cache.ts';
import { makeInstance, type TaskInstance } from './instance.ts';
import { cacheKey } from './key.ts';
import { MakeWorkers } from './workers.ts';

export interface InstanceSource extends AsyncDisposable {
  /** Throws if the instance cannot be made, or after any instance of the plan could not be made ahead. */
  instance(id: InstanceId): Promise<TaskInstance>;
  close(): Promise<void>;
}

export interface InstanceSourceOptions {
  readonly suite: string;
  readonly salt: string;
  readonly tasks: ReadonlyMap<TaskId, TaskInfo>;
  /** The instances that trials will request, in order. */
  readonly planned?: readonly InstanceId[];
  /** Digests by instance name: an instance with another digest is an error. */
  readonly recorded?: ReadonlyMap<string, Digest> | undefined;
  /** The folder of the cache; by default the user's cache. */
  readonly cache?: string | undefined;
}

/** Compiled code only: a worker thread cannot read TypeScript, and the keys of the cache are of compiled code. */
const compiled = import.meta.url.endsWith('.js');

export function openInstances(options: InstanceSourceOptions): InstanceSource {
  return new Instances(options);
}

/** The maximum number of bytes of inputs in memory. */
const MAX_MEMORY = 64 * 2 ** 20;

class Instances implements InstanceSource {
  readonly #options: InstanceSourceOptions;
  readonly #cacheFolder: string;
  readonly #workers: MakeWorkers;
  /** Made or in progress; the least recently used is first. */
  readonly #memory = new Map<string, Promise<TaskInstance>>();
  readonly #sizes = new Map<string, number>();
  readonly #planned: readonly InstanceId[];
  readonly #positions: ReadonlyMap<string, number>;
  /** One instance of each task, so that a failing generator is found early. */
  readonly #unchecked: InstanceId[];
  readonly #window: number;
  #checking = false;
  #written = false;
  #closed = false;
  #fault: { readonly error: unknown } | undefined;

  constructor(options: InstanceSourceOptions) {
    const { planned = [], cache = instanceCacheFolder() } = options;
    const cores = availableParallelism();
    this.#options = options;
    this.#cacheFolder = cache;
    this.#workers = new MakeWorkers(cores);
    this.#window = 2 * cores;
    const byName = new Map(planned.map((id) => [printInstanceId(id), withoutAttempt(id)]));
    this.#planned = [...byName.values()];
    this.#positions = new Map([...byName.keys()].map((name, at) => [name, at]));
    this.#unchecked = [...new Map(this.#planned.toReversed().map((id) => [id.task, id])).values()].toReversed();
  }

  async instance(id: InstanceId): Promise<TaskInstance> {
    if (this.#fault) throw this.#fault.error;
    const name = printInstanceId(id);
    const found = this.#get(withoutAttempt(id), true);
    // The time of a trial starts after this; instances are made ahead only after the requested one has started.
    if (compiled) this.#makeAhead(this.#positions.get(name) ?? -1);
    const instance = await found;
    const recorded = this.#options.recorded?.get(name);
    if (recorded !== undefined && recorded !== instance.digest) {
      throw new Problem(
        `${name} is another instance than the run recorded (${recorded.slice(0, 12)}, now ${instance.digest.slice(0, 12)}): start a new run`,
      );
    }
    return instance;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#workers.close();
    if (this.#written) await new InstanceCache(this.#cacheFolder).trim();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #get(id: InstanceId, urgent: boolean): Promise<TaskInstance> {
    const name = printInstanceId(id);
    const known = this.#memory.get(name);
    if (known && urgent) this.#workers.hurry((request) => printInstanceId(request.id) === name);
    const found = known ?? this.#open(id, urgent);
    // The most recently used one moves to the end.
    this.#memory.delete(name);
    this.#memory.set(name, found);
    const size = this.#sizes.get(name);
    if (size !== undefined) this.#keep(name, size);
    if (known) return known;
    found.then(
      ({ files }) =>
        this.#keep(
          name,
          files.reduce((sum, { bytes }) => sum + bytes.length, 0),
        ),
      () => this.#memory.delete(name),
    );
    return found;
  }

  async #open(id: InstanceId, urgent: boolean): Promise<TaskInstance> {
    const { suite, salt, tasks } = this.#options;
    const task = tasks.get(id.task);
    if (!task) throw new Error(`${id.task} is not in the plan`);
    if (!compiled) return await makeInstance(task, id, salt);
    const key = cacheKey(task, id, salt);
    const cached = key === undefined ? undefined : await new InstanceCache(this.#cacheFolder).read(key);
    if (cached && printInstanceId(cached.id) === printInstanceId(id)) return cached;
    if (key !== undefined) this.#written = true;
    const cache = key === undefined ? undefined : { folder: this.#cacheFolder, key };
    return await this.#workers.make({ suite, id, salt, cache }, urgent);
  }

  /** Keeps it in memory; removes the least recently used ones when the limit is exceeded. */
  #keep(name: string, size: number): void {
    this.#sizes.delete(name);
    this.#sizes.set(name, size);
    let sum = [...this.#sizes.values()].reduce((total, each) => total + each, 0);
    for (const [oldest, bytes] of this.#sizes) {
      if (sum <= MAX_MEMORY || oldest === name) break;
      this.#sizes.delete(oldest);
      this.#memory.delete(oldest);
      sum -= bytes;
    }
  }

  #makeAhead(position: number): void {
    for (const id of this.#planned.slice(position + 1, position + 1 + this.#window)) {
      if (!this.#memory.has(printInstanceId(id))) this.#get(id, false).catch((error: unknown) => this.#failed(error));
    }
    void this.#checkTasks();
  }

  /** Makes one instance of each task, one after another. An instance that a trial waits for has priority. */
  async #checkTasks(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    const { tasks, salt } = this.#options;
    const cache = new InstanceCache(this.#cacheFolder);
    for (const id of this.#unchecked) {
      const task = tasks.get(id.task);
      if (this.#closed || this.#fault || !task) return;
      const key = cacheKey(task, id, salt);
      if (key !== undefined && cache.has(key)) continue;
      await this.#get(id, false).catch((error: unknown) => this.#failed(error));
    }
  }

  #failed(error: unknown): void {
    if (!this.#closed) this.#fault ??= { error };
  }
}

function withoutAttempt({ task, seed, lang, twin }: InstanceId): InstanceId {
  return { task, seed, lang, ...(twin ? { twin } : {}) };
}
