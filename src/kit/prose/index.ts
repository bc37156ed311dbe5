// Texts in both languages that read naturally and do not repeat: running text, reviews, letters, minutes, logs.
import type { Draw, Language } from '../../core/index.ts';
import { distinct } from '../distinct.ts';
import { person } from '../people/index.ts';
import type { Product } from '../trade/index.ts';
import { describing, usedUp } from './describing.ts';
import { expand, opened } from './grammar.ts';
import { townEn } from './town-en.ts';
import { townZh } from './town-zh.ts';

export { expand, type Grammar } from './grammar.ts';
export * from './logs.ts';
export { emailKinds, type EmailKind } from './letters.ts';
export * from './office.ts';
export * from './reviews.ts';

const town = { en: townEn, zh: townZh };

/** A sentence of local news. */
export function sentence(draw: Draw, lang: Language): string {
  return newsOf(draw, lang, draw.pick(town[lang].sentence));
}

/** `count` different sentences; adjacent sentences have different patterns. */
export function sentences(draw: Draw, lang: Language, count: number): string[] {
  let deck: string[] = [];
  return distinct(count, () => {
    if (deck.length === 0) deck = draw.shuffle(town[lang].sentence);
    return newsOf(draw, lang, deck.pop() ?? '');
  });
}

function newsOf(draw: Draw, lang: Language, form: string): string {
  const given = { person: person(draw, lang).name };
  return opened(expand(draw, { ...town[lang], sentence: [form] }, 'sentence', given));
}

/** Paragraphs of three to six sentences; no sentence is repeated. */
export function paragraphs(draw: Draw, lang: Language, count: number): string[] {
  const sizes = draw.many(count, () => draw.int(3, 6));
  const all = sentences(
    draw,
    lang,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  return sizes.map((size) => all.splice(0, size).join(lang === 'zh' ? '' : ' '));
}

/** Two or three sentences that advertise the product. */
export function description(draw: Draw, lang: Language, product: Product): string {
  const given = { name: product.name, kind: product.kind, brand: product.brand };
  const words = describing[lang];
  const used = product.trade === 'grocery' || product.trade === 'care';
  return expand(draw, used ? { ...words, ...usedUp[lang] } : words, 'text', given);
}
