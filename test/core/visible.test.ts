// Escaping of untrusted text before it is printed to a terminal.
import { expect, test } from 'vitest';
import { visibleName, visibleStream, visibleText } from '../../src/core/index.ts';

test('visibleName escapes line breaks and control characters', () => {
  expect(visibleName('a\u001b[2J\u001b]0;title\u0007\n\tb')).toBe('a\\x1b[2J\\x1b]0;title\\x07\\n\\tb');
  expect(visibleName('\u202etxt.exe\u009b2J')).toBe('\\u202etxt.exe\\x9b2J');
  expect(visibleName('报告 é 🎉.csv')).toBe('报告 é 🎉.csv');
});

test('visibleText keeps line breaks and colours and escapes other control sequences', () => {
  expect(visibleText('\u001b[31mred\u001b[39m\n\tnext')).toBe('\u001b[31mred\u001b[39m\n\tnext');
  expect(visibleText('\u001b[2Jgone\r')).toBe('\\x1b[2Jgone\\x0d');
});

test('visibleStream also keeps carriage returns and backspaces, which progress bars use', () => {
  expect(visibleStream('10 %\r20 %\b\u001b[1A')).toBe('10 %\r20 %\b\\x1b[1A');
});
