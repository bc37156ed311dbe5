// Mutants are wrong and variants are right: the real checks grade both, and the tests state what each one changes.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Draw, type AnswerSchema, type Json, type Outputs } from '../../src/core/index.ts';
import { gradeWithoutTrial } from '../../src/gates/grade.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import {
  answerEquals,
  answerSolves,
  boolean,
  choice,
  column,
  date,
  field,
  fileOutput,
  integer,
  listOf,
  number,
  predictionsReach,
  setOf,
  tableEquals,
  tableOutput,
  text,
  type Check,
} from '../../src/kit/index.ts';
import { drawPng, writeWav } from '../../src/formats/index.ts';
import { mutantsOf, variantsOf, type WorkToGrade } from '../../src/verify/index.ts';
import { audioMutator } from '../../src/verify/kinds/audio/mutators.ts';
import { imageMutator } from '../../src/verify/kinds/image/mutators/image.ts';
import { applyEdit, programEdits } from '../../src/verify/kinds/program/mutators.ts';
import { loadTask, type TaskInstance } from '../../src/suite/index.ts';
import { testHost, servicesOn } from '../support/host.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

const about = { en: 'it.', zh: '它。' };
const draw = () => Draw.from({ task: 'x', seed: 1, salt: '' });

function instanceWith(
  checks: Check[],
  asked: { answer?: AnswerSchema; outputs?: Outputs; query?: string },
): TaskInstance {
  return {
    id: { task: 'chart/x', seed: 1, lang: 'en' },
    task: 'chart/x',
    files: [],
    query: asked.query ?? 'What is it?',
    answer: asked.answer,
    outputs: asked.outputs ?? {},
    truth: null,
    checks,
    digest: '',
  };
}

async function evaluated(instance: TaskInstance, work: WorkToGrade) {
  const of = async (made: readonly { what: string; work: WorkToGrade }[]) =>
    Promise.all(
      made.map(async (each) => ({
        ...each,
        verdict: (await gradeWithoutTrial(instance, each.work, servicesOn(host).verifier)).kind,
      })),
    );
  return {
    mutants: await of(await mutantsOf({ instance, work, draw: draw() })),
    variants: await of(await variantsOf({ instance, work, draw: draw() })),
  };
}

const values: Record<string, Json> = {
  share: 12.5,
  count: 7,
  name: 'Café No. 3',
  open: true,
  day: '2024-02-28',
  trend: 'up',
  path: [3, 1, 2],
  teams: ['Owls', 'Herons'],
};
const answer: AnswerSchema = {
  share: field(number(1), 'a', 'a'),
  count: field(integer, 'a', 'a'),
  name: field(text, 'a', 'a'),
  open: field(boolean, 'a', 'a'),
  day: field(date, 'a', 'a'),
  trend: field(choice('up', 'down'), 'a', 'a'),
  path: field(listOf(integer), 'a', 'a'),
  teams: field(setOf(text), 'a', 'a'),
};

