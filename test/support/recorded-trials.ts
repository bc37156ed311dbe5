// Trials with every event that an export must handle: figures, errors, reminders, a shortened conversation.
import type { Event, ReplyPart, DialectName } from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { ModelFault } from '../../src/model/index.ts';
import { loadTask } from '../../src/suite/index.ts';
import { modelTrial, type ModelTrial } from './model-trial.ts';
import { call, python, text, type Line } from './scripted-model.ts';

const figure = 'import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nprint("x" * 5000)';
const tooLong = new ModelFault('context-limit', 'too long', { retryable: false });
const usage = { inputTokens: 100, outputTokens: 20, cachedTokens: 7, reasoningTokens: 3, cost: 0.25 };

const calls = (...parts: ReplyPart[]): Line => ({ parts, finish: 'tool-calls', usage });
const answerOf = (texts: string) => [...texts.matchAll(/\{"winners".*\}/g)].at(-1)?.[0] ?? '{}';

const scripts: Record<DialectName, (cells: readonly string[]) => Line[]> = {
  fence: (cells) => scriptOf(cells, (code, said = '') => `${said}${python(code)}`),
  tags: (cells) => scriptOf(cells, (code, said = '') => `${said}<|execute_start|>\n${python(code)}\n`),
  tools: (cells) => [
    calls(
      { type: 'reasoning', text: 'A figure first.' },
      text('Let us see.'),
      call('python', { code: figure }, 'a'),
      call('python', { code: '1 / 0' }, 'b'),
    ),
    calls(call('python', 'print("bare")', 'c'), call('dance', { how: 'slowly' }, 'd')),
    tooLong,
    ...cells.map((code, index) => calls(call('python', { code }, `e${index}`))),
    calls(call('submit', { response: 'They tied.' }, 'f')),
    (request) => ({
      parts: [
        call('submit', { answer: JSON.parse(answerOf(heard(request).join('\n'))) as unknown, response: 'Done.' }, 'g'),
      ],
      finish: 'tool-calls',
    }),
  ],
};

function scriptOf(cells: readonly string[], run: (code: string, said?: string) => string): Line[] {
  return [
    { parts: [text(`<think>A figure first.</think>\n${run(figure, 'Let us see.\n\n')}`)], usage },
    { parts: [text(run('1 / 0'))], usage },
    tooLong,
    ...cells.map((code) => ({ parts: [text(run(code))], usage })),
    { parts: [text('They tied.')], usage },
    (request) => `Done.\n\n\`\`\`answer\n${answerOf(heard(request).join('\n'))}\n\`\`\``,
  ];
}

type Asked = Parameters<Extract<Line, (...given: never[]) => unknown>>[0];

function heard({ messages }: Asked): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));
}

/** A trial that passes after all these events, with time stamps as in a run on disk. */
export async function eventfulTrial(host: InterpreterHost, dialect: DialectName): Promise<ModelTrial> {
  const cells = (await loadTask('chart/tied-winner')).programs.get('reference')?.cells.map(({ code }) => code) ?? [];
  const done = await modelTrial(host, scripts[dialect](cells), { dialect, sees: true, maxTurns: 20 });
  return { ...done, events: timed(done.events) };
}

export function timed(events: readonly Event[]): Event[] {
  return events.map((event) => ({ ...event, at: new Date(Date.UTC(2026, 0, 1, 0, 0, event.seq)).toISOString() }));
}
