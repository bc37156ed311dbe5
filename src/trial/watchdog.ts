// The time limits of a trial: stops a trial that takes too long or records no event for too long, and gives its outcome.
import { reasonOf, type EventKind, type Outcome, type TimeLimits } from '../core/index.ts';

export class Watchdog {
  readonly #stop = new AbortController();
  readonly #run: AbortSignal;
  readonly #idleMs: number;
  readonly #cancel = () => this.#end({ kind: 'cancelled', reason: reasonOf(this.#run.reason ?? 'stopped') });
  #whole: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastEvent: EventKind | undefined;
  #outcome: Outcome | undefined;

  constructor(run: AbortSignal, { trialSeconds, idleSeconds }: TimeLimits) {
    this.#run = run;
    this.#idleMs = idleSeconds * 1000;
    run.addEventListener('abort', this.#cancel, { once: true });
    if (run.aborted) this.#cancel();
    if (trialSeconds === 0) return;
    const reason = `the trial took more than ${trialSeconds} s`;
    this.#whole = setTimeout(() => this.#end({ kind: 'timeout', reason }), trialSeconds * 1000);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The outcome, if the watchdog has stopped the trial. */
  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  /** An event was recorded: the idle time starts again. */
  restart(kind: EventKind): void {
    this.#lastEvent = kind;
    if (this.#idleMs === 0) return;
    if (this.#idle) this.#idle.refresh();
    else this.#idle = setTimeout(() => this.#end(this.#idleOutcome()), this.#idleMs);
  }

  /** The trial has ended. */
  close(): void {
    this.#run.removeEventListener('abort', this.#cancel);
    clearTimeout(this.#whole);
    clearTimeout(this.#idle);
  }

  #idleOutcome(): Outcome {
    const after = `for ${this.#idleMs / 1000} s`;
    if (this.#lastEvent === 'request') return { kind: 'model-error', reason: `the model said nothing ${after}` };
    const reason = `nothing happened ${after} after ${this.#lastEvent}`;
    // Before the first cell, no code of the agent has run.
    return { kind: this.#lastEvent === 'trial-start' ? 'sandbox-error' : 'timeout', reason };
  }

  #end(outcome: Outcome): void {
    this.#outcome ??= outcome;
    this.#stop.abort('reason' in this.#outcome ? this.#outcome.reason : this.#outcome.kind);
  }
}
