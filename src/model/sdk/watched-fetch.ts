// A fetch with time limits: it ends calls without data or without an end, and refuses answers that are not a stream.
import { ModelFault } from '../model.ts';

export interface CallTimeouts {
  /** The limit between two chunks, and before the first. */
  readonly idleMs: number;
  /** The limit of the whole call. */
  readonly totalMs: number;
}

/** The fetch of Node waits at most 300 s for data. */
export const defaultTimeouts: CallTimeouts = { idleMs: 300_000, totalMs: 1_800_000 };

export function watchedFetch({ idleMs, totalMs }: CallTimeouts): typeof fetch {
  return async (input, init) => {
    const watch = new Watch(idleMs, totalMs, init?.signal ?? undefined);
    try {
      const response = await fetch(input, { ...init, signal: watch.signal });
      const type = response.headers.get('content-type') ?? 'no content type';
      if (response.ok && !/^text\/event-stream\b/i.test(type)) {
        await response.body?.cancel();
        throw new ModelFault('malformed', `the service answered with ${type}, not with a stream`, { retryable: true });
      }
      if (!response.body) {
        watch.end();
        return response;
      }
      return new Response(watch.over(response.body), response);
    } catch (error) {
      watch.end();
      throw watch.reasonFor(error);
    }
  };
}

class Watch {
  readonly #stop = new AbortController();
  readonly #idle: NodeJS.Timeout;
  readonly #total: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;
  readonly #abort = () => this.#stop.abort(this.#outer?.reason);

  constructor(idleMs: number, totalMs: number, outer: AbortSignal | undefined) {
    const end = (text: string) => () => this.#stop.abort(new ModelFault('timeout', text, { retryable: true }));
    this.#idle = setTimeout(end(`no byte from the service for ${idleMs / 1000} s`), idleMs);
    this.#total = setTimeout(end(`no complete reply within ${totalMs / 1000} s`), totalMs);
    this.#outer = outer;
    if (outer?.aborted) this.#abort();
    outer?.addEventListener('abort', this.#abort);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The reason of the watch if it ended the call, otherwise the error. */
  reasonFor(error: unknown): unknown {
    return this.signal.aborted ? this.signal.reason : error;
  }

  end(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#total);
    this.#outer?.removeEventListener('abort', this.#abort);
  }

  /** The same stream; each chunk restarts the idle limit. */
  over(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    return new ReadableStream({
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          this.#idle.refresh();
          if (!done) return controller.enqueue(value);
          this.end();
          controller.close();
        } catch (error) {
          this.end();
          controller.error(this.reasonFor(error));
        }
      },
      cancel: async (reason) => {
        this.end();
        await reader.cancel(reason);
      },
    });
  }
}
