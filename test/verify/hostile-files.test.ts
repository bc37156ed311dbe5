// Files that attack the program that opens them, through all of verification: each one gives a failed check with a
// plain reason, not a crash or a fault of the verifier, and an ordinary submission is still graded afterwards. Kinds
// without a case here are not read by any check yet (for their readers see test/formats/hostile.test.ts): svg, png,
// gif, jpeg, wav, mp3, npz, yaml, gz.
import { constants, deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeDocx, writePdf, writeSqlite, writeXlsx } from '../../src/formats/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { documentHas, tableEquals, workbookHas, type Check, type Submission } from '../../src/verify/index.ts';
import { rawOds, rawXlsx, rawZip } from '../formats/hostile.ts';
import { testHost, verifyOn } from '../support/host.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

const bytesOf = (text: string) => new TextEncoder().encode(text);
const zeros = (megabytes: number) => new Uint8Array(megabytes * 2 ** 20);
const about = { en: '', zh: '' };

/** A check of a table with one column for table formats, otherwise a check of a document for one word. */
function checkOf(file: string): Check {
  if (/\.(csv|tsv|json|jsonl|sqlite|xlsx|ods)$/.test(file)) return tableEquals(file, [{ id: 'a' }]);
  return documentHas(file, 'word', [{ contains: 'a word that is not there' }]);
}

function submission(file: string, bytes: Uint8Array): Submission {
  const columns = { id: { value: { type: 'text' } } } as const;
  return {
    answer: { schema: undefined, block: null },
    outputs: {
      [file]: { type: 'table', about, columns, key: ['id'], ...(file.endsWith('.sqlite') ? { sheet: 't' } : {}) },
    },
    files: new Map([[file, bytes]]),
    figures: new Map(),
  };
}

