// The cost of an order of stops, computed quickly: an instance is screened with some ten million orders, most of them similar to the one before.
import type { Route } from 'pybench/kit';

/** The cost of a late minute, much more than any detour. */
const LATE = 20;
/** A stop out of order costs this number of late minutes. */
const OUT_OF_ORDER = 60;

export class Town {
  /** Stops by when they close. */
  readonly byClosing: readonly number[];
  readonly #opens: Int32Array;
  readonly #closes: Int32Array;
  readonly #minutes: Int32Array;
  /** The stop that must come first, or -1. */
  readonly #first: Int32Array;
  /** Row by row. */
  readonly #travel: Int32Array;
  // Of the entered order, after each number of stops: when the courier is free, how late it was in all, what is done.
  readonly #free: Int32Array;
  readonly #late: Int32Array;
  readonly #done: Int32Array;

  constructor({ leaves, stops, travel, before }: Route) {
    const names = stops.map(({ name }) => name);
    this.#opens = Int32Array.from(stops, ({ opens }) => opens);
    this.#closes = Int32Array.from(stops, ({ closes }) => closes);
    this.#minutes = Int32Array.from(stops, ({ minutes }) => minutes);
    this.#travel = Int32Array.from(travel.flat());
    this.#first = new Int32Array(names.length).fill(-1);
    for (const [early, late] of before) this.#first[names.indexOf(late)] = names.indexOf(early);
    this.#free = new Int32Array(names.length + 1).fill(leaves);
    this.#late = new Int32Array(names.length + 1);
    this.#done = new Int32Array(names.length + 1);
    this.byClosing = [...stops.keys()].toSorted(
      (one, other) => (stops[one]?.closes ?? 0) - (stops[other]?.closes ?? 0),
    );
  }

  /** The cost of an order; the states of its prefixes are kept for similar orders. */
  enter(order: Int32Array): number {
    return this.#drive(order, 0, order.length, Infinity, true);
  }

  /**
   * The cost of an order that differs from the entered one only from one position to another; infinity as soon as it is
   * clear that it reaches the limit, or that nothing is gained.
   */
  cost(order: Int32Array, from: number, to: number, limit: number): number {
    return this.#drive(order, from, to, limit, false);
  }

  /** The minute of return, and what being late and out of order costs. */
  #drive(order: Int32Array, from: number, to: number, limit: number, remember: boolean): number {
    const size = order.length + 1;
    let place = from > 0 ? (order[from - 1] ?? 0) + 1 : 0;
    let [free, late, done] = [this.#free[from] ?? 0, this.#late[from] ?? 0, this.#done[from] ?? 0];
    for (let position = from; position < order.length; position += 1) {
      const at = order[position] ?? 0;
      const first = this.#first[at] ?? -1;
      free = Math.max(free + (this.#travel[place * size + at + 1] ?? 0), this.#opens[at] ?? 0);
      late += Math.max(0, free - (this.#closes[at] ?? 0));
      if (first >= 0 && (done & (1 << first)) === 0) late += OUT_OF_ORDER;
      free += this.#minutes[at] ?? 0;
      if (free + LATE * late >= limit) return Infinity;
      const known = position + 1;
      if (position > to && free >= (this.#free[known] ?? 0) && late >= (this.#late[known] ?? 0)) return Infinity;
      done |= 1 << at;
      place = at + 1;
      if (!remember) continue;
      this.#free[known] = free;
      this.#late[known] = late;
      this.#done[known] = done;
    }
    return free + (this.#travel[place * size] ?? 0) + LATE * late;
  }
}
