// Numbers with real check digits, and the test for each. The numbers are drawn and belong to no person.
import type { Draw } from '../core/index.ts';

const digits = (draw: Draw, count: number) => draw.many(count, () => draw.int(0, 9)).join('');

/** The digit that makes a number pass the Luhn test: cards, many customer numbers. */
export function luhnDigit(payload: string): number {
  const sum = payload
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return (10 - (sum % 10)) % 10;
}
export function luhnHolds(number: string): boolean {
  return /^\d{2,}$/.test(number) && luhnDigit(number.slice(0, -1)) === Number(number.at(-1));
}

/** A number of `length` digits that passes the Luhn test. It begins with 9; no payment card does. */
export function luhnNumber(draw: Draw, length = 16): string {
  const payload = `9${digits(draw, length - 2)}`;
  return `${payload}${luhnDigit(payload)}`;
}

/** The check digit of EAN-13, and so of ISBN-13. */
export function ean13Digit(payload: string): number {
  const sum = payload.split('').reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}
export function ean13Holds(number: string): boolean {
  return /^\d{13}$/.test(number) && ean13Digit(number.slice(0, -1)) === Number(number.at(-1));
}
/** A bar code in the range 200 to 299, which is reserved for codes that shops assign themselves. */
export function ean13(draw: Draw): string {
  const payload = `2${digits(draw, 11)}`;
  return `${payload}${ean13Digit(payload)}`;
}

/** `978-1-8472-1234-3`: thirteen digits in groups. */
export function isbn13(draw: Draw): string {
  const groups = ['978', draw.pick(['0', '1', '7']), digits(draw, 4), digits(draw, 4)];
  return [...groups, ean13Digit(groups.join(''))].join('-');
}
export function isbn13Holds(number: string): boolean {
  const plain = number.replaceAll('-', '');
  return /^97[89]/.test(plain) && ean13Holds(plain);
}

const residentWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** The last character of a Chinese resident id (GB 11643): a digit or X. */
export function residentIdCharacter(payload: string): string {
  const sum = residentWeights.reduce((total, weight, index) => total + weight * Number(payload[index]), 0);
  return '10X98765432'.charAt(sum % 11);
}
export function residentIdHolds(id: string): boolean {
  return /^\d{17}[\dX]$/.test(id) && residentIdCharacter(id.slice(0, 17)) === id.at(-1);
}
/** Eighteen characters: area code, day of birth, a serial number that is odd for men and even for women, the check. */
export function residentId(draw: Draw, about: { area: string; born: string; gender: 'female' | 'male' }): string {
  const serial = draw.int(0, 499) * 2 + (about.gender === 'male' ? 1 : 0);
  const payload = `${about.area}${about.born.replaceAll('-', '')}${String(serial).padStart(3, '0')}`;
  return `${payload}${residentIdCharacter(payload)}`;
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** The last character of a Chinese company's unified social credit code (GB 32100). */
export function creditCodeCharacter(payload: string): string {
  let [sum, weight] = [0, 1];
  for (const character of payload) {
    sum += creditAlphabet.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return creditAlphabet.charAt((31 - (sum % 31)) % 31);
}
export function creditCodeHolds(code: string): boolean {
  const plain = code.length === 18 && code.split('').every((character) => creditAlphabet.includes(character));
  return plain && creditCodeCharacter(code.slice(0, 17)) === code.at(-1);
}
export function creditCode(draw: Draw, area: string): string {
  const payload = `91${area}${draw.many(9, () => draw.pick(creditAlphabet.split(''))).join('')}`;
  return `${payload}${creditCodeCharacter(payload)}`;
}

/** The two check digits of an IBAN: the rearranged number has the remainder 1 modulo 97. */
export function ibanDigits(country: string, account: string): string {
  return String(98 - mod97(`${account}${country}00`)).padStart(2, '0');
}
export function ibanHolds(number: string): boolean {
  const plain = number.replaceAll(' ', '');
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(plain) && mod97(`${plain.slice(4)}${plain.slice(0, 4)}`) === 1;
}
/** The country code (X.) does not exist; length and grouping are those of a German IBAN. */
export function iban(draw: Draw): string {
  const country = draw.pick(['XA', 'XB', 'XC', 'XD']);
  const account = digits(draw, 18);
  return `${country}${ibanDigits(country, account)}${account}`.replace(/(.{4})(?=.)/g, '$1 ');
}

function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** A mistyped number: one wrong digit or two adjacent digits swapped, so that the check fails. */
export function mistyped(draw: Draw, code: string, holds: (code: string) => boolean): string {
  return draw.until(
    (each) => (each.chance(0.6) ? oneWrong(each, code) : swapped(each, code)),
    (typed) => typed !== code && !holds(typed),
    'a typing error that the check digit notices',
  );
}

const digitPlaces = (code: string) => [...code.matchAll(/\d/g)].map(({ index }) => index);

function oneWrong(draw: Draw, code: string): string {
  const place = draw.pick(digitPlaces(code));
  return `${code.slice(0, place)}${draw.int(0, 9)}${code.slice(place + 1)}`;
}

function swapped(draw: Draw, code: string): string {
  const places = digitPlaces(code);
  const at = draw.int(0, places.length - 2);
  const [one = 0, other = 0] = places.slice(at, at + 2);
  const characters = code.split('');
  [characters[one], characters[other]] = [code.charAt(other), code.charAt(one)];
  return characters.join('');
}
