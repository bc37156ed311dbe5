// How the offices write a day, and which days a wrong reading changes.
import { dates, type Draw, type Language } from 'pybench/kit';

export type Office = { name: string; order: 'day' | 'month' | 'year' };
type Style = 'office' | 'iso' | 'serial' | 'chinese' | 'blank';
export type Claim = { office: Office; day: number | null; style: Style; written: string };

const cities = {
  en: {
    day: ['London', 'Dublin', 'Lisbon', 'Madrid', 'Sydney', 'Hamburg', 'Mumbai', 'Nairobi'],
    month: ['Chicago', 'Denver', 'Boston', 'Seattle', 'Houston'],
    year: ['Shanghai', 'Shenzhen', 'Chengdu', 'Hangzhou'],
    // Both orders occur: only the query tells which one applies.
    either: ['Toronto', 'Manila', 'Singapore', 'Johannesburg'],
  },
  zh: {
    day: ['伦敦', '都柏林', '里斯本', '马德里', '悉尼', '汉堡', '孟买', '内罗毕'],
    month: ['芝加哥', '丹佛', '波士顿', '西雅图', '休斯敦'],
    year: ['上海', '深圳', '成都', '杭州'],
    either: ['多伦多', '马尼拉', '新加坡', '约翰内斯堡'],
  },
};

export function drawOffices(draw: Draw, lang: Language): Office[] {
  const { day, month, year, either } = cities[lang];
  const [one = '', other = ''] = draw.sample(either, 2);
  const named = (order: Office['order'], list: string[]) => draw.shuffle(list).map((name) => ({ name, order }));
  return [
    ...named('day', [...draw.sample(day, 3), one]),
    ...named('month', [...draw.sample(month, 2), other]),
    ...named('year', draw.sample(year, 2)),
  ];
}

export function drawWritten(draw: Draw, offices: readonly Office[]): Claim[] {
  const firstYear = draw.int(2016, 2023);
  return offices.flatMap((office) =>
    draw.many(draw.int(35, 60), () => {
      const style = drawStyle(draw, office);
      if (style === 'blank') return { office, day: null, style, written: '' };
      // Half of the days are at most 12, so that they could be months.
      const dayOfMonth = draw.chance(0.5) ? draw.int(1, 12) : draw.int(13, 28);
      const month = `${draw.int(firstYear, firstYear + 1)}-${pad(draw.int(1, 12))}`;
      const iso = `${month}-${pad(dayOfMonth)}`;
      // A few days later it may be the 29th to 31st too.
      const day = dates.dayNumber(iso) + (dayOfMonth > 25 ? draw.int(0, 3) : 0);
      return { office, day, style, written: write(draw, office, style, dates.isoDay(day)) };
    }),
  );
}

function drawStyle(draw: Draw, { order }: Office): Style {
  if (draw.chance(0.02)) return 'blank';
  if (draw.chance(0.13)) return 'serial';
  if (order === 'year') return draw.chance(0.7) ? 'chinese' : draw.pick(['iso', 'office']);
  return draw.chance(0.1) ? 'iso' : 'office';
}

function write(draw: Draw, { order }: Office, style: Style, iso: string): string {
  if (style === 'iso') return iso;
  if (style === 'serial') return String(dates.spreadsheetSerial(iso));
  const { year, month, dayOfMonth } = dates.parts(iso);
  const [m, d] = draw.chance(0.5) ? [pad(month), pad(dayOfMonth)] : [String(month), String(dayOfMonth)];
  if (style === 'chinese') return `${year}年${m}月${d}日`;
  if (order === 'year') return `${year}/${m}/${d}`;
  const y = draw.chance(0.2) ? String(year).slice(2) : String(year);
  const separator = draw.pick(order === 'day' ? ['/', '/', '.', '-'] : ['/', '/', '/', '-']);
  return (order === 'day' ? [d, m, y] : [m, d, y]).join(separator);
}

const pad = (value: number) => String(value).padStart(2, '0');

const partsOf = ({ day }: Claim) => dates.parts(dates.isoDay(day ?? 0));
const couldBeMonth = (claim: Claim) => partsOf(claim).dayOfMonth <= 12;

/** Swapping day and month gives another valid day. */
function isAmbiguous(claim: Claim): boolean {
  return claim.day !== null && couldBeMonth(claim) && partsOf(claim).dayOfMonth !== partsOf(claim).month;
}

/** The number of claims on which every wrong reading must be wrong; a serial number that is a day or two off is never right. */
export function trapsAreLive(claims: readonly Claim[]): boolean {
  const count = (holds: (claim: Claim) => boolean) => claims.filter(holds).length;
  const ambiguous = (order: Office['order'], style: Style) =>
    count((claim) => claim.office.order === order && claim.style === style && isAmbiguous(claim));
  const offices = new Set(claims.map(({ office }) => office));
  return (
    ambiguous('day', 'office') >= 30 &&
    ambiguous('month', 'office') >= 20 &&
    ambiguous('day', 'iso') >= 4 &&
    // Every office has a day beyond 12, so that the data confirm what the query says.
    [...offices].every(
      (office) =>
        office.order === 'year' ||
        claims.some((claim) => claim.office === office && claim.style === 'office' && !couldBeMonth(claim)),
    ) &&
    count(({ style }) => style === 'serial') >= 20 &&
    count(({ style }) => style === 'chinese') >= 20 &&
    count(({ style }) => style === 'blank') >= 3
  );
}
