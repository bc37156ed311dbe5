// The worker threads that make instances: one per core, started when the first instance is needed.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { printInstanceId, Problem, reasonOf } from '../../core/index.ts';
import { decodeInstance } from './entry.ts';
import type { TaskInstance } from './instance.ts';
import type { MakeReply, MakeRequest } from './make-worker.ts';

interface Job {
  readonly request: MakeRequest;
  readonly resolve: (instance: TaskInstance) => void;
  readonly reject: (error: unknown) => void;
}

export class MakeWorkers {
  readonly #size: number;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  /** Jobs that a trial waits for. */
  readonly #urgent: Job[] = [];
  readonly #ahead: Job[] = [];

  constructor(size = availableParallelism()) {
    this.#size = size;
  }

  /** Jobs that a trial waits for have priority over those made ahead. */
  make(request: MakeRequest, urgent: boolean): Promise<TaskInstance> {
    return new Promise((resolve, reject) => {
      (urgent ? this.#urgent : this.#ahead).push({ request, resolve, reject });
      this.#next();
    });
  }

  /** Gives priority to a queued job because a trial now waits for its instance. */
  hurry(wanted: (request: MakeRequest) => boolean): void {
    const at = this.#ahead.findIndex(({ request }) => wanted(request));
    if (at >= 0) this.#urgent.push(...this.#ahead.splice(at, 1));
  }

  async close(): Promise<void> {
    for (const job of [...this.#urgent.splice(0), ...this.#ahead.splice(0)]) job.reject(new Problem('stopped'));
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#idle.length === 0 && this.#all.size >= this.#size) return;
    const job = this.#urgent.shift() ?? this.#ahead.shift();
    if (job) this.#run(job, this.#idle.pop() ?? this.#start());
  }

  #start(): Worker {
    const worker = new Worker(new URL('./make-worker.js', import.meta.url), { execArgv: [] });
    this.#all.add(worker);
    worker.on('exit', () => this.#all.delete(worker));
    return worker;
  }

  #run({ request, resolve, reject }: Job, worker: Worker): void {
    const settle = (finish: () => void, usable: boolean) => {
      worker.removeAllListeners('message').removeAllListeners('error').off('exit', onExit);
      if (usable) this.#idle.push(worker);
      else this.#all.delete(worker);
      // A worker without work does not keep the process alive.
      worker.unref();
      finish();
      this.#next();
    };
    const failed = (reason: string) => new Problem(`${printInstanceId(request.id)} cannot be made: ${reason}`);
    const onExit = () => settle(() => reject(failed('its thread ended')), false);
    worker.ref();
    worker.once('error', (error) => settle(() => reject(failed(reasonOf(error))), false));
    worker.once('exit', onExit);
    worker.once('message', (reply: MakeReply) =>
      settle(() => {
        if ('entry' in reply) resolve(decodeInstance(reply.entry));
        else if ('problem' in reply) reject(new Problem(reply.problem, { kind: reply.kind }));
        else reject(new Error(reply.fault));
      }, true),
    );
    worker.postMessage(request, []);
  }
}
