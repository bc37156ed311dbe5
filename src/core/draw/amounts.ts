// Money and quantities. Money is stored in whole cents, so that sums are exact.

/** Formats `1234.5` as `1234.50`. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats `1234567` as `1,234,567`, independent of the machine's locale. */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}
