// Names of people, places, companies and products, in English or Chinese.
import type { Language } from '../ids.ts';
import type { Draw } from './draw.ts';
import { wordsEn } from './words-en.ts';
import { wordsZh } from './words-zh.ts';

const words = { en: wordsEn, zh: wordsZh };

export function personName(draw: Draw, lang: Language): string {
  const { givenNames, surnames } = words[lang];
  return lang === 'zh'
    ? `${draw.pick(surnames)}${draw.pick(givenNames)}`
    : `${draw.pick(givenNames)} ${draw.pick(surnames)}`;
}

export function companyName(draw: Draw, lang: Language): string {
  const { companyStems, companyTails } = words[lang];
  return `${draw.pick(companyStems)}${lang === 'en' ? ' ' : ''}${draw.pick(companyTails)}`;
}

/** `count` different names. */
export function personNames(draw: Draw, lang: Language, count: number): string[] {
  return distinct(count, () => personName(draw, lang));
}
export function companyNames(draw: Draw, lang: Language, count: number): string[] {
  return distinct(count, () => companyName(draw, lang));
}
export function placeNames(draw: Draw, lang: Language, count: number): string[] {
  return draw.sample(words[lang].places, count);
}
export function regionNames(draw: Draw, lang: Language, count: number): string[] {
  return draw.sample(words[lang].regions, count);
}
export function productNames(draw: Draw, lang: Language, count: number): string[] {
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
