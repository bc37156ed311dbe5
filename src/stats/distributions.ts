// The normal distribution, Student's t and the binomial with p = ½: probabilities and quantiles, to nine digits or better.

/** P(Z ≤ x) by the Taylor series of Marsaglia 2004, Evaluating the Normal Distribution, J. Stat. Softw. 11(4). */
export function normalCdf(x: number): number {
  if (Math.abs(x) > 9) return x > 0 ? 1 : 0;
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

/** The x with P(Z ≤ x) = p, by bisection; accurate to 1e-9 for p from 1e-7 to 1 − 1e-7. */
export function normalQuantile(p: number): number {
  assertProbability(p);
  return rootOf((x) => normalCdf(x) - p, -9, 9);
}

/** P(T > t) for t ≥ 0 and any positive degrees of freedom. DLMF 8.17 with Abramowitz & Stegun 26.7.1. */
export function studentTail(t: number, degrees: number): number {
  const square = t * t;
  return incompleteBeta(degrees / (degrees + square), square / (degrees + square), degrees / 2, 0.5) / 2;
}

/** The t with P(T ≤ t) = p, by bisection. */
export function studentQuantile(p: number, degrees: number): number {
  assertProbability(p);
  if (!(degrees > 0)) throw new RangeError(`degrees of freedom must be positive, not ${degrees}`);
  if (p < 0.5) return -studentQuantile(1 - p, degrees);
  let high = 2;
  while (studentTail(high, degrees) > 1 - p) high *= 2;
  return rootOf((t) => 1 - p - studentTail(t, degrees), 0, high);
}

/** P(X ≤ k) for X binomial with n trials and p = ½. DLMF 8.17.5. */
export function fairBinomialCdf(k: number, n: number): number {
  return k >= n ? 1 : incompleteBeta(0.5, 0.5, n - k, k + 1);
}

/** I_x(a, b) by the continued fraction of DLMF 8.17.22. The caller passes y = 1 − x, so that neither loses digits. */
function incompleteBeta(x: number, y: number, a: number, b: number): number {
  if (x === 0 || y === 0) return x === 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(y, x, b, a);
  const logX = x < 0.5 ? Math.log(x) : Math.log1p(-y);
  const logY = y < 0.5 ? Math.log(y) : Math.log1p(-x);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * logX + b * logY) / a;
  // The modified Lentz method (DLMF 3.10(iii)) evaluates the fraction from the front; c and d are its ratios.
  let [c, d] = [1, 1 / (1 - ((a + b) * x) / (a + 1))];
  let fraction = d;
  for (let m = 1; m <= 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const step of [even, odd]) {
      d = 1 / (1 + step * d);
      c = 1 + step / c;
      change = c * d;
      fraction *= change;
    }
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return front * fraction;
}

/** ln Γ(x) for x > 0: Stirling's series, DLMF 5.11.1, after Γ(x + 1) = xΓ(x) has raised x to 10 or more. */
function logGamma(x: number): number {
  let shift = 1;
  let z = x;
  for (; z < 10; z += 1) shift *= z;
  const w = 1 / (z * z);
  const series = (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - (w * 691) / 360_360))))) / z;
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series - Math.log(shift);
}

/** The zero of an increasing function, by bisection down to adjacent floating-point numbers. */
function rootOf(increasing: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (increasing(middle) < 0) low = middle;
    else high = middle;
  }
}

function assertProbability(p: number): void {
  if (!(p > 0 && p < 1)) throw new RangeError(`p must be between 0 and 1, not ${p}`);
}
