// The time of a trial: stops one that takes too long, or in which nothing happens any more, and says how it ended.
import { reasonOf, type EventKind, type Outcome, type TimeLimits } from '../core/index.ts';

export class Watchdog {
  readonly #stop = new AbortController();
  readonly #run: AbortSignal;
  readonly #idleMs: number;
  readonly #cancel = () => this.#end({ kind: 'cancelled', reason: reasonOf(this.#run.reason ?? 'stopped') });
  #whole: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #waitingFor: EventKind | undefined;
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

  /** How the trial ends, once it was stopped. */
  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  /** Something has happened. */
  saw(kind: EventKind): void {
    this.#waitingFor = kind;
    if (this.#idleMs === 0) return;
    if (this.#idle) this.#idle.refresh();
    else this.#idle = setTimeout(() => this.#end(this.#hung()), this.#idleMs);
  }

  /** The trial has ended by itself. */
  dismiss(): void {
    this.#run.removeEventListener('abort', this.#cancel);
    clearTimeout(this.#whole);
    clearTimeout(this.#idle);
  }

  #hung(): Outcome {
    const after = `for ${this.#idleMs / 1000} s`;
    if (this.#waitingFor === 'request') return { kind: 'model-error', reason: `the model said nothing ${after}` };
    const reason = `nothing happened ${after} after ${this.#waitingFor}`;
    // Until the first cell nothing of the agent's has run.
    return { kind: this.#waitingFor === 'trial-start' ? 'sandbox-error' : 'timeout', reason };
  }

  #end(outcome: Outcome): void {
    this.#outcome ??= outcome;
    this.#stop.abort('reason' in this.#outcome ? this.#outcome.reason : this.#outcome.kind);
  }
}
