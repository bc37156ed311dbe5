// Episodes driven by plain replies, without a model; cells run in a real interpreter.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  EVENT_VERSION,
  requestAt,
  type Event,
  type EventBody,
  type Message,
  type ModelReply,
} from '../../src/core/index.ts';
import { dialects } from '../../src/dialects/index.ts';
import { Episode, textReply, type EpisodeOptions, type EpisodeStep } from '../../src/episode/index.ts';
import type { Interpreter, InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { call, python, text } from '../support/scripted-model.ts';

let host: InterpreterHost;
let interpreter: Interpreter;
let events: Event[];
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());
beforeEach(async () => {
  events = [];
  interpreter = await host.open([]);
});
afterEach(() => interpreter.close());

const record = (event: EventBody) => void events.push({ v: EVENT_VERSION, seq: events.length, at: '', ...event });
const query = { text: 'What is 6 times 7?', files: [] };

/** An episode on the interpreter of the test; without `query` it is a chat. */
const episodeWith = (options: Partial<EpisodeOptions> = {}) =>
  new Episode(
    {
      dialect: dialects.fence,
      system: 'Be brief.',
      lang: 'en',
      maxTurns: 10,
      sees: false,
      wantsAnswer: false,
      ...options,
    },
    { interpreter, record },
  );

const calls = (...parts: ModelReply['parts']): ModelReply => ({ ...textReply(''), parts, finish: 'tool-calls' });
const said = (message: Message | undefined) =>
  (message?.parts ?? []).map((part) => ('text' in part ? part.text : `<${part.type}>`)).join('');
const shown = (step: EpisodeStep) => (step.kind === 'messages' ? step.messages.map(said).join('\n') : 'finished');
const kinds = () => events.map(({ kind }) => kind);
const notices = () => events.flatMap((event) => (event.kind === 'notice' ? [event.reason] : []));
const response = (words: string): EpisodeStep => ({ kind: 'finish', finish: { kind: 'response', text: words } });

describe('an episode with a query', () => {
  test('runs the code of plain text replies and finishes with a response', async () => {
    const episode = episodeWith({ query });
    expect(episode.request()).toEqual({
      system: 'Be brief.',
      messages: [{ role: 'user', parts: [text('What is 6 times 7?')] }],
      tools: [],
      parameters: {},
    });
    const step = await episode.step(textReply(python('x = 6 * 7\nprint(x)')));
    expect(step).toEqual({ kind: 'messages', messages: [{ role: 'user', parts: [text('Output:\n42')] }] });
    expect(episode.request().messages.at(-1)).toEqual({ role: 'user', parts: [text('Output:\n42')] });
    expect(shown(await episode.step(textReply(python('x + 1'))))).toContain('43');
    expect(await episode.step(textReply('It is 42.'))).toEqual(response('It is 42.'));
  });

  test('records each step in the order in which it happens', async () => {
    const episode = episodeWith({ query });
    await episode.step(textReply(python('print(42)')));
    episode.request();
    expect(kinds()).toEqual(['request', 'reply', 'cell-start', 'cell-output', 'cell-end', 'observation', 'request']);
  });

  test('records a request once, however often the caller asks for it', () => {
    const episode = episodeWith({ query });
    expect(episode.request()).toBe(episode.request());
    expect(kinds()).toEqual(['request']);
    expect(episode.turn).toBe(1);
  });

  test('reports files before the query, and speaks the language of the query', async () => {
    const files = [{ path: 'data/a.csv', bytes: Buffer.from('a\n1\n') }];
    const episode = episodeWith({ lang: 'zh', query: { text: '请求和。', files } });
    expect(said(episode.request().messages[0])).toBe('文件：\n- ./data/a.csv (4 B)\n\n请求和。');
    expect(shown(await episode.step(textReply(python('1'))))).toBe('输出：\n[值]\n1');
  });

  test('gives one reminder of a missing answer, then finishes', async () => {
    const episode = episodeWith({ query, wantsAnswer: true });
    expect(shown(await episode.step(textReply('It is 42.')))).toContain('The task asks for an answer');
    expect(await episode.step(textReply('42, I said.'))).toEqual(response('42, I said.'));
    expect(notices()).toEqual(['answer-missing']);
  });

  test('does not run the code of the last turn', async () => {
    const episode = episodeWith({ query, maxTurns: 2 });
    expect(shown(await episode.step(textReply(python('print(1)'))))).toContain('One reply is left');
    const step = await episode.step(textReply(python('print(2)')));
    expect(step).toEqual({ kind: 'finish', finish: { kind: 'ended', outcome: { kind: 'turn-limit' } } });
    expect(kinds().filter((kind) => kind === 'cell-start')).toHaveLength(1);
  });

  test('tells a model that its reply was cut off', async () => {
    const episode = episodeWith({ query });
    expect(shown(await episode.step(textReply('First I', 'length')))).toContain('was cut off');
  });

  test('refuses a reply after the finish', async () => {
    const episode = episodeWith({ query });
    await episode.step(textReply('It is 42.'));
    expect(() => episode.request()).toThrow('the episode waits for a message of the user');
    await expect(episode.step(textReply('Or 43.'))).rejects.toThrow('the episode waits for a message of the user');
    expect(kinds()).toEqual(['request', 'reply']);
  });

  test('stops a cell when its signal aborts', async () => {
    const stop = new AbortController();
    const episode = episodeWith({ query });
    const step = episode.step(textReply(python('import time\ntime.sleep(100)')), stop.signal);
    stop.abort('enough');
    expect(await step).toMatchObject({ finish: { outcome: { kind: 'cancelled', reason: 'enough' } } });
  });
});

