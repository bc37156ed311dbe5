// Running text that reads like text: simple sentences from the word lists, in either language.
import type { Language } from '../ids.ts';
import type { Draw } from './draw.ts';
import * as en from './words-en.ts';
import * as zh from './words-zh.ts';

export function sentence(draw: Draw, lang: Language): string {
  if (lang === 'zh') {
    const { nouns, verbs, adjectives } = zh;
    const clause = () => `${draw.pick(adjectives)}${draw.pick(nouns)}${draw.pick(verbs)}${draw.pick(nouns)}`;
    return `${draw.chance(0.4) ? `${clause()}，${clause()}` : clause()}。`;
  }
  const { nouns, verbs, adjectives } = en;
  const clause = () => {
    const [subject, object] = [draw.pick(nouns), draw.pick(nouns)];
    const article = draw.pick([/^[aeiou]/.test(object) ? 'an' : 'a', 'the', 'our']);
    return `the ${draw.pick(adjectives)} ${subject} ${draw.pick(verbs)} ${article} ${object}`;
  };
  const text = draw.chance(0.4) ? `${clause()}, and ${clause()}` : clause();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function paragraph(draw: Draw, lang: Language, sentences: number): string {
  return draw.many(sentences, () => sentence(draw, lang)).join(lang === 'zh' ? '' : ' ');
}
