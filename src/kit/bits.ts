// A fast random number generator for image grain and audio noise. `Draw` sets the state; the rest is 32-bit integer
// arithmetic (sfc32), several times as fast as `Draw` and the same on every machine.
import type { Draw } from '../core/index.ts';

/** Integers from 0 to 2³² − 1. */
export function quickBits(draw: Draw): () => number {
  let [a, b, c, counter] = draw.many(4, () => draw.int(-0x80000000, 0x7fffffff)) as [number, number, number, number];
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
}

/** The standard deviation of a sum of eight bytes: √(8 · (256² − 1) / 12). */
const EIGHT_BYTES = 209.021_529_991_529_83;

/** Approximately normal with mean 0 and standard deviation 1: sums of eight bytes. */
export function quickNormal(draw: Draw): () => number {
  const bits = quickBits(draw);
  return () => (bytes(bits()) + bytes(bits()) - 1020) / EIGHT_BYTES;
}

function bytes(word: number): number {
  return (word & 255) + ((word >>> 8) & 255) + ((word >>> 16) & 255) + (word >>> 24);
}
