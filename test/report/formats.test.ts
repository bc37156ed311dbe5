// The report as Markdown, CSV, JSON and HTML.
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import {
  csvReport,
  htmlReport,
  jsonReport,
  makeBoard,
  markdownReport,
  readAllReported,
} from '../../src/report/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { writeRun, type Short, type ShortRun } from '../support/run-folder.ts';

async function board(...runs: readonly ShortRun[]) {
  const folder = temporaryFolder();
  const folders: string[] = [];
  for (const run of runs) folders.push(await writeRun(folder, run));
  return makeBoard(readAllReported(folders));
}

const usage = { inputTokens: 1200, outputTokens: 34, cost: 0.05 };
const nasty = 'it says "3, not 4",\nthen <script>alert(1)</script> | 表格';
const trials: Short[] = [
  { task: 'chart/a', score: 1, turns: 3, usage, skills: ['plot', 'read'] },
  { task: 'text/b', score: 0, turns: 5, usage, failure: 'wrong-table', reason: nasty },
  { task: 'text/c', lang: 'zh', score: null, turns: 1, usage },
  { task: 'math/d' },
];

test('CSV has a row per planned trial, and every field survives a round trip', async () => {
  const text = csvReport(
    await board({ model: 'x/模型', trials }, { agent: 'null', trials: [{ task: 'chart/a', score: 0 }] }),
  );
  expect(text.endsWith('\r\n')).toBe(true);
  const rows = parse(text, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];
  expect(rows).toHaveLength(5);
  expect(rows[0]).toMatchObject({
    model: 'x/模型',
    role: 'competes',
    trial: 'chart/a@1.en#1',
    score: '1',
    failure: '',
    skills: 'plot;read',
    cost_usd: '0.05',
  });
  expect(rows[1]).toMatchObject({ outcome: 'failed', failure: 'wrong-table', reason: nasty, score: '0' });
  expect(rows[2]).toMatchObject({ outcome: 'model-error', score: '', language: 'zh' });
  expect(rows[3]).toMatchObject({ trial: 'math/d@1.en#1', category: 'math', outcome: '', score: '', turns: '' });
  expect(rows[4]).toMatchObject({ role: 'no work' });
});

test('in Markdown, every row has as many cells as the header', async () => {
  const text = markdownReport(
    await board({ model: 'x/a|b', trials }, { agent: 'null', trials: [{ task: 'chart/a', score: 0 }] }),
    'task',
  );
  const tables = text.split('\n\n').filter((block) => block.startsWith('|'));
  expect(tables.length).toBeGreaterThan(2);
  for (const table of tables) {
    expect(new Set(table.split('\n').map((line) => line.replaceAll('\\|', '').split('|').length)).size).toBe(1);
  }
  expect(text).toContain('x/a\\|b | 50.0 % [9.5, 90.5] | 50.0 %');
  expect(text).toContain('| *null (no work)* |');
});

test('JSON has the summary of each run, with its role and rank', async () => {
  const [first, second] = jsonReport(
    await board({ agent: 'null', trials: [{ task: 'chart/a', score: 0 }] }, { model: 'x/a', trials }),
  );
  expect(first).toMatchObject({
    model: 'x/a',
    role: 'competes',
    place: null,
    beatenBy: [],
    byTask: { 'chart/a': { passed: 1 } },
  });
  expect(second).toMatchObject({ agent: 'null', role: 'no work', beatenBy: null });
});

test('the HTML report is one file that loads nothing, escapes text and works with screen readers', async () => {
  const page = htmlReport(
    await board(
      { model: 'x/<script>alert(1)</script>', trials, settings: { systemPrompt: '<img src=x>' } },
      { model: 'x/b', trials: trials.map((trial) => ({ ...trial, usage: { ...usage, cost: 0.8 } })) },
      { agent: 'null', trials: [{ task: 'chart/a', score: 0 }] },
    ),
  );
  expect(page).not.toMatch(/<(script|img|link|iframe|a)\b|<[^>]*\b(src|href)=|url\(|@import|https?:/);
  expect(page.match(/<table/g)?.length).toBe(page.match(/<caption>/g)?.length);
  expect(page).not.toMatch(/<th(?! scope=)[ >]/);
  expect(page).toContain('<svg viewBox');
  expect(page).toContain('prefers-color-scheme: dark');
  expect(page).toContain('wrong table: it says');
  expect(page.match(/<details>/g)?.length).toBeGreaterThan(5);
});

test('an HTML report of many trials lists 1000, failed ones first, and names the file with the rest', async () => {
  const many = Array.from({ length: 1200 }, (_, index): Short => ({
    task: `chart/t${index}`,
    score: index < 1150 ? 1 : 0,
  }));
  const made = await board({ name: 'many', model: 'x/a', trials: many });
  const page = htmlReport(made);
  const listed = page.slice(page.indexOf('<h2>Trials</h2>'));
  expect(listed.match(/<tr><th scope="row">/g)).toHaveLength(1000);
  expect(listed.match(/class="fail"/g)).toHaveLength(50);
  expect(listed).toMatch(/200 more trials, the passed ones last, are in \S+\/many\/results\.jsonl/);
});
