// The counts by the definitions of the query, and by the wrong definitions that a solver might use instead.
import type { Language } from 'pybench/kit';

export type Counts = { words: number; distinct_words: number; sentences: number; longest_sentence: number };

const word = /[一-鿿]|[A-Za-z0-9]+(?:(?:['-]|(?<=[0-9])[.,](?=[0-9]))[A-Za-z0-9]+)*/g;
const end = { en: /([.!?]+)[")]*(?=\s|$)/g, zh: /([。！？]+)[”）]*/g };
const abbreviated = /(?<![A-Za-z0-9])(?:Mr|Mrs|Dr|St|No|approx|a\.m|p\.m)$/;

export function count(text: string, lang: Language): Counts {
  const words = wordsOf(text);
  const sentences = sentencesOf(text, lang);
  return {
    words: words.length,
    distinct_words: new Set(words.map((each) => each.toLowerCase())).size,
    sentences: sentences.length,
    longest_sentence: Math.max(...sentences.map((each) => wordsOf(each).length)),
  };
}

/** Wrong definitions, one at a time; each must change the result of the instance. */
export function wrongCounts(text: string, lang: Language): Counts[] {
  const right = count(text, lang);
  const split = text.trim().split(/\s+/);
  const runs = text.match(/[一-鿿]|[A-Za-z0-9_]+/g) ?? [];
  const marks = text.match(lang === 'en' ? /[.!?]+[")]*(?=\s|$)/g : /[。！？….!?]+/g) ?? [];
  return [
    { ...right, words: split.length },
    { ...right, words: runs.length },
    { ...right, sentences: marks.length },
    { ...right, distinct_words: new Set(wordsOf(text)).size },
  ];
}

export function same(one: Counts, other: Counts): boolean {
  return (Object.keys(one) as (keyof Counts)[]).every((key) => one[key] === other[key]);
}

function wordsOf(text: string): string[] {
  return text.match(word) ?? [];
}

function sentencesOf(text: string, lang: Language): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const match of text.matchAll(end[lang])) {
    const run = match[1] ?? '';
    if (run === '...' || (run === '.' && abbreviated.test(text.slice(0, match.index)))) continue;
    sentences.push(text.slice(from, match.index + match[0].length));
    from = match.index + match[0].length;
  }
  return sentences;
}
