// Rooms of sensors as systems of congruences, and the results of correct and wrong ways of solving them.
import type { Draw } from 'pybench/kit';

/** Sends at `first`, and then every `period`; both in microseconds. */
export type Sensor = { first: number; period: number };
/** A moment in microseconds, or null when the sensors never send at once. */
export type Moment = number | null;

/** All results and periods multiplied together stay exact in a double. */
const LARGEST = 9e15;
/** Beyond what counting one by one reaches in ten seconds, also with numpy. */
const FAR = 4e11;

/** Many sensors with much in common, meeting years from now. */
export function farRoom(draw: Draw, size: number): Sensor[] {
  const reach = size === 4 ? 2400 : 600;
  return draw.until(
    (again) => {
      const periods = again.many(size, () => again.pick([12, 18, 20, 24, 30, 36, 40, 45, 60]) * again.int(150, reach));
      return meeting(again, periods);
    },
    (room) => {
      const together = solve(room);
      const cycle = commonPeriod(room);
      return together !== null && together > FAR && cycle < LARGEST && byProductSteps(room) !== together;
    },
    `${size} sensors far from now`,
  );
}

/** Three sensors of which every two share a factor, though no factor is common to all three. */
export function triangleRoom(draw: Draw): Sensor[] {
  return draw.until(
    (again) => meeting(again, trianglePeriods(again)),
    (room) => isTriangle(room) && differs(room, byCoprimeFormula) && differs(room, byProductSteps),
    'a triangle of periods',
  );
}

/** The same, but the first and the last sensor contradict each other; neighbours in the list agree. */
export function tornRoom(draw: Draw): Sensor[] {
  return draw.until(
    (again) => {
      const room = meeting(again, trianglePeriods(again));
      const [one, two, last] = room;
      if (!one || !two || !last) throw new Error('a triangle has three sensors');
      const shift = gcd(two.period, last.period) * again.int(1, 9);
      return [one, two, { ...last, first: (last.first + shift) % last.period }];
    },
    (room) =>
      isTriangle(room) && solve(room) === null && solve(room.slice(0, 2)) !== null && solve(room.slice(1)) !== null,
    'a triangle that contradicts itself',
  );
}

/** Two sensors with equal periods that never send at once. */
export function apartRoom(draw: Draw): Sensor[] {
  const period = draw.int(40, 900) * 100;
  const first = draw.int(0, period - 1);
  return [
    { first, period },
    { first: (first + draw.int(1, period - 1)) % period, period },
    { first: draw.int(0, 999), period: draw.int(11, 99) * 1000 + 7 },
  ];
}

/** One sensor starts after the others have already met. */
export function lateRoom(draw: Draw): Sensor[] {
  return draw.until(
    (again) => {
      const room = meeting(again, [again.int(20, 90) * 60, again.int(20, 90) * 45, again.int(20, 90) * 50]);
      const met = solve(room) ?? 0;
      const newest = again.int(0, 2);
      return room.map((sensor, index) =>
        index === newest
          ? { ...sensor, first: sensor.first + sensor.period * (Math.ceil(met / sensor.period) + again.int(3, 4000)) }
          : sensor,
      );
    },
    (room) => differs(room, smallestResidue) && (solve(room) ?? 0) < LARGEST,
    'a sensor that starts after the first meeting',
  );
}

/** Periods without a common factor: here the textbook formula is right. */
export function coprimeRoom(draw: Draw): Sensor[] {
  return draw.until(
    (again) =>
      meeting(
        again,
        again.many(3, () => again.int(900, 60_000)),
      ),
    (room) => pairs(room).every(([a, b]) => gcd(a.period, b.period) === 1),
    'coprime periods',
  );
}

