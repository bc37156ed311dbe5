// Documents (docx, pptx, odt, PDF): round trips, files of other programs, and hostile files.
import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDocx } from '../../src/formats/documents/docx.ts';
import { writeDocx, type DocxBlock } from '../../src/formats/documents/docx-write.ts';
import { readOdt } from '../../src/formats/documents/odt.ts';
import { drawPdfPage, readPdf } from '../../src/formats/documents/pdf.ts';
import { writePdf } from '../../src/formats/documents/pdf-write.ts';
import { readPptx } from '../../src/formats/documents/pptx.ts';
import { colorAt } from '../../src/formats/pictures/picture-measures.ts';
import { FormatProblem } from '../../src/formats/problem.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { fileOf, python } from './python.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost({}, 'none');
});
afterAll(() => host.close());

const blocks: DocxBlock[] = [
  { kind: 'heading', text: '合同 Contract' },
  {
    kind: 'paragraph',
    runs: [
      'The fee is ',
      { text: '￥1,200', bold: true, italic: true },
      { text: ' net', deleted: 'Li' },
      { text: ' gross', inserted: 'Wang' },
      { text: '.', comment: { author: 'Zhao', text: 'really?' } },
    ],
  },
  { kind: 'paragraph', runs: ['first'], list: 'bullet' },
  { kind: 'paragraph', runs: ['second'], list: 'number', align: 'right' },
  {
    kind: 'table',
    rows: [
      ['a', '乙'],
      ['1 < 2', ''],
    ],
  },
  { kind: 'heading', level: 2, text: 'End & more' },
];

describe('docx', () => {
  test('reads back what it writes', async () => {
    const bytes = await writeDocx(blocks, { title: 'T', author: 'A', header: 'the head', footer: 'the foot' });
    const { body, comments, headers, footers, properties } = await readDocx(bytes);
    expect(body).toMatchObject([
      { style: 'Heading 1', heading: 1, text: '合同 Contract' },
      {
        style: 'Normal',
        text: 'The fee is ￥1,200 gross.',
        runs: [
          { text: 'The fee is ', bold: false },
          { text: '￥1,200', bold: true, italic: true },
          { text: ' net', deleted: 'Li' },
          { text: ' gross', inserted: 'Wang' },
          { text: '.' },
        ],
      },
      { text: 'first', list: { level: 0, format: 'bullet' } },
      { text: 'second', list: { level: 0, format: 'decimal' }, align: 'right' },
      {
        kind: 'table',
        rows: [
          ['a', '乙'],
          ['1 < 2', ''],
        ],
      },
      { heading: 2, text: 'End & more' },
    ]);
    expect({ comments, headers, footers }).toEqual({
      comments: [{ author: 'Zhao', text: 'really?' }],
      headers: ['the head'],
      footers: ['the foot'],
    });
    expect(properties).toMatchObject({ title: 'T', creator: 'A', created: '2024-01-01T00:00:00Z' });
  });

  test('files of python-docx are read, and python-docx reads our files', async () => {
    const made = await python(
      host,
      `import docx
d = docx.Document('data/a.docx')
print([(p.style.name, p.text) for p in d.paragraphs], d.tables[0].cell(0, 1).text, d.core_properties.created.isoformat())
n = docx.Document()
n.add_heading('标题', 0); n.add_heading('Part', 1)
p = n.add_paragraph('plain '); p.add_run('bold').bold = True; p.add_run(' and '); p.add_run('slanted').italic = True
n.add_paragraph('point', style='List Bullet'); n.add_paragraph('step', style='List Number')
t = n.add_table(2, 2); t.cell(0, 0).text = '甲'; t.cell(1, 1).text = 'two\\nlines'
n.sections[0].header.paragraphs[0].text = 'top'
n.core_properties.author = '作者'
n.save('output/b.docx')`,
      { 'a.docx': await writeDocx(blocks) },
    );
    expect(made.printed).toContain("('Heading 1', '合同 Contract')");
    expect(made.printed).toContain('乙 2024-01-01T00:00:00');
    const { body, headers, properties } = await readDocx(fileOf(made, 'b.docx'));
    expect(body).toMatchObject([
      { style: 'Title', heading: 0, text: '标题' },
      { style: 'heading 1', heading: 1, text: 'Part' },
      {
        text: 'plain bold and slanted',
        runs: [{}, { text: 'bold', bold: true }, { bold: false }, { italic: true, bold: false }],
      },
      { style: 'List Bullet', list: { format: 'bullet' } },
      { style: 'List Number', list: { format: 'decimal' } },
      {
        kind: 'table',
        rows: [
          ['甲', ''],
          ['', 'two\nlines'],
        ],
      },
    ]);
    expect(headers).toEqual(['top']);
    expect(properties['creator']).toBe('作者');
  });
});

