// Notebooks of trials, validated by nbformat in the tools image.
import { notebook } from '../../src/record/index.ts';
import { beforeAll, expect, test } from 'vitest';
import { findImage } from '../../setup/image-store.mjs';
import { defaultLimits, type Event, type EventBody } from '../../src/core/index.ts';
import { openHost, type InterpreterHost } from '../../src/interpreter/index.ts';

let tools: InterpreterHost | undefined;
beforeAll(async () => {
  const image = findImage('tools');
  if (image) tools = await openHost({ kind: 'image', image }, defaultLimits, { isolation: 'none' });
});

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const bodies: EventBody[] = [
  {
    kind: 'trial-start',
    trial: 'chart/tied-winner@1.zh#1',
    agent: 'reference',
    model: null,
    instance: 'd',
    level: 'easy',
    skills: [],
    isolation: 'none',
    python: '3.13.5',
    image: null,
    query: '哪支队伍？\n\n请看 ./data。',
  },
  { kind: 'cell-start', cell: 1, code: 'print(1)\ndf' },
  { kind: 'cell-output', cell: 1, output: { type: 'stream', name: 'stdout', text: '1\n2\n' } },
  { kind: 'cell-output', cell: 1, output: { type: 'display', data: { 'text/plain': '<Figure>', 'image/png': png } } },
  { kind: 'cell-output', cell: 1, output: { type: 'result', data: { 'text/plain': 'x', 'text/html': '<b>\nx</b>' } } },
  { kind: 'cell-end', cell: 1, status: 'ok', cpuMs: 1, wallMs: 2, memoryBytes: null },
  { kind: 'cell-start', cell: 2, code: '1/0' },
  {
    kind: 'cell-output',
    cell: 2,
    output: { type: 'error', name: 'ZeroDivisionError', value: 'no', traceback: 'a\nb' },
  },
  { kind: 'cell-end', cell: 2, status: 'error', cpuMs: 1, wallMs: 2, memoryBytes: null },
  { kind: 'answer', response: 'Done.\n```answer\n{}\n```', block: '{}' },
  { kind: 'check', result: { name: 'n', kind: 'answer', ok: true, message: 'fine', cites: 'x' } },
  { kind: 'trial-end', outcome: { kind: 'passed' }, score: 1, wallMs: 10 },
];
const events: Event[] = bodies.map((body, seq) => ({ v: 1, seq, at: '2026-01-01T00:00:00.000Z', ...body }));

test('a trial is a valid notebook with its rich outputs', async ({ skip }) => {
  if (!tools) return skip('this machine has no tools image');
  const python = await tools.open([{ path: 'data/book.ipynb', bytes: Buffer.from(notebook(events)) }]);
  try {
    const { status, outputs } = await python.run(
      "import nbformat\nbook = nbformat.read('data/book.ipynb', as_version=4)\nnbformat.validate(book)\n[(c.cell_type, [o.output_type for o in c.get('outputs', [])]) for c in book.cells]",
    );
    expect(outputs).toMatchObject([
      {
        data: {
          'text/plain':
            "[('markdown', []),\n ('code', ['stream', 'display_data', 'execute_result']),\n ('code', ['error']),\n ('markdown', [])]",
        },
      },
    ]);
    expect(status).toBe('ok');
  } finally {
    await python.close();
  }
});

test('outcome, score and checks are in the metadata', () => {
  expect(JSON.parse(notebook(events)).metadata.pybench).toEqual({
    trial: 'chart/tied-winner@1.zh#1',
    agent: 'reference',
    model: null,
    outcome: { kind: 'passed' },
    score: 1,
    checks: [{ name: 'n', ok: true, message: 'fine' }],
  });
});

test('JSON is stored as a value, text as lines, pictures as base64', () => {
  const data = { 'application/vnd.plotly.v1+json': '{"data": []}', 'application/json': 'no', 'text/html': 'a\nb' };
  const shown: EventBody = { kind: 'cell-output', cell: 2, output: { type: 'display', data } };
  const more: Event = { v: 1, seq: 7, at: '', ...shown };
  const { cells } = JSON.parse(notebook(events.toSpliced(7, 1, more))) as { cells: { outputs?: { data: object }[] }[] };
  expect(cells[2]?.outputs?.[0]?.data).toEqual({
    'application/vnd.plotly.v1+json': { data: [] },
    'application/json': 'no',
    'text/html': ['a\n', 'b'],
  });
});
