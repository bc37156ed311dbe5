// Companies, what they sell, and who works there.
import type { Draw, Language } from '../../core/index.ts';
import { distinct } from '../distinct.ts';
import { shelves, trades, type Trade } from './goods.ts';
import { brandParts, companyForms, companyTrades, departmentNames, jobNames, stems } from './words.ts';

export { trades, type Trade } from './goods.ts';

export interface Company {
  /** In full: `Heron & Vale Logistics Ltd`, `宁波恒瑞达商贸有限公司`. */
  readonly name: string;
  /** The usual short name: `Heron & Vale`, `恒瑞达`. */
  readonly short: string;
  readonly domain: string;
}

export function company(draw: Draw, lang: Language): Company {
  if (lang === 'zh') {
    const name = draw.many(draw.pick([2, 2, 3]), () => draw.pick(stems.zh));
    const short = name.map(({ text }) => text).join('');
    const city = draw.pick(companyForms.zhCities);
    return {
      name: `${city}${short}${draw.pick(companyTrades.zh)}${draw.pick(companyForms.zh)}`,
      short,
      domain: `${name.map(({ latin }) => latin).join('')}.example`,
    };
  }
  const [one = '', other = ''] = draw.sample(stems.en, 2);
  const short = draw.pick([one, `${one} & ${other}`, `${one} ${other}`]);
  const domain = `${short.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`;
  return { name: `${short} ${draw.pick(companyTrades.en)} ${draw.pick(companyForms.en)}`, short, domain };
}

export function companies(draw: Draw, lang: Language, count: number): Company[] {
  return distinct(
    count,
    () => company(draw, lang),
    ({ short }) => short,
  );
}

export interface Product {
  /** `TO-40718`. */
  readonly sku: string;
  /** `Brindle claw hammer, heavy duty`, `晨曦羊角锤（加强型）`. */
  readonly name: string;
  readonly brand: string;
  /** `claw hammer`, `羊角锤`. */
  readonly kind: string;
  readonly variant: string;
  readonly trade: Trade;
  /** The price in whole cents or fen, in the usual range and with a usual last digit. */
  readonly cents: number;
}

export function product(draw: Draw, lang: Language, trade: Trade = draw.pick(trades)): Product {
  const shelf = shelves[trade];
  const good = draw.pick(shelf.goods);
  const variant = draw.pick(shelf.variants[lang]);
  const brand = `${draw.pick(brandParts[lang].starts)}${draw.pick(brandParts[lang].ends)}`;
  return {
    sku: `${trade.slice(0, 2).toUpperCase()}-${draw.int(10_000, 99_999)}`,
    name: lang === 'zh' ? `${brand}${good.zh}（${variant}）` : `${brand} ${good.en}, ${variant}`,
    brand,
    kind: good[lang],
    variant,
    trade,
    cents: priced(draw.int(good.low, good.high) * (lang === 'zh' ? 3 : 1), draw),
  };
}

/** All names and numbers differ. */
export function products(draw: Draw, lang: Language, count: number, trade?: Trade): Product[] {
  const named = distinct(
    count,
    () => product(draw, lang, trade),
    ({ name }) => name,
  );
  const numbers = distinct(count, () => draw.int(10_000, 99_999));
  return named.map((each, index) => ({ ...each, sku: `${each.sku.slice(0, 3)}${numbers[index]}` }));
}

export function departments(draw: Draw, lang: Language, count: number): string[] {
  return draw.sample(departmentNames[lang], count);
}
export function jobTitles(draw: Draw, lang: Language, count: number): string[] {
  return draw.sample(jobNames[lang], count);
}

/** Prices end in 0, 5 or 9. */
function priced(cents: number, draw: Draw): number {
  return cents - (cents % 10) + draw.pick([0, 5, 9, 9]);
}