test('slides and OpenDocument texts from pandoc are read', async () => {
  const made = await python(
    host,
    `import subprocess
open('deck.md', 'w').write('''% 年度总结\\n% Li\\n\\n# First\\n\\n- one\\n- two **bold**\\n\\n::: notes\\nsay *this*\\n:::\\n\\n# 第二页\\n\\n| a | b |\\n|---|---|\\n| 1 | 二 |\\n''')
for kind in ('pptx', 'odt', 'docx'): subprocess.run(['pandoc', 'deck.md', '-o', 'output/deck.' + kind], check=True)`,
  );
  const { slides, properties } = await readPptx(fileOf(made, 'deck.pptx'));
  expect(slides).toMatchObject([
    { title: '年度总结', texts: ['Li'] },
    { title: 'First', texts: ['one\ntwo bold'], notes: 'say this', pictures: 0 },
    {
      title: '第二页',
      tables: [
        [
          ['a', 'b'],
          ['1', '二'],
        ],
      ],
    },
  ]);
  expect(properties['title']).toBe('年度总结');
  expect(await readOdt(fileOf(made, 'deck.odt'))).toEqual(
    expect.arrayContaining([
      { kind: 'heading', level: 1, text: 'First' },
      { kind: 'list-item', text: 'two bold' },
      {
        kind: 'table',
        rows: [
          ['a', 'b'],
          ['1', '二'],
        ],
      },
    ]),
  );
  const { body } = await readDocx(fileOf(made, 'deck.docx'));
  expect(body).toEqual(expect.arrayContaining([expect.objectContaining({ heading: 1, text: 'First' })]));
});

