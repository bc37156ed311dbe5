// What a Python sends over its channel is untrusted: each cell has a budget, reading ends at the first line that is not
// a message, and everything else continues meanwhile.
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Channel, type ChannelMessage } from '../../src/interpreter/channel.ts';
import { isSimple } from '../../src/interpreter/simple-json.ts';
import { CellTranscript } from '../../src/interpreter/transcript.ts';

function listen() {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const [messages, garbage]: [ChannelMessage[], string[]] = [[], []];
  let tooLong = 0;
  const channel = new Channel(socket, {
    onMessage: (message) => messages.push(message),
    onTooLong: () => (tooLong += 1),
    onGarbage: (reason) => garbage.push(reason),
  });
  const write = async (text: string) => {
    socket.push(Buffer.from(text));
    await sleep(200);
  };
  return { channel, messages, garbage, write, tooLong: () => tooLong };
}

const sync = (number: number) => `{"kind": "sync", "number": ${number}}\n`;
const end = (cpuMs: string) =>
  `{"kind": "end", "cell": 1, "status": "ok", "raw": false, "cpuMs": ${cpuMs}, "memoryBytes": null}\n`;

test('messages are received in order, however they are split into chunks', async () => {
  const { messages, write } = listen();
  await write('{"kind": "sy');
  await write(`nc", "number": 1}\n${sync(2)}${sync(3).slice(0, 5)}`);
  await write(sync(3).slice(5));
  expect(messages.map((message) => message.kind === 'sync' && message.number)).toEqual([1, 2, 3]);
});

test.each([
  ['an empty line', '\n'],
  ['a negative time', end('-1e15')],
  ['a time that is no number', end('1e999')],
  ['deep nesting', `${'['.repeat(10 ** 6)}\n`],
  ['very many values', `{"kind": [${'{},'.repeat(10 ** 6)}0]}\n`],
])('%s ends the reading', async (_, line) => {
  const { messages, garbage, write } = listen();
  await write(`${line}${'\n'.repeat(10 ** 6)}${sync(1)}`);
  await write(sync(2));
  expect(garbage).toHaveLength(1);
  expect(messages).toEqual([]);
});

test('a line that is too long is dropped, and the next one is received', async () => {
  const { messages, garbage, write, tooLong } = listen();
  await write(`{"kind": "${'x'.repeat(9 * 2 ** 20)}"}\n${sync(1)}`);
  expect([tooLong(), messages.length, garbage]).toEqual([1, 1, []]);
});

test('a cell that sends too many messages is stopped; the next cell has its own budget', async () => {
  const { channel, messages, garbage, write } = listen();
  await write(sync(1).repeat(150_000));
  while (messages.length < 150_000) await sleep(10);
  channel.send({ cell: 2, code: '' });
  await write(sync(2).repeat(150_000));
  while (messages.length < 300_000) await sleep(10);
  expect(garbage).toEqual([]);
  await write(sync(2).repeat(100_000));
  while (garbage.length === 0) await sleep(10);
  expect(garbage).toEqual(['the cell sent more than 200000 messages']);
});

test('other work continues while many messages are read', async () => {
  const { messages, write } = listen();
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  void write(sync(1).repeat(100_000));
  while (messages.length < 100_000) await sleep(1);
  clearInterval(counting);
  // Reading all messages in one task would block the event loop.
  expect(turns).toBeGreaterThan(3);
});

test('long texts are simple; deep nesting and very many values are not', () => {
  expect(isSimple(Buffer.from(JSON.stringify({ a: '[{"'.repeat(10 ** 5) })))).toBe(true);
  expect(isSimple(Buffer.from('[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]'))).toBe(false);
  expect(isSimple(Buffer.from(`[${'0,'.repeat(60_000)}0]`))).toBe(false);
});

test('errors and displayed values are counted against one budget of all cells', () => {
  const room = { chars: 1000 };
  const first = new CellTranscript(undefined, room);
  first.add({ type: 'display', data: { 'text/plain': 'x'.repeat(900) } });
  first.add({ type: 'display', data: { 'text/plain': 'x'.repeat(900) } });
  expect(first.outputs).toHaveLength(2);
  expect(JSON.stringify(first.outputs)).toContain('1 displayed values left out');
  const second = new CellTranscript(undefined, room);
  second.add({ type: 'error', name: 'E', value: '', traceback: 'x'.repeat(900) });
  expect(JSON.stringify(second.outputs)).not.toContain('xxx');
});

test('a huge error keeps its head and its tail', () => {
  const transcript = new CellTranscript();
  transcript.add({ type: 'error', name: 'E', value: 'v'.repeat(10 ** 7), traceback: `head${'t'.repeat(10 ** 7)}tail` });
  const text = JSON.stringify(transcript.outputs);
  expect(text.length).toBeLessThan(200_000);
  expect(text).toMatch(/head.*tail/);
});
