// Checks of kind `answer`: one field of the answer block, and blocks that are malformed.
import { expect, test } from 'vitest';
import { answerEquals, evaluate, type Material } from '../../src/verify/index.ts';

const schema = {
  winners: { value: { type: 'set' as const, of: { type: 'text' as const } }, about: { en: '', zh: '' } },
  wins: { value: { type: 'integer' as const }, about: { en: '', zh: '' } },
};
const material = (block: string | null): Material => ({
  answer: { schema, block },
  outputs: {},
  files: new Map(),
  figures: new Map(),
  executions: new Map(),
});
const verdict = (block: string | null) => evaluate(answerEquals('wins', 7), material(block));

test('the right value passes', async () => {
  expect(await verdict('{"winners": ["A"], "wins": 7}')).toMatchObject({
    ok: true,
    expected: 7,
    actual: 7,
    cites: '`wins`',
  });
});

test.each([
  [null, 'there is no answer block'],
  ['', 'not valid JSON'],
  ['{"winners": [], "wins": 7', 'not valid JSON'],
  ['[7]', 'not a JSON object'],
  ['7', 'not a JSON object'],
  ['{"wins": 7}', 'lacks "winners"'],
  ['{"winners": [], "wins": 7, "note": "sure"}', 'the query does not ask for: note'],
  ['{"winners": [], "wins": 6, "wins": 7}', 'has the key "wins" twice'],
  ['{"winners": [], "wins": 7, "w\\u0069ns": 7}', 'has the key "wins" twice'],
  ['{"winners": [], "wins": "7"}', 'expected a number, got "7"'],
  ['{"winners": [], "wins": 8}', 'expected 7, got 8'],
  ['{"winners": [], "wins": null}', 'expected a number, got null'],
  [`{"winners": [], "wins": 7, "x": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'nested too deeply'],
  [`{"winners": ["${'x'.repeat(300_000)}"], "wins": 7}`, 'longer than'],
])('a wrong answer block fails with a reason (%#)', async (block, message) => {
  const { ok, message: said } = await verdict(block);
  expect(ok).toBe(false);
  expect(said).toContain(message);
});

test('a key inside a text value does not count as a repeated key', async () => {
  expect((await verdict('{"winners": ["wins", "wins: {"], "wins": 7}')).ok).toBe(true);
});
