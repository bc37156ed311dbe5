// One trial per dialect, with every kind of event, exported to every format.
import { atif, chatExample } from '../../src/data/index.ts';
import { notebook } from '../../src/record/index.ts';
import { dialects } from '../../src/dialects/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findImage } from '../../setup/image-store.mjs';
import { defaultLimits, type Event, dialectNames, type DialectName } from '../../src/core/index.ts';
import { openHost, type InterpreterHost } from '../../src/interpreter/index.ts';
import { ModelFault } from '../../src/model/index.ts';
import { atifFaults } from '../support/export-rules/atif.ts';
import { messagesFaults } from '../support/export-rules/messages.ts';
import { testHost } from '../support/host.ts';
import { modelTrial, type ModelTrial } from '../support/model-trial.ts';
import { eventfulTrial, timed } from '../support/recorded-trials.ts';
import { call, python } from '../support/scripted-model.ts';

let host: InterpreterHost;
const trials = new Map<DialectName, ModelTrial>();
beforeAll(async () => {
  host = await testHost();
  for (const dialect of dialectNames) trials.set(dialect, await eventfulTrial(host, dialect));
});
afterAll(() => host.close());

function trialIn(dialect: DialectName): ModelTrial {
  const trial = trials.get(dialect);
  if (!trial) throw new Error(`no trial in ${dialect}`);
  return trial;
}

const options = {
  run: 'a-run',
  version: '1.2.3',
  settings: { dialect: 'fence' },
  picturePath: (number: number, ending: string) => `pictures/${number}.${ending}`,
};
const atifOf = (events: readonly Event[]) => {
  const made = atif(events, options);
  if (!made) throw new Error('no trajectory');
  return made;
};

const said = (parts: readonly object[]) =>
  parts.flatMap((part) => ('text' in part ? [part.text] : 'base64' in part ? ['[picture left out]'] : []));

test.each(dialectNames)('the recorded trial has every kind of event: %s', (dialect) => {
  const { outcome, notices, events } = trialIn(dialect);
  expect(outcome).toEqual({ kind: 'passed' });
  expect(notices).toEqual(expect.arrayContaining(['context-shortened', 'answer-missing']));
  expect(events.some((event) => event.kind === 'cell-end' && event.status === 'error')).toBe(true);
});

describe.each(dialectNames)('messages: %s', (dialect) => {
  test.each([false, true])('follow the format rules; with pictures: %s', (images) => {
    const example = chatExample(trialIn(dialect).events, { images });
    expect(messagesFaults(JSON.parse(JSON.stringify(example)))).toEqual([]);
  });

  test('are the last request and the reply to it', () => {
    const { events, requests } = trialIn(dialect);
    const last = requests.at(-1);
    const reply = events.findLast((event) => event.kind === 'reply');
    if (!last || !reply) throw new Error('the model was never asked');
    const remembered = dialects[dialect].remember(reply.parts);
    const sent = [...last.messages, { role: 'assistant' as const, parts: remembered }];
    const { messages = [], tools } = chatExample(events) ?? {};
    expect(messages[0]).toEqual({ role: 'system', content: last.system });
    expect(messages.slice(1).map(({ role, content }) => [role, content ?? ''])).toEqual(
      sent.map(({ role, parts }) => [role, said(parts.filter((part) => part.type !== 'reasoning')).join('\n')]),
    );
    const calls = sent.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part] : [])));
    const exported = messages.flatMap((message) => ('tool_calls' in message ? (message.tool_calls ?? []) : []));
    expect(
      exported.map((each) => [each.id, each.function.name, JSON.parse(each.function.arguments) as unknown]),
    ).toEqual(calls.map(({ id, name, input }) => [id, name, input]));
    expect(tools?.map((tool) => tool.function) ?? []).toEqual(last.tools);
  });

  test('pictures are data URLs on request', () => {
    // The last request no longer has the picture, so take the events before it was shortened.
    const { events } = trialIn(dialect);
    const second = events.findIndex((event) => event.kind === 'request' && event.turn === 3);
    const early = events.slice(0, second);
    const shown = events.flatMap((event) => (event.kind === 'observation' ? event.parts : []));
    const [picture] = shown.flatMap((part) =>
      part && typeof part === 'object' && 'base64' in part ? [part['base64']] : [],
    );
    const example = chatExample(early, { images: true });
    expect(JSON.stringify(example)).toContain(
      `{"url":"data:image/png;base64,${JSON.stringify(picture).slice(1, -1)}"}`,
    );
    expect(messagesFaults(JSON.parse(JSON.stringify(example)))).toEqual([]);
    const plain = JSON.stringify(chatExample(early));
    expect(plain).toContain('[picture left out]');
    expect(plain).not.toContain('data:image');
  });
});

