// Progress figures of a running run.
import type { EventBody, ResultRow, Usage } from '../../core/index.ts';
import { attemptsOf, passRate } from '../../stats/index.ts';
import { dollars, tokens } from './amounts.ts';

export class RunFigures {
  readonly #now: () => number;
  readonly #started: number;
  readonly #rows: ResultRow[] = [];
  readonly #running = new Map<string, { readonly since: number; doing: string }>();
  #planned = 0;
  #before = 0;
  #retries = 0;
  #tokens = 0;
  /** NaN after a reply without a price. */
  #cost = 0;

  /** In seconds, from a monotonic clock. */
  constructor(now: () => number = () => performance.now() / 1000) {
    this.#now = now;
    this.#started = now();
  }

  plan(trials: number, before: number): void {
    this.#planned = trials + before;
    this.#before = before;
  }

  start(trial: string): void {
    this.#running.set(trial, { since: this.#now(), doing: 'starting' });
  }

  event(trial: string, event: EventBody): void {
    const running = this.#running.get(trial);
    if (!running) return;
    if (event.kind === 'trial-start' && running.doing !== 'starting') this.#retries += 1;
    if (event.kind === 'reply') this.#count(event.usage, event.attempts - 1);
    running.doing = doing(event) ?? running.doing;
  }

  row(row: ResultRow): void {
    this.#running.delete(row.id);
    this.#rows.push(row);
  }

  get done(): number {
    return this.#before + this.#rows.length;
  }

  get planned(): number {
    return this.#planned;
  }

  /** `12 of 40 · 3.1/s · 0:09 left`. */
  pace(): string[] {
    const share = `${this.done} of ${this.#planned}`;
    if (this.#rows.length === 0) return [share];
    const rate = this.#rows.length / Math.max(0.001, this.#now() - this.#started);
    const speed = rate >= 1 ? `${rate.toFixed(1)}/s` : `${(rate * 60).toFixed(1)}/min`;
    return [share, speed, `${clock((this.#planned - this.done) / rate)} left`];
  }

  /** `passed 62.5 % (45.1–77.1)` and what it took. */
  standing(): string[] {
    const rate = passRate(attemptsOf(this.#rows));
    return [
      ...(rate
        ? [`passed ${percent(rate.rate)} % (${percent(rate.interval.low)}–${percent(rate.interval.high)})`]
        : []),
      `${this.#running.size} running`,
      ...(this.#retries > 0 ? [`${this.#retries} ${this.#retries === 1 ? 'retry' : 'retries'}`] : []),
      ...(this.#tokens > 0 ? [tokens(this.#tokens)] : []),
      ...(this.#cost > 0 ? [dollars(this.#cost)] : []),
    ];
  }

  /** Those that run longest first. */
  running(most: number): string[] {
    return [...this.#running]
      .slice(0, most)
      .map(([trial, { since, doing: what }]) => `${trial} ${what}, ${Math.round(this.#now() - since)} s`);
  }

  #count({ inputTokens = 0, outputTokens = 0, cost = NaN }: Usage, retries: number): void {
    this.#retries += retries;
    this.#tokens += inputTokens + outputTokens;
    this.#cost += cost;
  }
}

function doing(event: EventBody): string | undefined {
  switch (event.kind) {
    case 'trial-start':
      return 'opening';
    case 'request':
      return `turn ${event.turn}`;
    case 'cell-start':
      return `cell ${event.cell}`;
    case 'outputs':
      return 'grading';
    default:
      return undefined;
  }
}

const percent = (share: number) => (share * 100).toFixed(1);
const two = (value: number) => String(value).padStart(2, '0');

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
