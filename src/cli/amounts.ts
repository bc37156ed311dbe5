// Tokens and money, for people.

/** `830 tokens`, `12.3k tokens`, `4.1M tokens`. */
export function tokens(count: number): string {
  if (count < 1000) return `${Math.round(count)} tokens`;
  return count < 1e6 ? `${(count / 1e3).toFixed(1)}k tokens` : `${(count / 1e6).toFixed(1)}M tokens`;
}

/** Two decimals, or as many as a small amount needs. */
export function dollars(amount: number): string {
  return `$${amount === 0 || amount >= 0.1 ? amount.toFixed(2) : amount.toPrecision(2)}`;
}