describe.each(dialectNames)('ATIF: %s', (dialect) => {
  test('follows the format rules', () => {
    expect(atifFaults(JSON.parse(JSON.stringify(atifOf(trialIn(dialect).events).trajectory)))).toEqual([]);
  });

  test('has every reply with its observations, and every notice', () => {
    const { events, turns } = trialIn(dialect);
    const { steps } = atifOf(events).trajectory;
    expect(steps.slice(0, 2).map(({ source }) => source)).toEqual(['system', 'user']);
    const agent = steps.filter(({ source }) => source === 'agent');
    expect(agent).toHaveLength(turns);
    expect(agent[0]).toMatchObject({ reasoning_content: 'A figure first.', llm_call_count: 1 });
    expect(JSON.stringify(agent[0]?.message)).toMatch(/^"Let us see\./);
    expect(JSON.stringify(agent.map(({ observation }) => observation))).toContain('ZeroDivisionError');
    const told = steps.slice(2).filter(({ source }) => source === 'user');
    // With tools, the reminder is the result of the submission.
    const reasons = dialect === 'tools' ? ['context-shortened'] : ['context-shortened', 'answer-missing'];
    expect(told.map(({ extra }) => extra?.['reason'])).toEqual(reasons);
  });

  test('contains every message to the model exactly once', () => {
    const { events, requests } = trialIn(dialect);
    const spoken = JSON.stringify(atifOf(events).trajectory.steps);
    const heard = requests.at(-1)?.messages.flatMap(({ role, parts }) => (role === 'assistant' ? [] : parts)) ?? [];
    for (const part of heard) {
      if (part.type !== 'text' || part.text.includes('left out') || part.text === '[shortened]') continue;
      expect(spoken.split(JSON.stringify(part.text).slice(1, -1)).length - 1).toBeGreaterThanOrEqual(1);
    }
    const notices = events.flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
    for (const text of notices) expect(spoken.split(JSON.stringify(text).slice(1, -1))).toHaveLength(2);
  });

  test('stores pictures as files and sums usage', () => {
    const { events, turns } = trialIn(dialect);
    const { trajectory, pictures } = atifOf(events);
    expect(pictures.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('latin1', 1, 4)])).toEqual([
      ['pictures/1.png', 'PNG'],
    ]);
    expect(JSON.stringify(trajectory.steps)).toContain('{"media_type":"image/png","path":"pictures/1.png"}');
    // The last scripted reply has no cost, so the total cost is unknown.
    expect(trajectory.final_metrics).toMatchObject({
      total_prompt_tokens: 100 * (turns - 1) + 10,
      total_completion_tokens: 20 * (turns - 1) + 5,
      total_cached_tokens: 7 * (turns - 1),
      total_steps: trajectory.steps.length,
    });
    expect(trajectory.final_metrics).not.toHaveProperty('total_cost_usd');
    expect(trajectory.steps[2]?.metrics).toEqual({
      prompt_tokens: 100,
      completion_tokens: 20,
      cached_tokens: 7,
      cost_usd: 0.25,
      extra: { reasoning_tokens: 3 },
    });
    expect(trajectory).toMatchObject({ session_id: 'a-run', extra: { outcome: { kind: 'passed' }, score: 1 } });
  });
});

test('ATIF matches results to the calls of their step', () => {
  const { steps } = atifOf(trialIn('tools').events).trajectory;
  const [first, second] = steps.filter(({ source }) => source === 'agent');
  expect(first?.observation?.results.map((result) => result.source_call_id)).toEqual(['a', 'b']);
  expect(second?.tool_calls?.map((each) => each.arguments)).toEqual([{ code: 'print("bare")' }, { how: 'slowly' }]);
  expect(second?.observation?.results[0]?.content).toContain('bare');
});