test('every mutant of an answer fails and every variant passes', async () => {
  const instance = instanceWith(
    Object.entries(values).map(([key, value]) => answerEquals(key, value)),
    { answer },
  );
  const { mutants, variants } = await evaluated(instance, { block: JSON.stringify(values), files: new Map() });
  expect(mutants.filter(({ verdict }) => verdict !== 'failed')).toEqual([]);
  expect(variants.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
  const what = mutants.map((each) => each.what).join('\n');
  for (const part of [
    'share is 12.6503',
    'share is 12.3497',
    'count is 8',
    'count is 6',
    'name is "Café No. 3x"',
    'name is "aCfé No. 3"',
    'open is false',
    'day is "2024-02-27"',
    'day is "2024-02-29"',
    'trend is "down"',
    'path is [1,2]',
    'path is [3,3,1,2]',
    'path is [1,3,2]',
    'teams is ["Herons"]',
    'teams is ["Owls","Herons","Owlsx"]',
    'the key day is missing',
    'a key that the query does not ask for',
  ])
    expect(what).toContain(part);
  expect(variants.map((each) => each.what)).toContain('answer: texts in other letters and with spaces');
});

test('a tolerance wider than the rounding is respected only if the query states a tolerance', async () => {
  const checks = [answerEquals('share', 12.5, { absolute: 1 })];
  const asked = { answer: { share: field(number(1), 'a', 'a') } };
  const work = { block: '{"share": 12.5}', files: new Map<string, Uint8Array>() };
  const survivors = async (query: string) =>
    (await evaluated(instanceWith(checks, { ...asked, query }), work)).mutants.filter(
      ({ verdict }) => verdict === 'passed',
    );
  expect(await survivors('What is the share?')).toHaveLength(2);
  expect(await survivors('What is the share? Being off by 1 is fine.')).toEqual([]);
  expect(await survivors('占比是多少？误差不超过 1 就行。')).toEqual([]);
});

test('equal cells are not swapped, and rows are reversed only if the query demands an order', async () => {
  const rows = [
    { id: 'a', flat: 1, day: '2024-01-01' },
    { id: 'b', flat: 1, day: null },
    { id: 'c', flat: 1, day: '2024-01-03' },
  ];
  const columns = { id: column(text), flat: column(number(2)), day: column(date) };
  const csv = 'id,flat,day\na,1.00,2024-01-01\nb,1.00,\nc,1.00,2024-01-03\n';
  for (const order of [undefined, about]) {
    const outputs = { 'output/t.csv': tableOutput(about, columns, ['id'], order) };
    const instance = instanceWith([tableEquals('output/t.csv', rows)], { outputs });
    const work = { block: null, files: new Map([['output/t.csv', Buffer.from(csv)]]) };
    const { mutants, variants } = await evaluated(instance, work);
    expect(mutants.filter(({ verdict }) => verdict !== 'failed')).toEqual([]);
    expect(variants.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
    const what = mutants.map((each) => each.what).join('\n');
    expect(what).not.toMatch(/flat of rows .* swapped/);
    expect(what).toMatch(/day of rows .* swapped/);
    expect(what.includes('opposite order')).toBe(order !== undefined);
    expect(variants.some((each) => each.what.includes('rows in another order'))).toBe(order === undefined);
    for (const part of ['the column flat is missing', 'another name', 'occurs twice', 'a column too many', 'is empty'])
      expect(what).toContain(part);
  }
});

test('two calls with the same draw make the same mutants', async () => {
  const outputs = { 'output/t.csv': tableOutput(about, { id: column(integer), n: column(integer) }, ['id']) };
  const instance = instanceWith([tableEquals('output/t.csv', [])], { outputs });
  const work = { block: null, files: new Map([['output/t.csv', Buffer.from('id,n\n1,5\n2,6\n3,7\n')]]) };
  const make = () => mutantsOf({ instance, work, draw: draw() });
  expect(await make()).toEqual(await make());
});

test('a note names a file without a mutator', async () => {
  const instance = instanceWith([], { outputs: { 'output/song.mid': fileOutput(about) } });
  const work = { block: null, files: new Map([['output/song.mid', Buffer.from('MThd')]]) };
  const notes = (await mutantsOf({ instance, work, draw: draw() })).flatMap(({ note }) => note ?? []);
  expect(notes).toEqual(['there is no mutator for output/song.mid: it was only removed and emptied']);
});

test('operators change in code, never in strings or comments, and the result is valid Python', async () => {
  const source = [
    'def f(a, b):  # a + b < 3',
    '    """Adds 1 + 1."""',
    '    if a <= 10 and b == "x < y":',
    "        return g(a - 1, 'return 5')",
    '    return (a +',
    '            b)',
  ].join('\n');
  const edits = programEdits(source);
  expect(edits.map((edit) => `${edit.old.trim()} → ${edit.new.trim()}`)).toEqual([
    '<= → <',
    '10 → 11',
    'and → or',
    '== → !=',
    "return g(a - 1, 'return 5') → return None",
    '- → +',
    '1 → 2',
  ]);
  const { programs } = await loadTask('software/expression-library');
  const module = /MODULE = r'''\n([\s\S]*?)'''/.exec(
    programs
      .get('reference')
      ?.cells.map(({ code }) => code)
      .join('\n') ?? '',
  );
  const real = (module?.[1] ?? '').replace('#SETTINGS#', '');
  const sources = [
    ...edits.map((edit) => applyEdit(source, edit)),
    ...programEdits(real).map((edit) => applyEdit(real, edit)),
  ];
  expect(sources.length).toBeGreaterThan(30);
  const interpreter = await host.open([{ path: 'data/all.json', bytes: Buffer.from(JSON.stringify(sources)) }]);
  try {
    const { status, outputs } = await interpreter.run(
      'import ast, json\nfor each in json.load(open("data/all.json")):\n    ast.parse(each)',
    );
    expect({ status, outputs }).toEqual({ status: 'ok', outputs: [] });
  } finally {
    await interpreter.close();
  }
});

const striped = (x: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="#808080"/><rect x="${x}" width="20" height="60"/></svg>`;
const pixels = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer();

const fileOf = async (mutator: ReturnType<typeof imageMutator>, bytes: Uint8Array) => {
  const instance = instanceWith([], { outputs: { 'output/x': fileOutput(about) } });
  const work = { block: null, files: new Map([['output/x', bytes]]) };
  const made = await mutator.mutants({ instance, work, draw: draw() });
  return made.map((each) => ({ what: each.what, bytes: Buffer.from(each.work.files.get('output/x') ?? []) }));
};

test('one region of a picture is altered, and the picture is mirrored unless it is symmetric', async () => {
  const original = drawPng(striped(5));
  const [altered, turned] = await fileOf(imageMutator('output/x'), original);
  const [before, after] = [await pixels(original), await pixels(altered?.bytes ?? new Uint8Array())];
  const changed = before.filter((level, at) => Math.abs(level - (after[at] ?? 0)) > 100).length;
  expect(changed).toBe(20 * 15 * 3);
  expect(await pixels(turned?.bytes ?? new Uint8Array())).toEqual(
    await sharp(original).flop().removeAlpha().raw().toBuffer(),
  );
  const again = await fileOf(imageMutator('output/x'), drawPng(striped(30)));
  expect(again.filter(({ what }) => what.includes('exchanged'))).toEqual([]);
});

const dark = (data: Buffer) => data.filter((level) => level < 100).length;

test('a picture is pixelated and blurred, and one of its letters is erased', async () => {
  const letters = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60" fill="#fff"/><path d="M 20 15 v 30 h 20 M 70 15 l 20 30" fill="none" stroke="#000" stroke-width="3"/></svg>`;
  const original = drawPng(letters);
  const made = await fileOf(imageMutator('output/x'), original);
  const named = (part: string) => pixels(made.find(({ what }) => what.includes(part))?.bytes ?? new Uint8Array());
  const before = await pixels(original);
  const left = dark(await named('is gone'));
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(0.7 * dark(before));
  const blocks = await named('in blocks');
  expect(blocks.subarray(0, 3 * 4).equals(blocks.subarray(3 * 120, 3 * 124))).toBe(true);
  expect(blocks.equals(before)).toBe(false);
  expect(dark(await named('blurred'))).toBeLessThan(dark(before));
});

test('the loudest second of a sound is silenced or cut, and a silent sound has no mutants', async () => {
  const rate = 8000;
  const samples = Float64Array.from({ length: 4 * rate }, (_, at) => (at >= 2 * rate && at < 3 * rate ? 0.5 : 0.01));
  const [silent, cut] = await fileOf(audioMutator('output/x'), writeWav(samples, rate));
  const expected = samples.map((level, at) => (at >= 2 * rate && at < 3 * rate ? 0 : level));
  expect(silent?.bytes).toEqual(writeWav(expected, rate));
  expect(cut?.bytes).toEqual(writeWav(new Float64Array(3 * rate).fill(0.01), rate));
  expect(await fileOf(audioMutator('output/x'), writeWav(new Float64Array(rate), rate))).toEqual([]);
});

test('predictions are changed all together, never one by one; ids and columns change as in any table', async () => {
  const labels = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`r${at}`, at % 3 === 0 ? 'yes' : 'no']));
  const outputs = { 'output/t.csv': tableOutput(about, { id: column(text), y: column(text) }, ['id']) };
  const goal = { metric: 'accuracy', baseline: 0.66, reference: 1 } as const;
  const instance = instanceWith([predictionsReach('output/t.csv', 'y', labels, goal)], { outputs });
  const csv = `id,y\n${Object.entries(labels)
    .map((row) => row.join(','))
    .join('\n')}\n`;
  const { mutants, variants } = await evaluated(instance, {
    block: null,
    files: new Map([['output/t.csv', Buffer.from(csv)]]),
  });
  expect(mutants.filter(({ verdict }) => verdict !== 'failed')).toEqual([]);
  expect(variants.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
  const what = mutants.map((each) => each.what).join('\n');
  for (const part of [
    'are shuffled',
    'every prediction is no',
    'yes is taken for no',
    'is missing',
    'occurs twice',
    'id of row',
  ])
    expect(what).toContain(part);
  expect(what).not.toContain('y of row');
});

test('a solution without one of its parts is wrong; a solution with another value may be right', async () => {
  const schema = { path: field(listOf(text), 'a', 'a') };
  const items = { a: { value: 1, takes: {} }, b: { value: 1, takes: {} } };
  const problem = { prover: 'knapsack' as const, items, limits: {}, needs: [], excludes: [] };
  const instance = instanceWith([answerSolves('path', problem)], { answer: schema });
  const work = { block: '{"path": ["a", "b"]}', files: new Map<string, Uint8Array>() };
  const { mutants } = await evaluated(instance, work);
  const made = await mutantsOf({ instance, work, draw: draw() });
  expect(made.filter(({ certain }) => certain).map((each) => each.what)).toContain(
    'answer: path is ["b"] instead of ["a","b"]',
  );
  const swapped = mutants.find(({ what }) => what.includes('is ["b","a"]'));
  expect(swapped).toMatchObject({ verdict: 'passed', certain: false });
});
