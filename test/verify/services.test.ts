// The lifetime of a verifier: it starts processes on first use, and ends all of them when it is closed.
import { afterAll, expect, test } from 'vitest';
import { writeXlsx } from '../../src/formats/index.ts';
import { openVerifier, tableEquals, webPasses, workbookHas, type Submission } from '../../src/verify/index.ts';
import { testHost } from '../support/host.ts';
import { descendants } from '../support/processes.ts';

const host = await testHost({}, 'none');
afterAll(() => host.close());

const bytesOf = (text: string) => Buffer.from(text, 'utf8');
const submission = async (): Promise<Submission> => ({
  answer: { schema: undefined, block: null },
  outputs: {
    'output/a.csv': { type: 'table', about: { en: '', zh: '' }, columns: { id: { value: { type: 'text' } } }, key: ['id'] }, // prettier-ignore
  },
  files: new Map([
    ['output/a.csv', bytesOf('id\nx\n')],
    ['output/index.html', bytesOf('<!doctype html><title>Shop</title>')],
    ['output/a.xlsx', await writeXlsx({ sheets: [{ name: 'Tea', rows: [['green']] }] })],
  ]),
  figures: new Map(),
});
const checks = [
  tableEquals('output/a.csv', [{ id: 'x' }]),
  webPasses('output/index.html', 'title', [{ do: 'open' }, { see: 'title', is: 'Shop' }], 'title'),
  workbookHas('output/a.xlsx', 'sheets', { sheets: ['Tea'] }),
];

test('closing a verifier ends its grader, browser and LibreOffice', async () => {
  const before = descendants(process.pid).map(({ pid }) => pid);
  const own = () => descendants(process.pid).filter(({ pid }) => !before.includes(pid));
  const verifier = openVerifier(host);
  expect(own()).toEqual([]);

  const results = await verifier.verify(checks, await submission());
  expect(results.map(({ ok, message }) => (ok ? 'passed' : message))).toEqual(['passed', 'passed', 'passed']);
  const commands = own().map(({ command }) => command);
  for (const part of ['grader-process', 'driver-process', 'chromium', 'soffice'])
    expect(commands.join('\n')).toContain(part);

  const started = new Set(own().map(({ pid }) => pid));
  await verifier.close();
  expect(own().filter(({ pid }) => started.has(pid))).toEqual([]);
  await expect(verifier.verify(checks, await submission())).rejects.toThrow('is closed');
});

test('closing a verifier ends a browser that is busy with a page', async () => {
  const before = descendants(process.pid).map(({ pid }) => pid);
  const own = () => descendants(process.pid).filter(({ pid }) => !before.includes(pid));
  const verifier = openVerifier(host);
  const busy = '<script>setTimeout(() => { for (;;); }, 50)</script>';
  const page = { ...(await submission()), files: new Map([['output/index.html', bytesOf(busy)]]) };
  const verdict = verifier.verify(checks.slice(1, 2), page).catch((error: unknown) => error);
  await expect
    .poll(() => own().some(({ command }) => command.includes('--type=renderer')), { timeout: 60_000 })
    .toBe(true);

  await verifier.close();
  expect(own()).toEqual([]);
  expect(String(await verdict)).toContain('is closed');
});
