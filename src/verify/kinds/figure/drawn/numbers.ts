// Parses numbers as axes print them, with their units: "€1,200", "3.5k", "2 万元", "40%", "500 thousand".
import { parseTickLabel } from '../../../../formats/index.ts';

export interface Printed {
  readonly number: number;
  /** The multiplier of the unit after the number; undefined without a unit. */
  readonly times: number | undefined;
  /** Whether it has a currency sign or name. */
  readonly money: boolean;
}

const CURRENCY = /us\$|[€$£¥]|\b(?:eur|euros?|usd|dollars?|gbp|cny|rmb)\b|人民币|欧元|美元|元/giu;

const UNITS: readonly [RegExp, number][] = [
  [/^(?:k|thousand|thsd\.?|tsd\.?|t|千)$/i, 1e3],
  [/^(?:万)$/, 1e4],
  [/^(?:m|mn|mio\.?|mill?\.?|million|百万)$/i, 1e6],
  [/^(?:千万)$/, 1e7],
  [/^(?:亿)$/, 1e8],
  [/^(?:b|bn|g|billion|十亿)$/i, 1e9],
  [/^%$/, 1],
];

export function printed(label: string): Printed | undefined {
  const plain = label.normalize('NFKC').replaceAll(/[−–]/g, '-').trim();
  const bare = plain.replaceAll(CURRENCY, ' ').trim();
  const money = bare !== plain;
  const parts = /^([-+(]?\s*[\d.,'\s]*\d(?:\.\d*)?(?:\s*[×*]\s*10.*|e[-+]?\d+|\^\{.*\})?)\s*\)?\s*(.*)$/i.exec(bare);
  if (!parts) return undefined;
  const [, digits = '', unit = ''] = parts;
  const number = numberOf(digits.replace('(', '-'));
  if (number === undefined) return undefined;
  if (unit === '') return { number, times: undefined, money };
  const times = UNITS.find(([pattern]) => pattern.test(unit))?.[1];
  return times === undefined ? undefined : { number, times, money };
}

function numberOf(text: string): number | undefined {
  const packed = text.replaceAll(/[\s']/g, '');
  // Two or more points between groups of three digits are thousands separators.
  const german = /^[-+]?\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/.test(packed);
  return parseTickLabel(german ? packed.replaceAll('.', '').replace(',', '.') : packed);
}

/** The multiplier that the words beside an axis state: "Revenue (thousand €)", "in k$", "单位：万元". */
function statedIn(title: string): { readonly times: number | undefined; readonly money: boolean } {
  const text = title.normalize('NFKC');
  const bare = text.replaceAll(CURRENCY, ' ');
  const money = bare !== text;
  if (/亿/.test(bare)) return { times: 1e8, money };
  if (/百万|\bmillions?\b|\bmn\b|\bmio\b|(?:^|[\s(,/])M(?:$|[\s),])/.test(bare)) return { times: 1e6, money };
  if (/万/.test(bare)) return { times: 1e4, money };
  if (/千|\bthousands?\b|\bthsd\b|\btsd\b|['’]000|\b000s\b|(?:^|[\s(,/])k(?:$|[\s),])/i.test(bare))
    return { times: 1e3, money };
  return { times: undefined, money };
}

/**
 * The possible factors from the numbers of an axis to the unit of the expected values. A unit beside the numbers or in
 * the title decides; an amount of money without a unit may be in the expected unit already, or in the plain currency.
 */
export function factors(times: number | undefined, title: string, money: boolean, unit: number): number[] {
  const stated = statedIn(title);
  if (times !== undefined)
    return [times / unit, ...(stated.times === undefined ? [] : [(times * stated.times) / unit])];
  if (stated.times !== undefined) return [stated.times / unit];
  return unit !== 1 && (money || stated.money) ? [1, 1 / unit] : [1];
}
