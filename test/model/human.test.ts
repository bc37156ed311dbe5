// The model human/: a person at the terminal, simulated by a pipe.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { parseModel } from '../../src/model/index.ts';
import { call, question } from './conversation.ts';

function seat() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const shown: string[] = [];
  output.on('data', (chunk: Buffer) => shown.push(chunk.toString('utf8')));
  return { input, shown, model: parseModel('human/', { terminal: { input, output } }) };
}

test('the model shows the last message and reads until an empty line', async () => {
  const { input, shown, model } = seat();
  input.write('first line\nsecond line\n\nanother answer\n');
  input.end();
  expect(await model.complete(question, call())).toMatchObject({
    parts: [{ type: 'text', text: 'first line\nsecond line' }],
    finish: 'stop',
  });
  expect(shown.join('')).toContain('What is in the picture?\n[image]');
  expect((await model.complete(question, call(2))).parts).toEqual([{ type: 'text', text: 'another answer' }]);
});

test('end of input without a reply is a fault, not an answer', async () => {
  const { input, model } = seat();
  input.end();
  await expect(model.complete(question, call())).rejects.toMatchObject({ kind: 'unavailable', retryable: false });
});

test('questions of concurrent trials are shown one at a time', async () => {
  const { input, shown, model } = seat();
  const answers = [1, 2, 3].map((turn) => model.complete(question, call(turn)));
  await expect.poll(() => shown.length).toBe(1);
  input.write('one\n\ntwo\n\nthree\n\n');
  const texts = (await Promise.all(answers)).map(({ parts }) => parts);
  expect(texts).toMatchObject([[{ text: 'one' }], [{ text: 'two' }], [{ text: 'three' }]]);
  expect(shown).toHaveLength(3);
});

test('an abort ends the wait for input, and the next question can be answered', async () => {
  const { input, model } = seat();
  const stop = new AbortController();
  const answer = model.complete(question, call(1, stop.signal));
  stop.abort(new Error('stopped'));
  await expect(answer).rejects.toThrow('stopped');
  input.write('still here\n\n');
  expect((await model.complete(question, call(2))).parts).toEqual([{ type: 'text', text: 'still here' }]);
});
