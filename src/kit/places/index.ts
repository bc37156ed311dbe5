// Addresses and cities. English ones are invented down to the county; Chinese ones have real divisions and an
// invented road and house.
import type { Draw, Language } from '../../core/index.ts';
import { divisions, estates, postStarts, roadEnds, roadStarts, towns, type Division } from './gazetteer-zh.ts';

export { divisions, type Division } from './gazetteer-zh.ts';

export interface Address {
  /** On one line, as on an envelope. */
  readonly text: string;
  /** Province or county. */
  readonly region: string;
  readonly city: string;
  /** Chinese district, county-level city or town; empty in English. */
  readonly district: string;
  readonly street: string;
  /** House number, and flat where there is one. */
  readonly house: string;
  readonly postcode: string;
  /** Six digits of the Chinese division; empty in English. */
  readonly code: string;
}

export function address(draw: Draw, lang: Language): Address {
  return lang === 'zh' ? chinese(draw) : english(draw);
}

/** A municipality is named once: 上海市徐汇区, not 上海市上海市徐汇区. */
export function divisionText({ province, city, district }: Division): string {
  return `${province}${city === province ? '' : city}${district}`;
}

/** Districts that several cities have, such as 鼓楼区: only the city tells them apart. */
export function sharedDistricts(): string[] {
  const named = divisions.map(({ district }) => district).filter((district) => district !== '');
  return [...new Set(named.filter((district, index) => named.indexOf(district) !== index))];
}

export function cities(draw: Draw, lang: Language, count: number): string[] {
  return draw.sample(lang === 'zh' ? [...new Set(divisions.map(({ city }) => city))] : cityNames(), count);
}

function chinese(draw: Draw): Address {
  const division = draw.pick(divisions);
  const district = division.district || draw.pick(towns);
  const street = `${draw.pick(roadStarts)}${draw.pick(roadEnds)}`;
  const flat = `${draw.pick(estates)}${draw.int(1, 28)}号楼${draw.int(1, 4)}单元${draw.int(1, 18)}0${draw.int(1, 4)}室`;
  const house = `${draw.int(1, 899)}号${draw.chance(0.6) ? flat : ''}`;
  const postcode = `${postStarts[division.province] ?? '10'}${String(draw.int(0, 9999)).padStart(4, '0')}`;
  const text = `${divisionText({ ...division, district })}${street}${house}`;
  return {
    text,
    region: division.province,
    city: division.city,
    district,
    street,
    house,
    postcode,
    code: division.code,
  };
}

function english(draw: Draw): Address {
  const city = draw.pick(cityNames());
  const region = draw.pick(counties);
  const street = `${draw.pick(streetStarts)} ${draw.pick(streetEnds)}`;
  const number = `${draw.int(1, 240)}${draw.chance(0.08) ? draw.pick(['A', 'B', 'C']) : ''}`;
  const house = draw.chance(0.25) ? `Flat ${draw.int(1, 36)}, ${number}` : number;
  const letters = 'ABDEFGHJLNPQRSTUWXYZ';
  const inward = `${draw.int(1, 9)}${draw.pick(letters.split(''))}${draw.pick(letters.split(''))}`;
  const postcode = `${draw.pick(postAreas)}${draw.int(1, 28)} ${inward}`;
  return {
    text: `${house} ${street}, ${city}, ${region}, ${postcode}`,
    region,
    city,
    district: '',
    street,
    house,
    postcode,
    code: '',
  };
}

function cityNames(): string[] {
  return cityStarts.flatMap((start) => cityEnds.map((end) => `${start}${end}`));
}

const cityStarts = split(
  'Ash Bram Carn Dun East El Farn Green Hal Kel Lang Marl Nor Oak Pem Ren Stan Thorn Wel Wester',
);
const cityEnds = split('bourne bridge bury combe field ford gate ham haven leigh mere minster stead ton wick worth');
const counties = split(
  'Avonshire Blythemoor Calderset Dorringdale Fenmarch Glenshire Harrowland Kestrelshire Lorneshire Westmarch',
);
// Two letters that no postal area of today has.
const postAreas = split('AC BE CL DW EB FH GH HK JB KE LM NF PK RB SB TB UA WX YB');
const streetStarts = split(
  'Abbey Alder Baker Beech Bell Bishop Canal Castle Cedar Chapel Church Clifton Copper Cross Dairy Elm Ferry Fountain Garden ' +
    'George Granary Harbour Hazel High Hill Ivy Kiln King Lime Maple Market Meadow Mill Nelson Orchard Park Pond Priory Quarry ' +
    'Queen Rectory River Rose Saddler School Spring Station Tanner Temple Tower Union Victoria Walnut Water Weaver Willow Windmill',
);
const streetEnds = split('Street Road Lane Avenue Close Drive Row Hill Terrace Court Crescent Way');

function split(text: string): string[] {
  return text.split(' ');
}
