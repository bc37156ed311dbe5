// The agent loop of a model: a scripted model, a real interpreter and the real grader.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestAt, scoreOf, type Message, type ModelRequest, type DialectName } from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { ModelFault, type ModelFaultKind } from '../../src/model/index.ts';
import { loadTask } from '../../src/suite/index.ts';
import { testHost } from '../support/host.ts';
import { modelTrial } from '../support/model-trial.ts';
import { call, python, text, type Line } from '../support/scripted-model.ts';

let host: InterpreterHost;
let cells: string[];
beforeAll(async () => {
  host = await testHost();
  cells = (await loadTask('chart/tied-winner')).programs.get('reference')?.cells.map(({ code }) => code) ?? [];
});
afterAll(() => host.close());

const trial = (script: readonly Line[], setup?: Parameters<typeof modelTrial>[2]) => modelTrial(host, script, setup);
const said = (message: Message | undefined) =>
  (message?.parts ?? []).map((part) => ('text' in part ? part.text : `<${part.type}>`)).join('');
const lastOf = (request: ModelRequest | undefined) => said(request?.messages.at(-1));
const block = (json: string) => `\`\`\`answer\n${json}\n\`\`\``;
/** The JSON that a cell printed last. */
const printed = ({ messages }: ModelRequest) => {
  const heard = messages.filter(({ role }) => role !== 'assistant').map(said);
  return [...heard.join('\n').matchAll(/\{"winners".*\}/g)].at(-1)?.[0] ?? 'nothing';
};
const answer: Line = (request) => `Done.\n\n${block(printed(request))}`;
const print = python('print(1)');
const fault = (kind: ModelFaultKind) => new ModelFault(kind, `${kind} happened`, { retryable: false });
/** The message that the model receives after this code. */
const see = async (code: string, setup: Parameters<typeof modelTrial>[2] = {}) =>
  (await trial([python(code), 'No.', 'No.'], setup)).requests[1]?.messages.at(-1);

describe('a model that solves the task', () => {
  const ways: Record<DialectName, { run: (code: string) => Line; end: Line }> = {
    fence: { run: (code) => `Let us see.\n\n${python(code)}`, end: answer },
    tags: { run: (code) => `Let us see.\n<|execute_start|>\n${python(code)}\n`, end: answer },
    tools: {
      run: (code) => ({ parts: [call('python', { code })], finish: 'tool-calls' }),
      end: (request) => ({
        parts: [call('submit', { answer: JSON.parse(printed(request)) as unknown, response: 'Done.' })],
        finish: 'tool-calls',
      }),
    },
  };

  test.each([
    ['fence', 'en'],
    ['fence', 'zh'],
    ['tags', 'en'],
    ['tools', 'zh'],
  ] as const)('passes: %s, %s', async (dialect, lang) => {
    const { run, end } = ways[dialect];
    const done = await trial([...cells.map(run), end], { dialect, lang });
    expect(done.outcome).toEqual({ kind: 'passed' });
    expect(done).toMatchObject({ turns: 4, notices: [] });
    expect(done.events.filter(({ kind }) => kind === 'cell-end')).toHaveLength(3);
  });

  test('request events record exactly the messages that the model received', async () => {
    const { run, end } = ways.fence;
    const { events, requests } = await trial([...cells.map(run), end]);
    for (const [index, request] of requests.entries()) {
      const sent = requestAt(events, index + 1);
      expect(sent?.messages[0]).toEqual({ role: 'system', parts: [text(request.system)] });
      expect(sent?.messages.slice(1)).toEqual(request.messages);
      expect(sent).toMatchObject({ parameters: request.parameters, tools: request.tools });
    }
    const observed = events.flatMap((event) => (event.kind === 'observation' ? [event.parts] : []));
    const heard = requests.at(-1)?.messages.filter(({ role }) => role === 'user') ?? [];
    expect(heard.slice(1).map(({ parts }) => parts)).toEqual(observed);
  });

  test('the first message lists the files and then the query; the system prompt states stack and limits', async () => {
    const { requests, events } = await trial(['I give up.', 'I give up.'], { maxTurns: 7 });
    const start = events.find((event) => event.kind === 'trial-start');
    expect(said(requests[0]?.messages[0])).toMatch(/^Files:\n- \.\/data\/[\w.-]+\.csv \([\d.]+ (B|KiB)\)\n\n/);
    expect(said(requests[0]?.messages[0]).endsWith(start?.query ?? '?')).toBe(true);
    expect(requests[0]?.system).toContain(`Python ${host.stack.version}`);
    expect(requests[0]?.system).toContain('pandas');
    expect(requests[0]?.system).toContain('7 replies in all');
    expect(requests[0]?.system).toContain('60 seconds');
  });

  test('a custom system prompt replaces the default one, and parameters reach the model', async () => {
    const parameters = { temperature: 0.5, maxTokens: 99 };
    const { requests } = await trial(['No.', 'No.'], { systemPrompt: 'Be brief.', parameters, dialect: 'tags' });
    expect(requests[0]).toMatchObject({
      system: 'Be brief.',
      parameters: { ...parameters, stop: ['<|execute_end|>'] },
    });
  });
});

