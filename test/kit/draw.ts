// Helpers of the tests of the kit: a seeded draw, and the number of repeats among a thousand drawn values.
import { Draw } from '../../src/kit/index.ts';

export function drawOf(seed = 7): Draw {
  return Draw.from({ task: 'text/kit', seed, salt: '' });
}

/** The number of repeats among a thousand values. */
export function repeatsIn(make: () => string): number {
  return 1000 - new Set(Array.from({ length: 1000 }, make)).size;
}

export const languages = ['en', 'zh'] as const;
