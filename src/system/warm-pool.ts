// A few warm processes, as many as there are cores, each used by one caller at a time and replaced after any fault.
import { availableParallelism } from 'node:os';

export class WarmPool<Process extends { readonly usable: boolean }> {
  readonly #start: () => Process;
  readonly #idle: Process[] = [];
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(start: () => Process, size = availableParallelism()) {
    this.#start = start;
    this.#free = size;
  }

  async use<Result>(work: (process: Process) => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      let process = this.#idle.pop();
      while (process && !process.usable) process = this.#idle.pop();
      process ??= this.#start();
      const result = await work(process);
      if (process.usable) this.#idle.push(process);
      return result;
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
