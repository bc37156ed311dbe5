// The answer block in the final response of a model.
import { answerBlock } from '../../src/dialects/index.ts';
import { expect, test } from 'vitest';

test.each([
  ['the block at the end', 'Here you are.\n\n```answer\n{"a": 1}\n```', '{"a": 1}'],
  ['the last of several', '```answer\n{"a": 1}\n```\nNo, rather:\n```answer\n{"a": 2}\n```\n', '{"a": 2}'],
  ['longer fences and spaces', '  ```` answer  \r\n{"a": "```"}\r\n  ````  ', '{"a": "```"}'],
  ['tildes', '~~~answer\n{}\n~~~', '{}'],
  ['text after it', '```answer\n{}\n```\nHope that helps!', '{}'],
])('%s is found', (_, response, block) => expect(answerBlock(response)).toBe(block));

test.each([
  ['nothing', ''],
  ['JSON without a fence', '{"a": 1}'],
  ['another label', '```json\n{"a": 1}\n```'],
  ['a label that only begins so', '```answers\n{}\n```'],
  ['a fence that is not closed', '```answer\n{"a": 1}'],
  ['the word in the text', 'My answer: 7'],
])('%s is not an answer block', (_, response) => expect(answerBlock(response)).toBeNull());
