// The normal, Student's t and binomial distributions, compared with values of high precision.
import { expect, test } from 'vitest';
import {
  fairBinomialCdf,
  normalCdf,
  normalQuantile,
  studentQuantile,
  studentTail,
} from '../../src/stats/distributions.ts';

// Computed with mpmath at 40 digits.
test.each([
  [1e-6, -4.753424308822899],
  [0.001, -3.090232306167814],
  [0.025, -1.959963984540054],
  [0.3, -0.5244005127080408],
  [0.5, 0],
  [0.8, 0.8416212335729142],
  [0.975, 1.959963984540054],
  [0.995, 2.575829303548901],
  [0.9999, 3.719016485455681],
])('the normal quantile of %d is accurate', (p, z) => {
  expect(Math.abs(normalQuantile(p) - z)).toBeLessThan(1e-10);
});

test.each([
  [-8, 6.220960574271784e-16],
  [-3, 0.001349898031630095],
  [-1.96, 0.02499789514822044],
  [0, 0.5],
  [1, 0.8413447460685429],
  [5, 0.9999997133484281],
  [40, 1],
])('the normal probability below %d is accurate', (x, p) => {
  expect(Math.abs(normalCdf(x) - p)).toBeLessThan(1e-15);
});

test.each([
  [0.975, 1, 12.7062047361747],
  [0.975, 2, 4.302652729749464],
  [0.95, 3.7, 2.182493803914602],
  [0.975, 10, 2.228138851986275],
  [0.975, 30, 2.042272456301238],
  [0.995, 142, 2.610895294676302],
  [0.975, 234, 1.970153642623679],
  [0.6, 5, 0.2671808657041451],
  [0.9995, 4, 8.610301581379275],
  [0.975, 10_000, 1.960201239890626],
  [0.025, 19, -2.09302405440831],
])("Student's quantile of %d at %d degrees is accurate", (p, degrees, t) => {
  expect(Math.abs(studentQuantile(p, degrees) - t)).toBeLessThan(1e-10);
});

test.each([
  [0, 3, 0.5],
  [0.1, 3, 0.4633261744004029],
  [1, 1, 0.25],
  [2.5, 7, 0.02049610929287645],
  [10, 50, 8.03866734416772e-14],
  [3, 1000, 0.001383354522119096],
  [8, 234, 2.872902101460047e-14],
])("Student's tail beyond %d at %d degrees is accurate", (t, degrees, p) => {
  expect(Math.abs(studentTail(t, degrees) / p - 1)).toBeLessThan(1e-10);
});

test('the binomial with p = ½ is a sum of binomial coefficients', () => {
  for (const n of [1, 2, 9, 40, 235, 1001]) {
    let [coefficient, sum] = [1n, 0n];
    for (let k = 0; k <= n; k += 1) {
      sum += coefficient;
      coefficient = (coefficient * BigInt(n - k)) / BigInt(k + 1);
      // 60 fractional bits exceed the precision of a double.
      const exact = Number((sum << 60n) >> BigInt(n)) / 2 ** 60;
      expect(Math.abs(fairBinomialCdf(k, n) - exact)).toBeLessThan(1e-12);
    }
  }
});

test('quantiles of 0 and 1 are refused', () => {
  for (const p of [0, 1, -1, Number.NaN]) {
    expect(() => normalQuantile(p)).toThrow(RangeError);
    expect(() => studentQuantile(p, 5)).toThrow(RangeError);
  }
  expect(() => studentQuantile(0.9, 0)).toThrow(RangeError);
});
