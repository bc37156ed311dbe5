// A draw for the tests of the kit, and how often a thousand drawn things are alike.
import { Draw } from '../../src/kit/index.ts';

export function drawOf(seed = 7): Draw {
  return Draw.from({ task: 'text/kit', seed, salt: '' });
}

/** Of a thousand, how many had been drawn before. */
export function repeatsIn(make: () => string): number {
  return 1000 - new Set(Array.from({ length: 1000 }, make)).size;
}

export const languages = ['en', 'zh'] as const;
