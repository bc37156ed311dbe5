// The seeded source of randomness: everything an exam is made of comes from here.
// Stable across Node versions and machines: integers from a fixed generator, sums and products, no clock, no locale.
import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

export interface Source {
  readonly task: string;
  readonly seed: number;
  readonly salt: string;
}

export class Draw {
  readonly #key: string;
  readonly #generator;

  private constructor(key: string) {
    this.#key = key;
    const hash = createHash('sha256').update(key).digest();
    this.#generator = xoroshiro128plusFromState([0, 4, 8, 12].map((offset) => hash.readInt32LE(offset)));
  }

  static from({ task, seed, salt }: Source): Draw {
    return new Draw(JSON.stringify([task, seed, salt]));
  }

  /** A stream of its own: what is drawn from it does not shift what is drawn from this one. */
  fork(label: string): Draw {
    return new Draw(JSON.stringify([this.#key, label]));
  }

  /** A whole number, both ends included. */
  int(min: number, max: number): number {
    return uniformInt(this.#generator, min, max);
  }

  /** A real number from min up to, but not including, max. */
  real(min: number, max: number): number {
    return min + uniformFloat64(this.#generator) * (max - min);
  }

  /** A decimal number on the grid of so many places, both ends included: what a person would type. */
  decimal(min: number, max: number, places: number): number {
    const scale = Number(`1e${places}`);
    return this.int(Math.round(min * scale), Math.round(max * scale)) / scale;
  }

  chance(probability: number): boolean {
    return this.real(0, 1) < probability;
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('cannot pick from an empty list');
    return items[this.int(0, items.length - 1)] as T;
  }

  /** So many different items, in drawn order. */
  sample<T>(items: readonly T[], count: number): T[] {
    if (count > items.length) throw new RangeError(`cannot sample ${count} of ${items.length} items`);
    return this.shuffle(items).slice(0, count);
  }

  shuffle<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let last = result.length - 1; last > 0; last -= 1) {
      const other = this.int(0, last);
      [result[last], result[other]] = [result[other] as T, result[last] as T];
    }
    return result;
  }

  /** Roughly normal: a sum of twelve uniform numbers, so that only additions decide its bits. */
  normal(mean: number, deviation: number): number {
    let sum = -6;
    for (let term = 0; term < 12; term += 1) sum += this.real(0, 1);
    return mean + deviation * sum;
  }

  /** So many values, each drawn by `make`. */
  many<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  /**
   * Draws again until the exam has what it needs, a live trap above all. A generator that cannot get there
   * within a hundred draws is wrong, and says so.
   */
  until<T>(make: (draw: Draw) => T, holds: (made: T) => boolean, what: string): T {
    for (let round = 0; round < 100; round += 1) {
      const made = make(this.fork(`${what} ${round}`));
      if (holds(made)) return made;
    }
    throw new Error(`no draw in a hundred had: ${what}`);
  }
}
