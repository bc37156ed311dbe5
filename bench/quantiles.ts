// The middle and the slow end of a list of times.

export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
}

export function quantiles(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: rounded(at(0.5)), p95: rounded(at(0.95)) };
}

/** Three digits say all that a measurement of ours can. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
