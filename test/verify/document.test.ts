// Checks of kind `document`: headings, paragraphs, tables and properties in every document format.
import { expect, describe, test } from 'vitest';
import {
  writeCalendar,
  writeDocx,
  writeMail,
  writeNotebook,
  writePdf,
  writeSrt,
  writeZip,
} from '../../src/formats/index.ts';
import { documentHas, evaluate, type DocumentRequirement, type Material } from '../../src/verify/index.ts';

async function verdict(file: string, content: Uint8Array | string, has: DocumentRequirement[]) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const material: Material = {
    answer: { schema: undefined, block: null },
    outputs: {},
    files: new Map([[file, bytes]]),
    figures: new Map(),
    executions: new Map(),
  };
  return await evaluate(documentHas(file, 'it', has), material);
}

const docx = () =>
  writeDocx(
    [
      { kind: 'heading', text: 'Results', level: 1 },
      {
        kind: 'paragraph',
        runs: [
          'The ',
          { text: 'Supplier', bold: true },
          ' delivers in ',
          { text: '14', deleted: 'Li' },
          { text: '21', inserted: 'Li' },
          ' days.',
        ],
      },
      { kind: 'paragraph', runs: ['first'], list: 'bullet' },
      {
        kind: 'table',
        rows: [
          ['item', 'n'],
          ['tea', '3'],
          ['rice', '5'],
        ],
      },
      { kind: 'heading', text: 'Next', level: 2 },
      { kind: 'paragraph', runs: [{ text: 'Nothing.', comment: { author: 'Wu', text: 'really?' } }] },
    ],
    { title: 'Report', author: 'Chen', header: 'draft', footer: 'page' },
  );

const right: [string, DocumentRequirement][] = [
  ['heading', { heading: 'results', level: 1 }],
  [
    'headings',
    {
      headings: [
        { level: 1, text: 'Results' },
        { level: 2, text: 'Next' },
      ],
    },
  ],
  ['paragraph', { paragraph: 'The  Supplier delivers in 21 days.' }],
  ['paragraphs', { paragraphs: ['The Supplier delivers in 21 days.', 'first', 'Nothing.'] }],
  ['paragraphs of a section', { paragraphs: ['Nothing.'], after: 'Next' }],
  ['items', { items: ['first'] }],
  [
    'table',
    {
      table: [
        ['item', 'n'],
        ['rice', '5'],
        ['tea', '3'],
      ],
      after: 'Results',
      rows: 'any order',
    },
  ],
  ['bold', { bold: 'Supplier' }],
  ['contains', { contains: 'delivers in 21' }],
  ['changes', { changes: 2 }],
  ['comments', { comments: [{ author: 'Wu', text: 'really?' }] }],
  ['header', { header: 'draft' }],
  ['property', { property: 'title', value: 'Report' }],
  ['absent', { absent: 'secret' }],
];
const wrong: [string, DocumentRequirement, string][] = [
  ['heading', { heading: 'Results', level: 2 }, 'not of level 2'],
  ['headings', { headings: [{ level: 1, text: 'Results' }] }, 'too many'],
  ['paragraph', { paragraph: 'The Supplier delivers in 14 days.' }, 'there is no paragraph'],
  ['paragraphs', { paragraphs: ['first', 'Nothing.'] }, 'paragraph 1 should be "first"'],
  ['section', { paragraphs: [], after: 'Last' }, 'no heading "Last"'],
  [
    'table in another order',
    {
      table: [
        ['item', 'n'],
        ['rice', '5'],
        ['tea', '3'],
      ],
    },
    'row 2 should be "rice | 5", but is "tea | 3"',
  ],
  [
    'table with a row less',
    {
      table: [
        ['item', 'n'],
        ['tea', '3'],
      ],
    },
    'too many',
  ],
  ['bold', { bold: 'The Supplier' }, 'not in bold'],
  ['changes', { changes: 0 }, '2 changes are still tracked'],
  ['comments', { comments: [] }, 'comments instead of 0'],
  ['absent though deleted', { absent: '14' }, 'is still in the file'],
  ['absent but in a comment', { absent: 'REALLY ?' }, 'is still in the file'],
  ['footer', { footer: 'draft' }, 'no footer'],
];
describe('docx', () => {
  test.each(right)('%s passes', async (_, requirement) =>
    expect(await verdict('output/a.docx', await docx(), [requirement])).toMatchObject({ ok: true }),
  );
  test.each(wrong)('%s fails', async (_, requirement, message) => {
    const result = await verdict('output/a.docx', await docx(), [requirement]);
    expect(result.ok).toBe(false);
    expect(result.message).toContain(message);
  });
});