const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>`;
const outside = '<!DOCTYPE l [<!ENTITY j SYSTEM "file:///etc/passwd">]>';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const docx = (head: string, body: string, more: Record<string, Uint8Array> = {}) =>
  zipSync({
    'word/document.xml': bytesOf(
      `<?xml version="1.0"?>${head}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
    ),
    ...more,
  });
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const cell = (address: string) => `<row r="${address.replace(/\D/g, '')}"><c r="${address}"><v>1</v></c></row>`;
const half = (bytes: Uint8Array) => bytes.slice(0, Math.floor(bytes.length / 2));
const pdfWith = (stream: Uint8Array) =>
  Buffer.concat([
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>endobj\n' +
        `4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`,
    ),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
/**
 * A deflated stream of this number of zeros, built by repeating one piece, so that the zeros are never in memory here.
 */
function inflating(megabytes: number): Uint8Array {
  const piece = deflateRawSync(zeros(10), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([
    Buffer.of(0x78, 0x9c),
    ...Array<Buffer>(megabytes / 10).fill(piece),
    Buffer.of(3, 0, 0, 0, 0, 1),
  ]);
}

type Hostile = [what: string, file: string, make: () => Uint8Array | Promise<Uint8Array>, reason: RegExp];
const files: Hostile[] = [
  ['a zip bomb', 'output/a.zip', () => rawZip([{ name: 'a', content: zeros(200) }]), /unpacks to more/],
  [
    'a zip that lies about its size',
    'output/a.zip',
    () => rawZip([{ name: 'a', content: zeros(50), declaredSize: 10 }]),
    /too many bytes/,
  ],
  [
    'a zip of zips',
    'output/a.zip',
    () => rawZip([{ name: 'b.zip', content: rawZip([{ name: 'c', content: zeros(150) }]) }]),
    /is not in it/,
  ],
  [
    'a zip of very many entries',
    'output/a.zip',
    () => rawZip(Array.from({ length: 6000 }, (_, n) => ({ name: `${n}`, content: zeros(0) }))),
    /more than 5000/,
  ],
  [
    'a zip that climbs out',
    'output/a.zip',
    () => rawZip([{ name: '../../a', content: zeros(0) }]),
    /relative path|\.\./,
  ],
  [
    'a zip with a link',
    'output/a.zip',
    () => rawZip([{ name: 'a', content: bytesOf('/etc/passwd'), mode: 0o120777 }]),
    /is a link/,
  ],
  ['an encrypted zip', 'output/a.zip', () => rawZip([{ name: 'a', content: bytesOf('a'), flags: 0x801 }]), /encrypted/],
  [
    'an xlsx that is a zip bomb',
    'output/a.xlsx',
    () => rawZip([{ name: 'xl/workbook.xml', content: zeros(200) }]),
    /unpacks to more/,
  ],
  [
    'an xlsx with cells in opposite corners',
    'output/a.xlsx',
    () => rawXlsx([`<sheetData>${cell('A1')}${cell('XFD1048576')}</sheetData>`]),
    /rectangles/,
  ],
  [
    'an xlsx with a merge over everything',
    'output/a.xlsx',
    () =>
      rawXlsx([
        `<sheetData>${cell('A1')}</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
      ]),
    /lacks the column/,
  ],
  [
    'an xlsx of 101 sheets',
    'output/a.xlsx',
    () => rawXlsx(Array.from({ length: 101 }, () => `<sheetData>${cell('A1')}</sheetData>`)),
    /100 sheets/,
  ],
  [
    'an xlsx with billion laughs',
    'output/a.xlsx',
    () =>
      rawXlsx(['<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&j;</t></is></c></row></sheetData>'], {
        'xl/sharedStrings.xml': `${laughs}<l>&j;</l>`,
      }),
    /lacks the column|is empty/,
  ],
  [
    'an ods with a cell repeated over all rows',
    'output/a.ods',
    () =>
      rawOds(
        '<table:table table:name="a"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/></table:table-row></table:table>',
      ),
    /cells/,
  ],
  ['a docx with billion laughs', 'output/a.docx', () => docx(laughs, paragraph('&j;')), /entit/i],
  ['a docx with an external entity', 'output/a.docx', () => docx(outside, paragraph('&j;')), /entit/i],
  [
    'a docx that is a zip bomb',
    'output/a.docx',
    () => rawZip([{ name: 'word/document.xml', content: zeros(200) }]),
    /unpacks to more/,
  ],
  [
    'a docx nested 100,000 deep',
    'output/a.docx',
    () => docx('', '<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000)),
    /deep|nest/i,
  ],
  [
    'a docx with a macro',
    'output/a.docx',
    () => docx('', paragraph('x'), { 'word/vbaProject.bin': bytesOf('Shell "rm -rf /"') }),
    /is not in it/,
  ],
  [
    'a docx cut in half',
    'output/a.docx',
    async () => half(await writeDocx([{ kind: 'heading', text: 'x' }])),
    /zip archive/,
  ],
  ['a pdf with a stream of 1.5 GB', 'output/a.pdf', () => pdfWith(inflating(1500)), /unpacks to more/],
  [
    'a pdf cut in half',
    'output/a.pdf',
    async () => half(await writePdf([{ kind: 'text', text: 'x' }])),
    /cannot be read|no pages|PDF/,
  ],
  [
    'a pdf whose pages go round',
    'output/a.pdf',
    () =>
      bytesOf(
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9>>endobj\ntrailer<</Root 1 0 R>>',
      ),
    /./,
  ],
  ['an html nested 100,000 deep', 'output/a.html', () => bytesOf('<div>'.repeat(100_000)), /nested too deeply/],
  ['an html of very many tags', 'output/a.html', () => bytesOf('<p>'.repeat(1_000_001)), /more than 1000000 tags/],
  [
    'a json nested 100,000 deep',
    'output/a.json',
    () => bytesOf('['.repeat(100_000) + ']'.repeat(100_000)),
    /nested too deeply/,
  ],
  ['a json with a key twice', 'output/a.json', () => bytesOf('[{"id": "a", "id": "b"}]'), /twice/],
  [
    'a json lines file with a huge line',
    'output/a.jsonl',
    () => bytesOf(`{"id": "${'a'.repeat(2 ** 20)}"}`),
    /longer than/,
  ],
  ['a csv with a huge line', 'output/a.csv', () => bytesOf(`id\n${'a'.repeat(2 ** 21)}`), /well-formed|max/i],
  ['a csv of very many cells', 'output/a.csv', () => bytesOf(`${','.repeat(16_000)}\n`.repeat(300)), /delimiters/],
  ['a csv of 65 MB', 'output/a.csv', () => zeros(65), /larger than 64 MB/],
  ['a markdown of very many lines', 'output/a.md', () => bytesOf('a\n'.repeat(200_001)), /200000 lines/],
  ['a markdown of nested quotes', 'output/a.md', () => bytesOf('>'.repeat(100_000)), /./],
  ['a mail of very many parts', 'output/a.eml', () => bytesOf(`From: a@b.c\n\n${'--x\n'.repeat(6000)}`), /5000 parts/],
  ['a notebook of noise', 'output/a.ipynb', () => bytesOf('{"cells": {}}'), /notebook/],
  ['a calendar without end', 'output/a.ics', () => bytesOf('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'), /not a calendar/],
  [
    'an endless view in sqlite',
    'output/a.sqlite',
    () =>
      writeSqlite(
        [],
        ['CREATE VIEW t AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n'],
      ),
    /no table "t"/,
  ],
  ['a picture under the name of a workbook', 'output/a.xlsx', () => bytesOf('\x89PNG\r\n\x1a\n'), /./],
  [
    'a workbook under the name of a pdf',
    'output/a.pdf',
    () => writeXlsx({ sheets: [{ name: 'a', rows: [['id']] }] }),
    /no PDF/,
  ],
  ['a pdf under the name of a docx', 'output/a.docx', () => writePdf([{ kind: 'text', text: 'x' }]), /zip archive/],
];

describe('a hostile file is a failed check', { timeout: 120_000 }, () => {
  test.each(files)('%s', async (_, file, make, reason) => {
    const bytes = await make();
    const checks = [checkOf(file), ...(file.endsWith('.xlsx') ? [workbookHas(file, 'x', { sheets: ['x'] })] : [])];
    for (const result of await verifyOn(host)(checks, submission(file, bytes))) {
      expect(result.ok).toBe(false);
      expect(result.message.length).toBeLessThan(400);
      expect(result.message).not.toMatch(/\n|could not be examined|node_modules/);
      if (result.kind !== 'workbook') expect(result.message).toMatch(reason);
    }
  });

  const patient = { timeout: 600_000 }; // 20 s of CPU time may take minutes on a busy machine.
  test('a file that never lets the grader finish fails, and the next check is evaluated', patient, async () => {
    // Reading a row builds a text of 80 MB, and there are a thousand rows.
    const busy = await writeSqlite(
      [],
      [
        'CREATE TABLE t (n INTEGER)',
        'INSERT INTO t WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 1000) SELECT n FROM c',
        // The column is generated, so that the reader computes it.
        'ALTER TABLE t ADD COLUMN id TEXT GENERATED ALWAYS AS (length(hex(zeroblob(40000000 + n)))) VIRTUAL',
      ],
    );
    const { outputs, files: held, ...rest } = submission('output/a.sqlite', busy);
    const more = submission('output/b.csv', bytesOf('id\na\n'));
    const results = await verifyOn(host)([checkOf('output/a.sqlite'), checkOf('output/b.csv')], {
      ...rest,
      outputs: { ...outputs, ...more.outputs },
      files: new Map([...held, ...more.files]),
    });
    expect(results).toMatchObject([
      { ok: false, message: expect.stringMatching(/could not be examined: reading it took/) },
      { ok: true },
    ]);
  });

  test('an ordinary submission is still graded correctly', async () => {
    const [result] = await verifyOn(host)([checkOf('output/a.csv')], submission('output/a.csv', bytesOf('id\na\n')));
    expect(result).toMatchObject({ ok: true });
  });
});
