// Factorisation: primes whose product is the number; a prime that divides it twice is listed twice.
import { z } from 'zod';
import type { Json } from '../../../../core/index.ts';
import { show } from '../../../values.ts';
import { Flaw, type Proved } from './claim.ts';

export const factorisationSchema = z.object({
  prover: z.literal('factorisation'),
  /** Decimal digits, at most 24, so that the primality test is a proof. */
  number: z.string().regex(/^[1-9]\d{0,23}$/),
});
export type Factorisation = z.infer<typeof factorisationSchema>;

/** The claim is a list of primes in any order, as texts where numbers would lose digits. */
export function proveFactorisation({ number }: Factorisation, claim: Json): Proved {
  if (!Array.isArray(claim)) throw new Flaw(`expected a list of primes, got ${show(claim)}`);
  const factors = claim.map((each) => {
    const text =
      typeof each === 'string'
        ? each.trim()
        : typeof each === 'number' && Number.isSafeInteger(each)
          ? String(each)
          : '';
    if (!/^\d{1,24}$/.test(text)) throw new Flaw(`${show(each)} is not a whole number with all its digits`);
    return BigInt(text);
  });
  const product = factors.slice(0, 80).reduce((all, each) => all * each, 1n);
  if (product !== BigInt(number)) throw new Flaw(`the product of the factors is not ${number}`);
  const composite = factors.find((each) => !isPrime(each));
  if (composite !== undefined) throw new Flaw(`${composite} is not a prime`, [String(composite)]);
  return { value: factors.length, best: factors.length, of: 'number of primes' };
}

const witnesses = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];

/** The Miller–Rabin test with the first 13 primes as bases, which decides every number below 3.3 · 10^24. */
export function isPrime(n: bigint): boolean {
  if (n < 2n) return false;
  for (const prime of witnesses) if (n % prime === 0n) return n === prime;
  let [odd, twos] = [n - 1n, 0];
  while (odd % 2n === 0n) [odd, twos] = [odd / 2n, twos + 1];
  return witnesses.every((witness) => {
    let power = powerOf(witness, odd, n);
    if (power === 1n || power === n - 1n) return true;
    for (let round = 1; round < twos; round += 1) {
      power = (power * power) % n;
      if (power === n - 1n) return true;
    }
    return false;
  });
}

function powerOf(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let left = exponent; left > 0n; left /= 2n) {
    if (left % 2n === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