test('a PDF check compares pages, bookmarks and properties, and finds unwanted words in any stream', async () => {
  const bytes = await writePdf(
    [
      { kind: 'heading', text: 'One' },
      { kind: 'text', text: 'alpha' },
      { kind: 'page-break' },
      { kind: 'text', text: '第二页的内容' },
    ],
    { title: 'Hidden Name', outline: true },
  );
  const yes: DocumentRequirement[] = [
    { pages: 2 },
    { contains: 'alpha', page: 1 },
    { contains: '第二页', page: 2 },
    { bookmarks: [{ level: 1, text: 'One' }] },
    { property: 'title', value: 'Hidden Name' },
    { absent: 'gamma' },
  ];
  expect(await verdict('output/a.pdf', bytes, yes)).toMatchObject({ ok: true });
  for (const requirement of [
    { pages: 1 },
    { contains: 'alpha', page: 2 },
    { contains: 'x', page: 3 },
    { absent: 'hidden name' },
    { absent: 'alpha' },
    { bookmarks: [] },
  ])
    expect(await verdict('output/a.pdf', bytes, [requirement])).toMatchObject({ ok: false });
});

const table = (rows: string[][]): DocumentRequirement => ({ table: rows });
test.each<
  [string, () => Uint8Array | string | Promise<Uint8Array | string>, DocumentRequirement[], DocumentRequirement]
>([
  [
    'a.md',
    () => '# A\n\ntext [x](http://y)\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    [
      { headings: [{ level: 1, text: 'A' }] },
      { items: ['one', 'two'] },
      table([
        ['a', 'b'],
        ['1', '2'],
      ]),
      { link: 'http://y', text: 'x' },
    ],
    { items: ['two', 'one'] },
  ],
  [
    'a.html',
    () =>
      '<title>T</title><h2>A</h2><p>some <b>bold</b> text<ul><li>one<li>two</ul><table><tr><td>1</table><script>secret</script>',
    [
      { heading: 'A', level: 2 },
      { paragraph: 'some bold text' },
      { items: ['one', 'two'] },
      table([['1']]),
      { property: 'title', value: 'T' },
    ],
    { absent: 'secret' },
  ],
  ['a.txt', () => 'one\r\ntwo\n', [{ paragraphs: ['one', 'two'] }], { paragraphs: ['one'] }],
  [
    'a.srt',
    () => writeSrt([{ startMs: 0, endMs: 900, text: 'hi' }]),
    [
      table([
        ['start', 'end', 'text'],
        ['0', '900', 'hi'],
      ]),
    ],
    table([
      ['start', 'end', 'text'],
      ['0', '901', 'hi'],
    ]),
  ],
  [
    'a.ics',
    () =>
      writeCalendar({ events: [{ uid: '1', summary: 'Tea', start: { local: '2026-03-01T09:30:00', zone: 'UTC' } }] }),
    [
      table([
        ['summary', 'start', 'end', 'location'],
        ['Tea', '2026-03-01T09:30:00 UTC', '', ''],
      ]),
    ],
    table([['summary', 'start', 'end', 'location']]),
  ],
  [
    'a.eml',
    () =>
      writeMail({
        from: { name: 'A', address: 'a@b.example' },
        to: [{ name: 'C', address: 'c@d.example' }],
        subject: '你好',
        messageId: '<1@b.example>',
        date: '2026-03-01T09:30:00Z',
        text: 'line',
      }),
    [{ property: 'subject', value: '你好' }, { paragraphs: ['line'] }],
    { property: 'to', value: 'a@b.example' },
  ],
  [
    'a.ipynb',
    () => writeNotebook([{ markdown: '# A\n\ntext' }, { code: 'x = 1' }]),
    [{ heading: 'A', level: 1 }, { contains: 'x = 1' }],
    { paragraphs: ['x = 1'] },
  ],
  [
    'a.zip',
    async () => writeZip({ 'b.txt': 'hello', 'c.docx': await docx() }),
    [
      { members: ['c.docx', 'b.txt'] },
      { member: 'c.docx', has: [{ heading: 'Next', level: 2 }] },
      { absent: 'secret' },
    ],
    { absent: 'Supplier' },
  ],
])('%s: a right requirement passes and a wrong one fails', async (file, make, yes, no) => {
  expect(await verdict(`output/${file}`, await make(), yes)).toMatchObject({ ok: true });
  expect(await verdict(`output/${file}`, await make(), [no])).toMatchObject({ ok: false });
});
