// Tokens and money, for people.
import { compact } from '../../results/index.ts';

export { dollars } from '../../results/index.ts';

/** `830 tokens`, `12.3k tokens`, `4.1M tokens`. */
export function tokens(count: number): string {
  return `${compact(count)} tokens`;
}