describe('the rules of turns', () => {
  test('the turn limit ends the trial with a score of 0, and the code of the last turn does not run', async () => {
    const done = await trial([print, python('print(2)'), python('print(3)')], { maxTurns: 3 });
    expect(done).toMatchObject({ outcome: { kind: 'turn-limit' }, turns: 3, notices: ['last-turn'] });
    expect(done.events.filter(({ kind }) => kind === 'cell-start')).toHaveLength(2);
    expect(scoreOf(done.outcome)).toBe(0);
  });

  test('the default turn limit is 10', async () => {
    const script = Array.from({ length: 10 }, (_, index) => python(`print(${index})`));
    expect(await trial(script)).toMatchObject({ outcome: { kind: 'turn-limit' }, turns: 10 });
  });

  test('an answer beside code is ignored, and the model is told once', async () => {
    const both: Line = `${print}\n${block('{"winners": [], "wins": 0}')}`;
    const done = await trial([both, both.replace('1', '2'), ...cells.map(python), answer]);
    expect(done).toMatchObject({ outcome: { kind: 'passed' }, notices: ['answer-beside-code'], turns: 6 });
    expect(lastOf(done.requests[1])).toContain('was ignored');
    expect(lastOf(done.requests[2])).not.toContain('was ignored');
    expect(done.events.filter(({ kind }) => kind === 'ambiguity')).toHaveLength(2);
  });

  test('a missing answer block gets one reminder, and only one', async () => {
    const saved = await trial([...cells.map(python), 'They tied.', answer]);
    expect(saved).toMatchObject({ outcome: { kind: 'passed' }, notices: ['answer-missing'], turns: 5 });
    const lost = await trial(['They tied.', 'I said so.']);
    expect(lost).toMatchObject({ outcome: { kind: 'no-answer' }, notices: ['answer-missing'], turns: 2 });
  });

  test('the reminder after a submit call is the result of that call', async () => {
    const submit: Line = { parts: [call('submit', { response: 'They tied.' }, 's1')], finish: 'tool-calls' };
    const { requests, outcome } = await trial([submit, 'No.'], { dialect: 'tools' });
    expect(requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', id: 's1', name: 'submit' });
    expect(outcome.kind).toBe('no-answer');
  });

  test('a task without an answer has no reminder', async () => {
    const done = await trial(['Done.'], { task: 'chart/mixed-date-formats' });
    expect(done).toMatchObject({ notices: [], turns: 1, outcome: { kind: 'failed' } });
  });

  test('the last turn has no reminder', async () => {
    expect(await trial(['They tied.'], { maxTurns: 1 })).toMatchObject({ outcome: { kind: 'no-answer' }, notices: [] });
  });
});

describe('faults of a reply', () => {
  test('empty replies get one notice and are not sent back', async () => {
    const done = await trial([{ parts: [] }, '<think>so…</think>']);
    expect(done).toMatchObject({ outcome: { kind: 'no-answer' }, notices: ['empty-reply'], turns: 2 });
    expect(done.requests[1]?.messages).toHaveLength(1);
    expect(lastOf(done.requests[1])).toContain('Your reply was empty');
  });

  test('refusals get one notice', async () => {
    const no: Line = { parts: [text('I cannot.')], finish: 'refusal' };
    const done = await trial([no, no]);
    expect(done).toMatchObject({ outcome: { kind: 'no-answer' }, notices: ['refusal'] });
    expect(await trial([no, ...cells.map(python), answer])).toMatchObject({ outcome: { kind: 'passed' }, turns: 5 });
  });

  test('a truncated reply gets a notice, also if its code runs', async () => {
    const half: Line = { parts: [text('Well, first I will')], finish: 'length' };
    expect(await trial([half, ...cells.map(python), answer])).toMatchObject({
      outcome: { kind: 'passed' },
      notices: ['cut-off'],
    });
    const code: Line = { parts: [text('```python\nprint("ru"')], finish: 'length' };
    const { requests } = await trial([code, 'No.', 'No.']);
    expect(lastOf(requests[1])).toMatch(/SyntaxError[\s\S]*cut off/);
  });

  test('repeated code runs and gets one notice', async () => {
    const done = await trial([print, print, print, ...cells.map(python), answer]);
    expect(done).toMatchObject({ outcome: { kind: 'passed' }, notices: ['repeated-code'] });
    expect(done.events.filter(({ kind }) => kind === 'cell-end')).toHaveLength(6);
  });

  test('calls of unknown tools and malformed calls get an error as their result', async () => {
    const calls = [
      call('shell', { cmd: 'ls' }, 'a'),
      call('python', '{"code', 'b'),
      call('python', '{"code": "print(4\n+5)"}', 'c'),
    ];
    const { requests, notices, events } = await trial([{ parts: calls }, 'No.', 'No.'], { dialect: 'tools' });
    const [unknown, malformed, mended] = requests[1]?.messages.slice(-3) ?? [];
    expect(said(unknown)).toContain('no such tool');
    expect(said(malformed)).toContain('could not be read');
    expect(said(mended)).toContain('9');
    expect(notices).toEqual(['unknown-tool', 'malformed-call', 'answer-missing']);
    expect(events.find((event) => event.kind === 'ambiguity')?.what).toEqual(['repaired-arguments']);
    expect(events.flatMap((event) => (event.kind === 'observation' ? [event.call] : []))).toEqual(['a', 'b', 'c']);
  });
});

describe('the observation after a cell', () => {
  test('contains the streams, the last value and the whole traceback', async () => {
    const shown = said(await see('import sys\nprint("out")\nprint("err", file=sys.stderr)\n6 * 7'));
    expect(shown).toBe('Output:\nout\n\n[stderr]\nerr\n\n[value]\n42');
    const raised = said(await see('def f():\n    return 1 / 0\nprint("before")\nf()'));
    expect(raised).toMatch(/^Output:\nbefore\nTraceback[\s\S]*in f\n[\s\S]*ZeroDivisionError: division by zero$/);
    expect(said(await see('x = 1'))).toBe('Output:\n[no output]');
    expect(said(await see('x = 1', { lang: 'zh' }))).toBe('输出：\n[没有输出]');
  });

  test('keeps the head and the tail of long output', async () => {
    const long = said(await see('for i in range(20000): print(i)\n1 / 0'));
    expect(long.length).toBeLessThan(14_000);
    expect(long).toMatch(
      /^Output:\n0\n1\n[\s\S]*\[… \d+ characters left out …\][\s\S]*19999\nTraceback[\s\S]*ZeroDivisionError/,
    );
  });

  const plot = 'import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()';
  test('contains figures as pictures for models with vision, and as notes for others', async () => {
    const picture = await see(plot, { sees: true });
    expect(picture?.parts).toMatchObject([{ type: 'text' }, { type: 'image', mime: 'image/png' }]);
    expect(said(picture)).toMatch(/\[figure 1, \d+×\d+: see the picture\]<image>/);
    for (const blind of [await see(plot), await see(plot, { sees: true, vision: 'off' })]) {
      expect(blind?.parts).toHaveLength(1);
      expect(said(blind)).toMatch(/\[figure 1, \d+×\d+: it was drawn, but/);
    }
    expect((await see(plot, { vision: 'on' }))?.parts).toHaveLength(2);
  });

  test('states that a crashed interpreter lost its variables', async () => {
    const lost = said(await see('import os\nos._exit(3)'));
    expect(lost).toContain('the cell did not end');
    expect(lost).toContain('all variables and imports are gone');
  });

  test('states that a cell was stopped at its time limit', async () => {
    const hasty = await testHost({ cellCpuSeconds: 1 });
    try {
      const { requests, outcome } = await modelTrial(hasty, [python('while True: pass'), 'No.', 'No.']);
      expect(lastOf(requests[1])).toContain('[the cell was stopped: ');
      expect(outcome.kind).toBe('no-answer');
    } finally {
      await hasty.close();
    }
  });
});

describe('faults of a model', () => {
  test.each([
    ['context-limit', 'context-limit', 0],
    ['budget', 'budget', 0],
    ['run-budget', 'cancelled', undefined],
    ['rate-limit', 'model-error', undefined],
    ['unavailable', 'model-error', undefined],
    ['rejected', 'model-error', undefined],
    ['malformed', 'model-error', undefined],
    ['timeout', 'model-error', undefined],
    ['auth', 'model-error', undefined],
  ] as const)('the fault %s ends the trial with the outcome %s', async (kind, outcome, score) => {
    const done = await trial([print, fault(kind)]);
    expect(done.outcome.kind).toBe(outcome);
    expect(scoreOf(done.outcome)).toBe(score);
    expect(done.turns).toBe(1);
  });

  test('a conversation that is too long is shortened once', async () => {
    const long = python('print("x" * 5000)');
    const done = await trial([long, print, fault('context-limit'), ...cells.map(python), answer]);
    expect(done).toMatchObject({ outcome: { kind: 'passed' }, notices: ['context-shortened'], turns: 6 });
    expect(said(done.requests[3]?.messages[2]).length).toBeLessThan(700);
    expect(requestAt(done.events, 3)?.messages.slice(1)).toEqual(done.requests[3]?.messages);
    const lost = await trial([long, print, fault('context-limit'), fault('context-limit')]);
    expect(lost.outcome).toEqual({ kind: 'context-limit' });
  });

  test('any other exception of a model is a model error', async () => {
    const done = await trial([() => Promise.reject(new TypeError('terminated'))]);
    expect(done.outcome).toEqual({ kind: 'model-error', reason: 'terminated' });
  });

  test('a signal cancels the trial during a model call and during a cell', async () => {
    const stop = new AbortController();
    const thinking: Line = () => {
      stop.abort('enough');
      throw new Error('aborted');
    };
    expect((await trial([thinking], { signal: stop.signal })).outcome).toEqual({ kind: 'cancelled', reason: 'enough' });
    const later = new AbortController();
    const slow: Line = () => {
      setTimeout(() => later.abort('enough'), 300);
      return python('import time\ntime.sleep(100)');
    };
    expect((await trial([slow], { signal: later.signal })).outcome).toEqual({ kind: 'cancelled', reason: 'enough' });
  });
});
