// People, places, companies and products, in either language.
import type { Language } from '../ids.ts';
import type { Draw } from './draw.ts';
import * as en from './words-en.ts';
import * as zh from './words-zh.ts';

const words = { en, zh };

export function person(draw: Draw, lang: Language): string {
  const { givenNames, surnames } = words[lang];
  return lang === 'zh'
    ? `${draw.pick(surnames)}${draw.pick(givenNames)}`
    : `${draw.pick(givenNames)} ${draw.pick(surnames)}`;
}

export function company(draw: Draw, lang: Language): string {
  const { companyStems, companyTails } = words[lang];
  return `${draw.pick(companyStems)}${lang === 'en' ? ' ' : ''}${draw.pick(companyTails)}`;
}

/** So many different names of one kind: the usual need of a table. */
export function people(draw: Draw, lang: Language, count: number): string[] {
  return distinct(count, () => person(draw, lang));
}
export function companies(draw: Draw, lang: Language, count: number): string[] {
  return distinct(count, () => company(draw, lang));
}
export function places(draw: Draw, lang: Language, count: number): string[] {
  return draw.sample(words[lang].places, count);
}
export function regions(draw: Draw, lang: Language, count: number): string[] {
  return draw.sample(words[lang].regions, count);
}
export function products(draw: Draw, lang: Language, count: number): string[] {
  return draw.sample(words[lang].products, count);
}

function distinct(count: number, make: () => string): string[] {
  const found = new Set<string>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > count * 100) throw new RangeError(`there are fewer than ${count} different names of this kind`);
    found.add(make());
  }
  return [...found];
}
