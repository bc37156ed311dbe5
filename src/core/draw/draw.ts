// The seeded random source. Every generator draws all its data from it.
// It gives the same values on every Node version and machine: integer arithmetic only, no clock, no locale.
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

  /** A separate stream: drawing from it does not change what this stream returns. */
  fork(label: string): Draw {
    return new Draw(JSON.stringify([this.#key, label]));
  }

  /** An integer; min and max are included. */
  int(min: number, max: number): number {
    return uniformInt(this.#generator, min, max);
  }

  /** A real number: min is included, max is not. */
  real(min: number, max: number): number {
    return min + uniformFloat64(this.#generator) * (max - min);
  }

  /** A decimal number with `places` decimals; min and max are included. */
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

  /** `count` different items, in the order they are drawn. */
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

  /** Approximately normal: a sum of twelve uniform numbers, which is the same on every machine. */
  normal(mean: number, deviation: number): number {
    let sum = -6;
    for (let term = 0; term < 12; term += 1) sum += this.real(0, 1);
    return mean + deviation * sum;
  }

  /** `count` values, each made by `make`. */
  many<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  /**
   * Draws again until the instance meets a condition, for example that the trap has an effect. Throws after a hundred
   * draws, because such a generator is wrong. `what` also names the random streams of the draws: another text gives other
   * instances.
   */
  until<T>(make: (draw: Draw) => T, holds: (made: T) => boolean, what: string): T {
    for (let round = 0; round < 100; round += 1) {
      const made = make(this.fork(`${what} ${round}`));
      if (holds(made)) return made;
    }
    throw new Error(`none of 100 draws satisfied: ${what}`);
  }
}
