// The median and the 95th percentile of a list of times.

export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
}

export function quantiles(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: rounded(at(0.5)), p95: rounded(at(0.95)) };
}

/** Rounds to three significant digits; our measurements are not more precise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