/** The first moment at which all have started and send at once: sensors are merged two by two. */
export function solve(room: readonly Sensor[]): Moment {
  let at = 0n;
  let step = 1n;
  for (const { first, period } of room) {
    const modulus = BigInt(period);
    const [common, inverse] = extendedGcd(step % modulus, modulus);
    const gap = BigInt(first) - at;
    if (gap % common !== 0n) return null;
    const reduced = modulus / common;
    at += step * positive((gap / common) * inverse, reduced);
    step *= reduced;
    at = positive(at, step);
  }
  return Number(onOrAfter(at, step, room));
}

/** The result of the formula for coprime moduli, without checking that they are coprime. */
function byCoprimeFormula(room: readonly Sensor[]): Moment {
  const product = room.reduce((all, { period }) => all * BigInt(period), 1n);
  const sum = room.reduce((all, { first, period }) => {
    const modulus = BigInt(period);
    const others = product / modulus;
    return all + BigInt(first % period) * others * positive(extendedGcd(others % modulus, modulus)[1], modulus);
  }, 0n);
  return Number(onOrAfter(sum % product, product, room));
}

/** The result of stepping where the step grows to the product instead of the least common multiple. */
function byProductSteps(room: readonly Sensor[]): Moment {
  let at = BigInt(Math.max(...room.map(({ first }) => first)));
  let step = 1n;
  for (const { first, period } of room) {
    const modulus = BigInt(period);
    let tries = 0;
    for (; (at - BigInt(first)) % modulus !== 0n; at += step) if ((tries += 1) === period) return null;
    step *= modulus;
  }
  return Number(at);
}

/** The smallest solution from zero on, without regard to the starts. */
function smallestResidue(room: readonly Sensor[]): Moment {
  return solve(room.map(({ first, period }) => ({ first: first % period, period })));
}

function differs(room: readonly Sensor[], way: (room: readonly Sensor[]) => Moment): boolean {
  return way(room) !== solve(room);
}

/** Sensors of these periods that do meet, at a moment drawn from the whole cycle. */
function meeting(draw: Draw, periods: readonly number[]): Sensor[] {
  const cycle = commonPeriod(periods.map((period) => ({ first: 0, period })));
  const together = draw.int(0, Math.min(cycle, LARGEST) - 1);
  return periods.map((period) => ({ first: together % period, period }));
}

function trianglePeriods(draw: Draw): number[] {
  const [a = 2, b = 3, c = 5] = draw.sample([4, 9, 5, 7, 11, 13], 3);
  return [a * b, b * c, c * a].map((shared) => shared * draw.int(60, 900));
}

function isTriangle(room: readonly Sensor[]): boolean {
  const all = room.reduce((common, { period }) => gcd(common, period), 0);
  return all === 1 && pairs(room).every(([a, b]) => gcd(a.period, b.period) > 1);
}

function pairs(room: readonly Sensor[]): [Sensor, Sensor][] {
  return room.flatMap((one, index) => room.slice(index + 1).map((other): [Sensor, Sensor] => [one, other]));
}

function commonPeriod(room: readonly Sensor[]): number {
  return Number(
    room.reduce((all, { period }) => {
      const modulus = BigInt(period);
      return (all / extendedGcd(all, modulus)[0]) * modulus;
    }, 1n),
  );
}

function onOrAfter(at: bigint, step: bigint, room: readonly Sensor[]): bigint {
  const started = BigInt(Math.max(...room.map(({ first }) => first)));
  return at >= started ? at : at + ((started - at + step - 1n) / step) * step;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** The greatest common divisor g, and an x with a·x ≡ g modulo b. */
function extendedGcd(a: bigint, b: bigint): [bigint, bigint] {
  let [rest, next, x, nextX] = [a, b, 1n, 0n];
  while (next !== 0n) {
    const times = rest / next;
    [rest, next, x, nextX] = [next, rest - times * next, nextX, x - times * nextX];
  }
  return [rest, x];
}

function positive(value: bigint, modulus: bigint): bigint {
  return ((value % modulus) + modulus) % modulus;
}
