// The no-work agents: the work that they submit, and how it is run and graded like the work of other agents.
import { readEvents, readRun } from '../../src/record/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noWorkActions, type VisibleInstance } from '../../src/agent/index.ts';
import { noWorkNames } from '../../src/core/index.ts';
import { blankFile } from '../../src/agent/no-work/blank-file.ts';
import {
  column,
  choice,
  date,
  field,
  fileOutput,
  integer,
  number,
  setOf,
  tableOutput,
  text,
} from '../../src/kit/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { loadTask, makeInstance } from '../../src/suite/index.ts';
import { testHost } from '../support/host.ts';
import { namedAgent, recordRun } from '../support/recorded-runs.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

const about = { en: 'it.', zh: '它。' };
const instance: VisibleInstance = {
  id: { task: 'chart/tied-winner', seed: 1, lang: 'en' },
  query: 'Sum up 12 sales since 2020-02-03, please.',
  files: [
    { path: 'data/sales.csv', bytes: Buffer.from('Shop Name,day,sum\nNorth,2021-05-06,10.5\nSouth,2021-05-07,7\n') },
    { path: 'data/photo.png', bytes: Buffer.from([0x89, 0x50, 0xff, 0xfe]) },
  ],
  answer: {
    best: field(text, 'a', 'a'),
    shops: field(setOf(text), 'a', 'a'),
    total: field(number(1), 'a', 'a'),
    count: field(integer, 'a', 'a'),
    from: field(date, 'a', 'a'),
    trend: field(choice('up', 'down'), 'a', 'a'),
  },
  outputs: {
    'output/sums.csv': tableOutput(about, { shop_name: column(text), total: column(number(1)) }, ['shop_name']),
    'output/sums.tsv': tableOutput(about, { sum: column(number(1)) }, ['sum']),
    'output/photo.png': fileOutput(about),
    'output/tool.py': fileOutput(about),
  },
};

async function handedIn(name: string) {
  const { files, response } = await noWorkActions[name as keyof typeof noWorkActions](instance);
  const block = /```answer\n(.*)\n```/.exec(response)?.[1];
  const content = (path: string) => Buffer.from(files.get(path) ?? []).toString('utf8');
  return { files, response, content, answer: block === undefined ? undefined : (JSON.parse(block) as unknown) };
}

describe('no-work agents', () => {
  test('null submits nothing', async () => {
    expect(await handedIn('null')).toMatchObject({ files: new Map(), answer: undefined });
  });

  test('touch writes an empty file to every path', async () => {
    const { files } = await handedIn('touch');
    expect([...files.keys()]).toEqual(Object.keys(instance.outputs));
    expect([...files.values()].every((bytes) => bytes.length === 0)).toBe(true);
  });

  test('copy writes inputs of the same type, converts others, and answers with the first suitable values', async () => {
    const { files, content, answer } = await handedIn('copy');
    expect(files.get('output/sums.csv')).toEqual(instance.files[0]?.bytes);
    expect(files.get('output/photo.png')).toEqual(instance.files[1]?.bytes);
    expect(content('output/sums.tsv')).toContain('North\t2021-05-06\t10.5');
    expect(answer).toEqual({
      best: 'North',
      shops: ['North', '2021-05-06', '10.5'],
      total: 10.5,
      count: 7,
      from: '2021-05-06',
      trend: 'up',
    });
  });

  test('echo writes the query to every file and field', async () => {
    const { content, response, answer } = await handedIn('echo');
    expect(response.startsWith(instance.query)).toBe(true);
    expect(content('output/tool.py')).toBe(instance.query);
    expect(answer).toMatchObject({ best: instance.query, count: 12 });
  });

  test('constant answers with values of the right type and writes tables of one row', async () => {
    const { content, answer } = await handedIn('constant');
    expect(content('output/sums.csv')).toBe('shop_name,total\n,0\n');
    expect(answer).toEqual({ best: '', shops: [''], total: 0, count: 1, from: '2024-01-01', trend: 'up' });
  });

  test('list-everything submits every value, every row with the columns of that name, and every option', async () => {
    const { content, answer } = await handedIn('list-everything');
    expect(content('output/sums.csv')).toBe('shop_name,total\nNorth,\nSouth,\n');
    expect(answer).toMatchObject({
      shops: ['North', '2021-05-06', '10.5', 'South', '2021-05-07', '7'],
      trend: ['up', 'down'],
    });
  });

  test('blank writes a header or a black picture, and answers with empty values', async () => {
    const { content, files, answer } = await handedIn('blank');
    expect(content('output/sums.csv')).toBe('shop_name,total\n');
    expect(Buffer.from(files.get('output/photo.png') ?? []).toString('latin1', 1, 4)).toBe('PNG');
    expect(answer).toEqual({ best: '', shops: [], total: 0, count: 0, from: '', trend: '' });
  });
});