describe('pdf', () => {
  test('reads back and draws what it writes', async () => {
    const bytes = await writePdf(
      [
        { kind: 'heading', text: '年度报告 2024' },
        { kind: 'text', text: 'Plain words.' },
        {
          kind: 'table',
          rows: [['编号', 'Amount'], ...Array.from({ length: 60 }, (_, row) => [`R${row}`, `${row * 3}.50`])],
          align: ['left', 'right'],
        },
        { kind: 'page-break' },
        { kind: 'heading', text: 'Appendix' },
      ],
      { outline: true, footer: '{page} / {pages}' },
    );
    const { pages } = await readPdf(bytes);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [595, 842],
      [595, 842],
      [595, 842],
    ]);
    expect(pages[0]?.text).toMatch(/^年度报告 2024\nPlain words\.\n编号 Amount\nR0 0\.50\n/);
    expect(pages[1]?.text).toMatch(/^编号 Amount\nR/);
    expect(pages[2]?.text).toBe('Appendix\n3 / 3');
    const picture = await drawPdfPage(bytes, 0, 72);
    expect(picture).toMatchObject({ width: 595, height: 841, channels: 3 });
    expect(picture.data.some((level) => level < 50)).toBe(true);
    expect([...picture.data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  test('colour channels are drawn in the right order', async () => {
    const made = await python(
      host,
      `from reportlab.pdfgen import canvas
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
pdfmetrics.registerFont(UnicodeCIDFont('STSong-Light'))
c = canvas.Canvas('output/a.pdf', pagesize=(200, 100))
c.setFillColorRGB(1, 0, 0); c.rect(0, 0, 200, 100, fill=1); c.setFillColorRGB(0, 0, 0)
c.setFont('STSong-Light', 12); c.drawString(20, 20, '合同 42'); c.showPage(); c.drawString(10, 10, 'second'); c.save()`,
    );
    const { pages } = await readPdf(fileOf(made, 'a.pdf'));
    expect(pages).toMatchObject([{ width: 200, height: 100, text: '合同 42' }, { text: 'second' }]);
    const picture = await drawPdfPage(fileOf(made, 'a.pdf'), 0);
    expect(colorAt(picture, 50, 20)).toEqual([255, 0, 0]);
  });

  test('pypdf reads the outline and the text', async () => {
    const bytes = await writePdf(
      [
        { kind: 'heading', text: '第一章' },
        { kind: 'text', text: 'abc' },
      ],
      { outline: true, title: '书' },
    );
    const { printed } = await python(
      host,
      `import pypdf\nr = pypdf.PdfReader('data/a.pdf')\nprint([o.title for o in r.outline], r.metadata.title, r.pages[0].extract_text())`,
      { 'a.pdf': bytes },
    );
    expect(printed).toContain("['第一章'] 书 第一章");
  });
});

const zip = (parts: Record<string, Uint8Array>) => zipSync(parts, { level: 1 });

describe('hostile files', () => {
  const types = { '[Content_Types].xml': strToU8('<Types/>') };
  const bomb = zip({ ...types, 'word/document.xml': new Uint8Array(130 * 2 ** 20) });
  const lying = Buffer.from(bomb);
  // The central directory declares 1000 bytes.
  lying.writeUInt32LE(1000, lying.lastIndexOf(Buffer.from('PK\x01\x02')) + 24);

  test.each([
    ['text', Buffer.from('hello')],
    ['nothing', new Uint8Array()],
    ['a zip without a document', zip(types)],
    ['a zip bomb', bomb],
    ['a zip bomb that says it is small', lying],
    ['a cut zip', bomb.subarray(0, 1000)],
    ['a document that is no XML', zip({ ...types, 'word/document.xml': strToU8('<w:document><w:body>') })],
    [
      'entities',
      zip({
        ...types,
        'word/document.xml': strToU8('<!DOCTYPE d [<!ENTITY a "b">]><document><body>&a;</body></document>'),
      }),
    ],
    [
      'deep nesting',
      zip({
        ...types,
        'word/document.xml': strToU8(
          `<document><body>${'<sdt><sdtContent>'.repeat(5000)}${'</sdtContent></sdt>'.repeat(5000)}</body></document>`,
        ),
      }),
    ],
    ['many parts', zip(Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`a${at}`, new Uint8Array()])))],
  ])('%s is refused as a document', async (_, bytes) => {
    for (const read of [readDocx, readPptx, readOdt]) await expect(read(bytes)).rejects.toThrow(FormatProblem);
  });

  test.each([
    ['text', () => Buffer.from('hello')],
    ['nothing', () => new Uint8Array()],
    ['a header alone', () => Buffer.from('%PDF-1.7\n%%EOF')],
    [
      'the first half of a PDF',
      async () => {
        const bytes = await writePdf([{ kind: 'text', text: 'a' }]);
        return bytes.subarray(0, bytes.length / 3);
      },
    ],
  ])('%s is refused as a PDF', async (_, make) => {
    await expect(readPdf(await make())).rejects.toThrow(FormatProblem);
  });

  test('a PDF that unpacks to more than the limit is refused before it is opened', async () => {
    const packed = deflateSync(Buffer.alloc(200 * 2 ** 20, 'q Q '));
    const head = `%PDF-1.4\n4 0 obj\n<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
    const bytes = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n%%EOF')]);
    await expect(readPdf(bytes)).rejects.toThrow('unpacks to more than');
  });

  test('a page that is too large is not drawn', async () => {
    const pdf = Buffer.from(
      Buffer.from(await writePdf([{ kind: 'text', text: 'a' }]))
        .toString('latin1')
        .replace('[0 0 595.28 841.89]', '[0 0 14400 14400]'),
      'latin1',
    );
    await expect(drawPdfPage(pdf, 0, 300)).rejects.toThrow('too large');
    await expect(drawPdfPage(pdf, 7, 72)).rejects.toThrow('no page 8');
  });
});
