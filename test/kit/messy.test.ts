// Messy data: ways to write values that can be read back, and tables with totals, copies and blank rows.
import { expect, test } from 'vitest';
import { amounts, dates, messy } from '../../src/kit/index.ts';
import { drawOf, languages } from './draw.ts';

test('tidy removes stray spaces and nothing else', () => {
  const draw = drawOf();
  const kinds = Object.keys(messy.spaceKinds) as messy.SpaceKind[];
  for (const text of ['North', 'Green & Sons Ltd', '恒瑞商贸', '上海 徐汇']) {
    for (const { written, means } of draw.many(60, () => messy.spaces(draw, text, kinds))) {
      expect(means).toBe(text);
      expect(written).not.toBe(text);
      expect(messy.tidy(written)).toBe(text);
    }
  }
});

test('widths, cases, typing errors and wrong encodings have the expected forms', () => {
  const draw = drawOf();
  for (const text of ['AB-120 x', 'Order 7/9', 'café №5']) {
    expect(messy.narrow(messy.wide(text).written)).toBe(messy.narrow(text));
    expect(messy.ungarbled(messy.garbled(text).written)).toBe(text);
  }
  expect(messy.wide('AB-12').written).toBe('ＡＢ－１２');
  expect(messy.garbled('café').written).toBe('cafÃ©');
  const cased = draw.many(40, () => messy.cased(draw, 'North Gate').written);
  expect(new Set(cased)).toEqual(new Set(['NORTH GATE', 'north gate']));
  for (const { written } of draw.many(100, () => messy.typo(draw, 'Whitlock'))) {
    expect(written).not.toBe('Whitlock');
    expect(Math.abs(written.length - 8)).toBeLessThanOrEqual(1);
  }
  for (const lang of languages) {
    expect(messy.missingCodes[lang]).toContain(messy.missing(draw, lang).written);
    for (const { name } of messy.encodings[lang])
      expect(() => new TextDecoder(name === 'cp1252' ? 'windows-1252' : name)).not.toThrow();
  }
});

test('every way to write a day can be read back, given its style', () => {
  const draw = drawOf();
  for (const style of messy.dayStyles) {
    for (const iso of draw.many(80, () => dates.dayBetween(draw, '2001-01-01', '2030-12-31'))) {
      const { written, means } = messy.day(draw, iso, style);
      expect(means).toBe(iso);
      expect(messy.readDay(written, style), `${style} ${written}`).toBe(iso);
    }
  }
  expect(messy.dayStyles.map((style) => messy.writeDay('2024-03-05', style))).toEqual([
    '2024-03-05',
    '2024/03/05',
    '20240305',
    '05/03/2024',
    '03/05/2024',
    '05.03.2024',
    '5 March 2024',
    '05-Mar-24',
    '2024年03月05日',
    '45356',
  ]);
});

test('a day is ambiguous when swapping day and month gives another day', () => {
  const draw = drawOf();
  expect(messy.day(draw, '2024-03-05', 'day-first').ambiguous).toBe(true);
  expect(messy.day(draw, '2024-03-03', 'day-first').ambiguous).toBe(false);
  expect(messy.day(draw, '2024-03-13', 'month-first').ambiguous).toBe(false);
  expect(messy.day(draw, '2024-03-05', 'iso').ambiguous).toBe(false);
});

test('every way to write money can be read back, given its style', () => {
  const draw = drawOf();
  for (const style of messy.moneyStyles) {
    for (const cents of draw.many(80, () => draw.int(-3_000_000, 900_000_000))) {
      const { written, means } = messy.money(draw, cents, style);
      expect(messy.readMoney(written, style), `${style} ${written}`).toBe(means);
      if (style !== 'wan' && style !== 'thousands') expect(means).toBe(cents);
      else expect(Math.abs(means - cents)).toBeLessThanOrEqual(5000);
    }
  }
  expect(messy.moneyStyles.map((style) => messy.writeMoney(123_450_000, style))).toEqual([
    '1234500.00',
    '1,234,500.00',
    '1.234.500,00',
    '1,234,500.00',
    '$1,234,500.00',
    '£1,234,500.00',
    '¥1,234,500',
    '1,234,500.00元',
    '123.45万',
    '1234.5k',
  ]);
  expect(messy.writeMoney(-1200, 'accounting')).toBe('(12.00)');
  expect(messy.writeMoney(1_200_000, 'wan')).toBe('1.2万');
});