test('libraries open the blank file of each type, and blank files are deterministic', async () => {
  const extensions = [
    'png',
    'jpg',
    'webp',
    'gif',
    'tiff',
    'bmp',
    'wav',
    'flac',
    'mp3',
    'ogg',
    'svg',
    'html',
    'json',
    'pdf',
    'xlsx',
    'docx',
    'zip',
  ];
  const made = await Promise.all(extensions.map(blankFile));
  expect(await Promise.all(extensions.map(blankFile))).toEqual(made);
  const files = extensions.map((extension, at) => ({
    path: `data/blank.${extension}`,
    bytes: made[at] ?? new Uint8Array(),
  }));
  const interpreter = await host.open([...files, { path: 'data/blank.db', bytes: await blankFile('db') }]);
  try {
    const { outputs } = await interpreter.run(`
import json, sqlite3, wave, zipfile, shutil, xml.dom.minidom
import openpyxl, docx, soundfile
from PIL import Image
from pypdf import PdfReader
for kind in ["png", "jpg", "webp", "gif", "tiff", "bmp"]:
    picture = Image.open(f"data/blank.{kind}").convert("L")
    assert picture.size == (640, 480) and picture.getextrema() == (0, 0), kind
with wave.open("data/blank.wav") as sound:
    assert sound.getnframes() == sound.getframerate() and not any(sound.readframes(1000))
for kind in ["flac", "mp3", "ogg"]:
    samples, rate = soundfile.read(f"data/blank.{kind}")
    assert rate == 44100 and len(samples) >= rate and abs(samples).max() < 1e-4, kind
xml.dom.minidom.parse("data/blank.svg")
json.load(open("data/blank.json"))
assert len(PdfReader("data/blank.pdf").pages) == 1
assert openpyxl.load_workbook("data/blank.xlsx").active.max_row == 1
assert [each.text for each in docx.Document("data/blank.docx").paragraphs] == [""]
assert zipfile.ZipFile("data/blank.zip").namelist() == []
shutil.copy("data/blank.db", "output/blank.db")
assert sqlite3.connect("output/blank.db").execute("select count(*) from sqlite_master").fetchone() == (0,)
print("all open")`);
    expect(outputs).toEqual([{ type: 'stream', name: 'stdout', text: 'all open\n' }]);
  } finally {
    await interpreter.close();
  }
});

test('every no-work agent runs, is scored and passes no task', { timeout: 300_000 }, async () => {
  expect(noWorkNames).toHaveLength(9);
  for (const agent of noWorkNames) {
    const summary = await recordRun(host, { agent, tasks: ['chart/tied-winner', 'chart/mixed-date-formats'] });
    expect(summary, agent).toMatchObject({ planned: 2, scored: 2, passed: 0 });
    const id = readRun(summary.run).config.trials.find((trial) => trial.includes('mixed-date')) ?? '';
    const outputs = readEvents(summary.run, id).find(({ kind }) => kind === 'outputs');
    const asked = agent === 'null' ? [] : [expect.objectContaining({ path: 'output/claim_dates.csv' })];
    expect(outputs, agent).toMatchObject({ files: asked, inputsIntact: true });
  }
});

test('other-seed submits the right answer of another instance', async () => {
  const task = await loadTask('chart/tied-winner');
  const [here, there] = await Promise.all(
    [1, 2].map((seed) => makeInstance(task, { task: task.id, seed, lang: 'zh' }, '')),
  );
  if (!here || !there) throw new Error('no instances');
  const agent = namedAgent('other-seed').forTask(task, here);
  if (!('work' in agent)) throw new Error('it does not work in an interpreter');
  const interpreter = await host.open(here.files);
  try {
    const work = {
      trial: 'chart/tied-winner@1.en#1',
      query: here.query,
      interpreter,
      record: () => undefined,
      signal: new AbortController().signal,
    };
    const finish = await agent.work(work);
    const said = finish.kind === 'response' ? finish.text : '';
    const { winners, wins } = JSON.parse(/\{.*\}/.exec(said)?.[0] ?? 'null') as { winners: string[]; wins: number };
    expect({ winners: winners.toSorted(), wins }).toEqual({
      ...(there.truth as object),
      winners: (there.truth as { winners: string[] }).winners.toSorted(),
    });
  } finally {
    await interpreter.close();
  }
});
