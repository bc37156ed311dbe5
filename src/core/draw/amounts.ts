// Money and quantities. Money is whole cents inside, so that sums are exact.

/** `1234.5` as `1234.50`: what a ledger holds. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `1234567` as `1,234,567`, without asking the machine's locale. */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}
