// Counts of a line of text in a PDF's text layer when single letters may be missing.
import { expect, test } from 'vitest';
import { countWithGaps } from '../../src/verify/kinds/document/leftovers.ts';

const line = 'whilethepubliclibrarycollectedoldphotographs';

test.each([
  ['the line itself', line, 1],
  ['the line twice', `${line}and${line}`, 2],
  ['without a letter that lay over an equal one', line.replace('old', 'ol'), 1],
  ['without its first letter', line.slice(1), 1],
  ['without a word', line.replace('public', ''), 0],
  ['with another letter', line.replace('old', 'odd'), 0],
  ['with another word', line.replace('public', 'secret'), 0],
  ['in another order', `${line.slice(20)}${line.slice(0, 20)}`, 0],
])('counts the occurrences of a text line: %s', (_, text, count) => {
  expect(countWithGaps(`before${text}after`, line)).toBe(count);
});

test('a short text is counted only if it matches exactly', () => {
  expect(countWithGaps('questio', 'quest')).toBe(1);
  expect(countWithGaps('quesions', 'quest')).toBe(0);
  expect(countWithGaps('anything', '')).toBe(0);
});
