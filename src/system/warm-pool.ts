// A pool of warm processes, by default one per core. Each serves one caller at a time and is replaced after an error.
import { availableParallelism } from 'node:os';
import { Semaphore } from './semaphore.ts';

interface WarmProcess {
  /** Whether the process can take more work. */
  readonly usable: boolean;
  /** Ends the process and waits until it has ended. */
  close(): Promise<void>;
}

export class WarmPool<Process extends WarmProcess> {
  readonly #start: () => Process;
  readonly #turns: Semaphore;
  readonly #started = new Set<Process>();
  readonly #idle: Process[] = [];
  #closed = false;

  constructor(start: () => Process, size = availableParallelism()) {
    this.#start = start;
    this.#turns = new Semaphore(size);
  }

  async use<Result>(work: (process: Process) => Promise<Result>): Promise<Result> {
    const release = await this.#turns.take();
    try {
      return await this.#useOne(this.#takeIdle() ?? this.#startOne(), work);
    } finally {
      release();
    }
  }

  /** Ends all processes of the pool, also working ones, and waits until they have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#started].map((process) => process.close()));
  }

  async #useOne<Result>(process: Process, work: (process: Process) => Promise<Result>): Promise<Result> {
    try {
      const result = await work(process);
      if (process.usable) this.#idle.push(process);
      return result;
    } catch (error) {
      await process.close();
      throw error;
    }
  }

  #takeIdle(): Process | undefined {
    for (const process of this.#started) if (!process.usable) this.#started.delete(process);
    let process = this.#idle.pop();
    while (process && !process.usable) process = this.#idle.pop();
    return process;
  }

  #startOne(): Process {
    if (this.#closed) throw new Error('the service that this process belongs to is closed');
    const process = this.#start();
    this.#started.add(process);
    return process;
  }
}
