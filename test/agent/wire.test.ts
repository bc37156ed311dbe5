// Whole trials over the real wire formats of the providers; a loopback server replaces the service.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scoreOf, type DialectName } from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { withMiddleware } from '../../src/model/index.ts';
import { loadTask } from '../../src/suite/index.ts';
import { modelOn } from '../model/conversation.ts';
import { testHost } from '../support/host.ts';
import { ModelServer, type ScriptedAnswer, type SeenCall } from '../support/model-server.ts';
import { modelTrial } from '../support/model-trial.ts';
import { python } from '../support/scripted-model.ts';

let host: InterpreterHost;
let cells: string[];
let server: ModelServer;
beforeAll(async () => {
  host = await testHost();
  cells = (await loadTask('chart/tied-winner')).programs.get('reference')?.cells.map(({ code }) => code) ?? [];
});
afterAll(() => host.close());
beforeEach(async () => {
  server = await ModelServer.start([{ text: 'Hello' }]);
});
afterEach(() => server.close());

const plot = 'import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()';
const names = ['openai/gpt-5', 'openai-compatible/qwen3', 'anthropic/claude-sonnet-4-5'];

const run: Record<DialectName, (code: string) => ScriptedAnswer> = {
  fence: (code) => ({ text: `I look.\n\n${python(code)}` }),
  tags: (code) => ({ text: `I look.\n<|execute_start|>\n${python(code)}\n<|execute_end|>` }),
  tools: (code) => ({ toolCalls: [{ name: 'python', arguments: { code } }] }),
};

/** The last answer JSON that a cell printed, read from the body of the request. */
function printed(body: unknown): string {
  const texts: string[] = [];
  JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' && texts.push(value), value));
  return texts.flatMap((text) => text.match(/^\{"winners": \[".*\}$/gm) ?? []).at(-1) ?? '{}';
}

function end(dialect: DialectName, { body }: SeenCall): ScriptedAnswer {
  const json = printed(body);
  if (dialect !== 'tools') return { text: `Done.\n\n\`\`\`answer\n${json}\n\`\`\`` };
  return { toolCalls: [{ name: 'submit', arguments: { answer: JSON.parse(json) as unknown, response: 'Done.' } }] };
}

describe.each(names)('%s', (name) => {
  test.each(['fence', 'tags', 'tools'] as const)(
    'passes a task in dialect %s and receives a figure',
    async (dialect) => {
      const steps = [plot, ...cells].map(run[dialect]);
      server.play((call) => steps[call.index] ?? end(dialect, call));
      const { model } = withMiddleware(modelOn(server, name, { sees: true }));
      const done = await modelTrial(host, model, { dialect });
      expect(server.objections).toEqual([]);
      expect(done.outcome).toEqual({ kind: 'passed' });
      expect(done.turns).toBe(5);
      expect(JSON.stringify(server.calls[1]?.body)).toContain('iVBORw0KGgo');
      expect(JSON.stringify(server.calls[0]?.body).includes('"submit"')).toBe(dialect === 'tools');
    },
  );

  const late = { status: 429, headers: { 'retry-after-ms': '5' } };
  test.each<[string, ScriptedAnswer[]]>([
    ['a 429 that asks to wait', [late, late]],
    ['a cut stream and broken JSON', [{ cut: 'middle' }, { broken: 'json' }]],
    ['500 and a page of HTML', [{ status: 500 }, { broken: 'content-type' }]],
  ])('%s is retried, and the trial passes', async (_, faults) => {
    const script: ((call: SeenCall) => ScriptedAnswer)[] = [
      ...faults.map((fault) => () => fault),
      ...cells.map((code) => () => run.fence(code)),
      (call) => end('fence', call),
    ];
    server.play((call) => script[call.index]?.(call) ?? { text: 'No more.' });
    const { model } = withMiddleware(modelOn(server, name), { retry: { sleep: async () => undefined } });
    const done = await modelTrial(host, model);
    expect(done).toMatchObject({ outcome: { kind: 'passed' }, turns: 4 });
    expect(done.events.find((event) => event.kind === 'reply')?.attempts).toBe(3);
  });

  test.each<[string, ScriptedAnswer]>([
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['401', { status: 401 }],
    ['a cut stream', { cut: 'middle' }],
    ['broken JSON', { broken: 'json' }],
    ['a page of HTML', { broken: 'content-type' }],
    ['silence', { silent: 'first-byte' }],
  ])('%s at every try ends the trial as a model error without a score', async (_, fault) => {
    server.play((call) => (call.index === 0 ? run.fence('print(1)') : fault));
    const timeouts = { idleMs: 300 };
    const { model } = withMiddleware(modelOn(server, name, { timeouts }), {
      retry: { sleep: async () => undefined },
    });
    const { outcome, turns } = await modelTrial(host, model);
    expect(outcome.kind).toBe('model-error');
    expect(scoreOf(outcome)).toBeUndefined();
    expect(turns).toBe(1);
  });
});
