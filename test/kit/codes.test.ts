// Codes with check digits: bank cards, ISBN, EAN, IBAN, Chinese resident ids and credit codes.
import { expect, test } from 'vitest';
import { codes } from '../../src/kit/index.ts';
import { drawOf } from './draw.ts';

test('published examples have valid check digits', () => {
  expect(codes.luhnHolds('79927398713')).toBe(true);
  expect(codes.luhnHolds('79927398710')).toBe(false);
  expect(codes.isbn13Holds('978-0-306-40615-7')).toBe(true);
  expect(codes.isbn13Holds('978-0-306-40615-8')).toBe(false);
  // The examples of the standard GB 11643.
  expect(codes.residentIdCharacter('11010519491231002')).toBe('X');
  expect(codes.residentIdCharacter('44052418800101001')).toBe('4');
  expect(codes.ibanHolds('GB82 WEST 1234 5698 7654 32')).toBe(true);
  expect(codes.ibanHolds('GB82 WEST 1234 5698 7654 33')).toBe(false);
  expect(codes.ean13Holds('4006381333931')).toBe(true);
});

const person = { area: '110105', born: '1990-12-31', gender: 'female' } as const;

test.each([
  ['luhn', codes.luhnNumber, codes.luhnHolds],
  ['ean13', codes.ean13, codes.ean13Holds],
  ['isbn13', codes.isbn13, codes.isbn13Holds],
  ['iban', codes.iban, codes.ibanHolds],
  ['resident id', (draw: Parameters<typeof codes.iban>[0]) => codes.residentId(draw, person), codes.residentIdHolds],
  ['credit code', (draw: Parameters<typeof codes.iban>[0]) => codes.creditCode(draw, '310104'), codes.creditCodeHolds],
])('drawn codes are valid and mistyped ones are invalid: %s', (_, make, holds) => {
  const draw = drawOf();
  for (const code of draw.many(200, () => make(draw))) {
    expect(holds(code), code).toBe(true);
    const typed = codes.mistyped(draw, code, holds);
    expect(holds(typed), typed).toBe(false);
    expect(typed.length).toBe(code.length);
  }
});

test('a resident id contains birthday and gender', () => {
  const draw = drawOf();
  for (const gender of ['female', 'male'] as const) {
    const id = codes.residentId(draw, { ...person, gender });
    expect(id.slice(0, 14)).toBe('11010519901231');
    expect(Number(id[16]) % 2).toBe(gender === 'male' ? 1 : 0);
  }
});

test('every wrong single digit makes an ISBN invalid', () => {
  const isbn = codes.isbn13(drawOf());
  for (const [place, digit] of Array.from(isbn).entries()) {
    if (digit === '-') continue;
    const wrong = `${isbn.slice(0, place)}${(Number(digit) + 1) % 10}${isbn.slice(place + 1)}`;
    expect(codes.isbn13Holds(wrong)).toBe(false);
  }
});