describe('a context that is too long', () => {
  test('is shortened once, then it finishes the episode', async () => {
    const episode = episodeWith({ query });
    await episode.step(textReply(python('print("x" * 5000)')));
    await episode.step(textReply(python('print(1)')));
    episode.request();
    expect(shown(episode.contextTooLong())).toContain('earlier outputs were shortened');
    expect(said(episode.request().messages[2]).length).toBeLessThan(700);
    expect(episode.turn).toBe(3);
    expect(requestAt(events, 3)?.messages.slice(1)).toEqual(episode.request().messages);
    const step = episode.contextTooLong();
    expect(step).toEqual({ kind: 'finish', finish: { kind: 'ended', outcome: { kind: 'context-limit' } } });
  });

  test('finishes the episode at once if no observation is long', () => {
    const episode = episodeWith({ query });
    expect(episode.contextTooLong()).toMatchObject({ finish: { outcome: { kind: 'context-limit' } } });
    expect(notices()).toEqual([]);
  });
});

describe('a chat', () => {
  test('begins with a message of the user', async () => {
    const chat = episodeWith();
    expect(() => chat.request()).toThrow('the episode waits for a message of the user');
    expect(events).toEqual([]);
    chat.say('Hello');
    expect(chat.request().messages).toEqual([{ role: 'user', parts: [text('Hello')] }]);
    expect(await chat.step(textReply('Hello!'))).toEqual(response('Hello!'));
  });

  test('continues after a finish with all variables and a new turn budget', async () => {
    const chat = episodeWith({ query, maxTurns: 2 });
    await chat.step(textReply(python('x = 6 * 7')));
    await chat.step(textReply('Done.'));
    chat.say('And plus one?');
    expect(chat.turn).toBe(3);
    expect(shown(await chat.step(textReply(python('print(x + 1)'))))).toMatch(/43[\s\S]*One reply is left/);
    expect(await chat.step(textReply('43.'))).toEqual(response('43.'));
    expect(chat.turn).toBe(5);
  });

  test('records what the user said with the next request', async () => {
    const chat = episodeWith({ query });
    await chat.step(textReply('42.'));
    chat.say('And 7 times 8?', [{ path: 'data/b.txt', bytes: Buffer.from('b') }]);
    const { messages } = chat.request();
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(said(messages[2])).toBe('Files:\n- ./data/b.txt (1 B)\n\nAnd 7 times 8?');
    expect(requestAt(events, 2)?.messages.slice(1)).toEqual(messages);
    expect(events.at(-1)).toMatchObject({ kind: 'request', turn: 2, earlier: 2 });
  });

  test('gives a result to the call of submit before the next message', async () => {
    const chat = episodeWith({ query, dialect: dialects.tools });
    expect(await chat.step(calls(call('submit', { response: '42.' }, 's')))).toEqual(response('42.'));
    chat.say('Sure?');
    expect(chat.request().messages.slice(-2)).toEqual([
      { role: 'tool', id: 's', name: 'submit', parts: [text('Submitted.')] },
      { role: 'user', parts: [text('Sure?')] },
    ]);
  });

  test('gives results to calls that the turn limit or the user stopped', async () => {
    const chat = episodeWith({ query, dialect: dialects.tools, maxTurns: 1 });
    await chat.step(calls(call('python', { code: '1' }, 'a'), call('python', { code: '2' }, 'b')));
    chat.say('Go on.');
    const [a, b, user] = chat.request().messages.slice(-3);
    expect([a, b]).toMatchObject([
      { role: 'tool', id: 'a' },
      { role: 'tool', id: 'b' },
    ]);
    expect(said(b)).toBe('This call was not completed.');
    expect(said(user)).toBe('Go on.');
    expect(kinds()).not.toContain('cell-start');
  });

  test('continues after a stopped cell with the same interpreter', async () => {
    const stop = new AbortController();
    const chat = episodeWith({ query });
    await chat.step(textReply(python('x = 42')));
    const stopped = chat.step(textReply(python('import time\ntime.sleep(100)')), stop.signal);
    expect(() => chat.say('Stop!')).toThrow('the episode runs cells');
    stop.abort('enough');
    await stopped;
    chat.say('Just print x.');
    expect(shown(await chat.step(textReply(python('print(x)'))))).toContain('42');
  });

  test('may send the same notice again after each message of the user', async () => {
    const chat = episodeWith({ query });
    await chat.step(textReply(''));
    await chat.step(textReply(''));
    chat.say('Are you there?');
    await chat.step(textReply(''));
    expect(notices()).toEqual(['empty-reply', 'empty-reply']);
    expect(chat.request().messages.map(({ role }) => role)).toEqual(['user']);
  });
});

test('an episode finishes if its interpreter is lost, and continues with the next message of the user', async () => {
  const lost = await host.open([]);
  const episode = new Episode(
    { dialect: dialects.fence, system: '', lang: 'en', maxTurns: 3, sees: false, wantsAnswer: false, query },
    { interpreter: lost, record },
  );
  await lost.close();
  await expect(episode.step(textReply(python('1')))).rejects.toThrow();
  expect(events.at(-1)).toMatchObject({ kind: 'cell-end', status: 'crashed' });
  expect(() => episode.request()).toThrow('the episode waits for a message of the user');
  episode.say('Answer without code.');
  expect(await episode.step(textReply('42.'))).toEqual(response('42.'));
});
