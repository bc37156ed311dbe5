// A counting semaphore: it limits the number of holders; waiters are admitted in order of arrival.
export class Semaphore {
  #limit: number;
  #held = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of holders. */
  get held(): number {
    return this.#held;
  }

  /** Waits until the caller is admitted or the signal aborts. Returns the function that releases the semaphore. */
  async take(signal?: AbortSignal): Promise<() => void> {
    if (this.#held < this.#limit && this.#waiting.length === 0) this.#held += 1;
    else if ((await this.#turn(signal)) === 'aborted') return () => undefined;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#held -= 1;
      this.#admit();
    };
  }

  /** A lower limit takes effect as holders release. */
  setLimit(limit: number): void {
    this.#limit = limit;
    this.#admit();
  }

  async #turn(signal: AbortSignal | undefined): Promise<'admitted' | 'aborted'> {
    const turn = deferred<'admitted' | 'aborted'>();
    const admit = () => turn.resolve('admitted');
    const abort = () => {
      const place = this.#waiting.indexOf(admit);
      // A waiter that is not in the queue is admitted already; its holder releases.
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      turn.resolve('aborted');
    };
    this.#waiting.push(admit);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    const how = await turn.promise;
    signal?.removeEventListener('abort', abort);
    return how;
  }

  #admit(): void {
    while (this.#held < this.#limit) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#held += 1;
      next();
    }
  }
}

/** Promise.withResolvers, which Node 20 does not have yet. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  const box: { resolve?: (value: T) => void } = {};
  const promise = new Promise<T>((resolve) => (box.resolve = resolve));
  return { promise, resolve: (value) => box.resolve?.(value) };
}
