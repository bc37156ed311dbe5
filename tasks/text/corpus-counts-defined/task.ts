// Words and sentences of a story, counted by definitions that the query spells out: abbreviations, three dots, decimals,
// hyphens and capitals are where split() and quick regular expressions go wrong.
import { answerEquals, defineTask, field, integer } from 'pybench/kit';
import { wrongCounts, count, same, type Counts } from './counting.ts';
import { writeStory } from './story.ts';

const query = {
  en: `Our magazine pays by the word, so I need a few counts for the story in ./data/story.txt, by the rules of the house:

Words: a word is an unbroken run of letters (A to Z, upper or lower case) and digits. A single apostrophe (') or a single hyphen (-) with a letter or digit on both sides does not break a word, and neither does a point or a comma with a digit on both sides: don't, twenty-one, 3.5 and 1,200 are one word each. Anything else does break it. Two words are the same if they differ in upper and lower case only.

Sentences: a sentence ends with one or more of the marks . ! ? in a row, if white space (spaces or line breaks) or the end of the text follows them. Closing double quotes and closing round brackets may stand between the marks and the white space; they belong to the sentence. This goes for speech too: "Coming?" asked Nora. makes two sentences. Two things never end a sentence: three dots in a row (...), and the last full stop of the abbreviations Mr., Mrs., Dr., St., No., approx., a.m. and p.m., written exactly like this and standing as words of their own, even if a capital letter follows.`,
  zh: `我们杂志按字数付稿费，请按社里的规定，给 ./data/story.txt 里的这篇短文做几项统计。

字词：每个汉字（U+4E00 至 U+9FFF）算一个；英文字母和数字连成一串的，整串算一个。夹在字母或数字之间的单个撇号（'）或单个连字符（-），以及夹在两个数字之间的小数点或逗号，都不把一串断开，所以 Wi-Fi、3.5、1,200 都各算一个；其他符号都会断开。标点和空白不计。只有英文大小写不同的，视为同一个词。

句子：句子以“。”“！”“？”结束，几个这样的标点连在一起（如“？！”）只算结束一次；紧跟其后的右引号 ” 和右括号 ） 归入这一句。引号里的话也照此办理：“来吗？”她问。算两句。省略号（……）不结束句子，英文句点也不结束句子。`,
};

export default defineTask<Counts>({
  level: 'easy',
  skills: ['text statistics', 'tokens', 'definitions'],
  inputs: ['txt'],
  outputs: [],
  mentions: ['Coming?'],
  generate(draw, { lang }) {
    const story = draw.until(
      (again) => writeStory(again, lang),
      ({ text }) => wrongCounts(text, lang).every((counts) => !same(counts, count(text, lang))),
      'a story that catches careless counting',
    );
    const truth = count(story.text, lang);
    if (truth.sentences !== story.sentences) throw new Error('the story has other sentences than were written');
    return {
      files: { 'story.txt': story.text },
      query: query[lang],
      answer: {
        words: field(integer, 'the number of words', '字词总数'),
        distinct_words: field(integer, 'the number of different words', '不同字词的个数'),
        sentences: field(integer, 'the number of sentences', '句子总数'),
        longest_sentence: field(
          integer,
          'the number of words in the sentence that has the most of them',
          '字词最多的那一句所含的字词数',
        ),
      },
      truth,
    };
  },
  checks: ({ words, distinct_words, sentences, longest_sentence }) => [
    answerEquals('words', words),
    answerEquals('distinct_words', distinct_words),
    answerEquals('sentences', sentences),
    answerEquals('longest_sentence', longest_sentence),
  ],
});
