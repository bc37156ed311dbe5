// A counting semaphore: at most so many holders at once; the others wait in the order in which they came.

export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Waits until it may hold, or until the signal aborts. Returns the function that releases it. */
  async take(signal?: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else {
      const turn = deferred<'turn' | 'aborted'>();
      const mine = () => turn.resolve('turn');
      const aborted = () => turn.resolve('aborted');
      this.#waiting.push(mine);
      signal?.addEventListener('abort', aborted, { once: true });
      const how = await turn.promise;
      signal?.removeEventListener('abort', aborted);
      const place = this.#waiting.indexOf(mine);
      if (how === 'aborted' && place >= 0) {
        this.#waiting.splice(place, 1);
        return () => undefined;
      }
    }
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}

/** Promise.withResolvers, which Node 20 does not have yet. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  const box: { resolve?: (value: T) => void } = {};
  const promise = new Promise<T>((resolve) => (box.resolve = resolve));
  return { promise, resolve: (value) => box.resolve?.(value) };
}
