// Simple sentences built from the word lists, in English or Chinese.
import type { Language } from '../ids.ts';
import type { Draw } from './draw.ts';
import { wordsEn } from './words-en.ts';
import { wordsZh } from './words-zh.ts';

export function simpleSentence(draw: Draw, lang: Language): string {
  if (lang === 'zh') {
    const { nouns, verbs, adjectives } = wordsZh;
    const clause = () => `${draw.pick(adjectives)}${draw.pick(nouns)}${draw.pick(verbs)}${draw.pick(nouns)}`;
    return `${draw.chance(0.4) ? `${clause()}，${clause()}` : clause()}。`;
  }
  const { nouns, verbs, adjectives } = wordsEn;
  const clause = () => {
    const [subject, object] = [draw.pick(nouns), draw.pick(nouns)];
    const article = draw.pick([/^[aeiou]/.test(object) ? 'an' : 'a', 'the', 'our']);
    return `the ${draw.pick(adjectives)} ${subject} ${draw.pick(verbs)} ${article} ${object}`;
  };
  const text = draw.chance(0.4) ? `${clause()}, and ${clause()}` : clause();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