test('every way to write a quantity can be read back', () => {
  const draw = drawOf();
  for (const kind of Object.keys(messy.units) as messy.QuantityKind[]) {
    const seen = new Set<string>();
    for (const amount of draw.many(200, () => draw.int(1, 400) * 10)) {
      const { written, means, unit } = messy.quantity(draw, amount, kind);
      expect(means).toBe(amount);
      expect(messy.readQuantity(written, kind), written).toBe(amount);
      expect(written).toMatch(/^\d+(\.\d{1,2})?[^\d.]+$/);
      seen.add(unit);
    }
    expect(seen.size).toBeGreaterThan(3);
  }
  expect(messy.quantity(draw, 1500, 'mass', true).written).toMatch(/^[\d.]+ ?k?g$/);
});

test('a messy column keeps the meaning of every cell', () => {
  const draw = drawOf();
  const values = draw.many(400, () => draw.int(100, 99_999));
  const written = messy.writtenColumn(draw, values, {
    chance: 0.3,
    plain: amounts.formatCents,
    mess: (each, cents) => messy.money(each, cents, 'european'),
  });
  expect(written.map(({ means }) => means)).toEqual(values);
  const messed = written.filter((cell, index) => cell.written !== amounts.formatCents(values[index] ?? 0)).length;
  expect(messed).toBeGreaterThan(80);
  expect(messed).toBeLessThan(160);
});

const rows = [
  ['North', 'lamp', 300],
  ['North', 'mug', 50],
  ['South', 'lamp', 20],
  ['South', 'pot', 5],
];

test('totals are sums, and added lines can be separated from the rows', () => {
  const totals = { group: 0, sum: 2, subtotal: (group: string) => `${group} total`, total: 'Total' };
  const lines = messy.withHeaders(messy.withTotals(messy.lines(rows), totals), ['Region', 'Item', 'Sales'], 3);
  expect(messy.cells(messy.withNotes(lines, ['* estimated']))).toEqual([
    ['Region', 'Item', 'Sales'],
    ['North', 'lamp', 300],
    ['North', 'mug', 50],
    ['North total', '', 350],
    ['Region', 'Item', 'Sales'],
    ['South', 'lamp', 20],
    ['South', 'pot', 5],
    ['South total', '', 25],
    ['Region', 'Item', 'Sales'],
    ['Total', '', 375],
    ['* estimated'],
  ]);
  expect(messy.meaning(lines)).toEqual(rows);
});

test('copies follow their row, blanks are between rows, and the meaning is unchanged', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const draw = drawOf(seed);
    const copied = messy.withCopies(draw, messy.lines(rows), 2);
    const near = messy.withCopies(draw, copied, 1, (each, cells) => [
      messy.spaces(each, String(cells[0])).written,
      ...cells.slice(1),
    ]);
    const all = messy.withBlanks(draw, near, 0.5);
    expect(messy.meaning(all)).toEqual(rows);
    expect(all[0]?.kind).toBe('data');
    const kinds = all.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'copy').length).toBe(2);
    for (const [place, line] of all.entries()) {
      if (line.kind === 'copy') expect(line.cells).toEqual(rows[line.row ?? -1]);
      if (line.kind === 'near-copy') {
        expect(line.cells).not.toEqual(rows[line.row ?? -1]);
        expect(messy.tidy(String(line.cells[0]))).toBe(rows[line.row ?? -1]?.[0]);
      }
      if (line.kind !== 'blank' && line.kind !== 'data') {
        expect(all.findIndex(({ kind, row }) => kind === 'data' && row === line.row)).toBeLessThan(place);
      }
      if (line.kind === 'blank') expect(all[place + 1]?.kind).not.toBe('blank');
    }
  }
});