test('an interrupted trial is exported up to its last reply; a trial without replies is left out', async () => {
  const down = new ModelFault('unavailable', 'down', { retryable: false });
  const broken = await modelTrial(host, [python('print(1)'), down]);
  const { messages = [] } = chatExample(broken.events) ?? {};
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
  expect(messagesFaults({ messages })).toEqual([]);
  expect(atifFaults(atifOf(timed(broken.events)).trajectory)).toEqual([]);
  const silent = await modelTrial(host, [down]);
  expect(chatExample(silent.events)).toBeUndefined();
  expect(atif(silent.events, options)).toBeUndefined();
  const empty = await modelTrial(host, [{ parts: [] }, { parts: [] }]);
  expect(chatExample(empty.events)).toBeUndefined();
  expect(atifFaults(atifOf(timed(empty.events)).trajectory)).toEqual([]);
});

test('tool arguments that are not an object are wrapped in one', async () => {
  const list = { parts: [call('python', ['x'])], finish: 'tool-calls' as const };
  const { events } = await modelTrial(host, [list, 'No.', 'No.'], { dialect: 'tools' });
  expect(messagesFaults(JSON.parse(JSON.stringify(chatExample(events))))).toEqual([]);
  expect(atifOf(timed(events)).trajectory.steps[2]?.tool_calls).toMatchObject([
    { arguments: { malformed_arguments: '["x"]' } },
  ]);
});

interface Cell {
  readonly cell_type: string;
  readonly id: string;
  readonly source: readonly string[];
}
const cellsOf = (events: readonly Event[]) => (JSON.parse(notebook(events)) as { cells: Cell[] }).cells;

describe('notebook', () => {
  test.each(dialectNames)('the query comes first, then the text beside each cell: %s', (dialect) => {
    const { events } = trialIn(dialect);
    const cells = cellsOf(events);
    const start = events.find((event) => event.kind === 'trial-start');
    expect(cells[0]).toMatchObject({ cell_type: 'markdown', source: start?.query.split(/(?<=\n)/) });
    expect(cells[1]).toMatchObject({ cell_type: 'markdown', source: ['Let us see.'] });
    expect(cells[2]).toMatchObject({ cell_type: 'code' });
    expect(cells.at(-1)?.source.join('')).toMatch(/^Done\.\n\n```answer\n/);
    const codes = events.flatMap((event) => (event.kind === 'cell-start' ? [event.code] : []));
    expect(cells.filter((cell) => cell.cell_type === 'code').map(({ source }) => source.join(''))).toEqual(codes);
    const words = cells.filter((cell) => cell.cell_type === 'markdown').map(({ source }) => source.join(''));
    expect(words.filter((text) => text.startsWith('Done.'))).toHaveLength(1);
    expect(words).toContain('They tied.');
    expect(words.join('')).not.toMatch(/A figure first|execute_start|plt\.plot/);
    expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
    expect(cells.every(({ id }) => /^[\w-]{1,64}$/.test(id))).toBe(true);
  });

  test('code that was never run is shown as text', async () => {
    const { events } = await modelTrial(host, [python('print(1)'), `Now:\n${python('print(2)')}`], { maxTurns: 2 });
    expect(cellsOf(events).at(-1)).toMatchObject({
      cell_type: 'markdown',
      source: ['Now:\n', '\n', '```python\n', 'print(2)\n', '```'],
    });
  });

  test('is valid for nbformat', async ({ skip }) => {
    const image = findImage('tools');
    if (!image) return skip('this machine has no tools image');
    const tools = await openHost({ kind: 'image', image }, defaultLimits, { isolation: 'none' });
    const files = dialectNames.map((dialect) => {
      return { path: `data/${dialect}.ipynb`, bytes: Buffer.from(notebook(trialIn(dialect).events)) };
    });
    const session = await tools.open(files);
    try {
      const { status, outputs } = await session.run(
        "import glob, nbformat\nfor file in glob.glob('data/*'):\n    nbformat.validate(nbformat.read(file, as_version=4))\n    print('ok')",
      );
      expect(status).toBe('ok');
      expect(outputs).toEqual([{ type: 'stream', name: 'stdout', text: 'ok\nok\nok\n' }]);
    } finally {
      await session.close();
      await tools.close();
    }
  });
});
