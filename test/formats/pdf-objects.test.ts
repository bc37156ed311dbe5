// The object level of PDF files: search for hidden text, outlines and form fields.
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdfObjects } from '../../src/formats/documents/pdf-objects.ts';
import { pdfContains } from '../../src/formats/documents/pdf-search.ts';
import { writePdf } from '../../src/formats/documents/pdf-write.ts';
import { FormatProblem } from '../../src/formats/problem.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { fileOf, python } from './python.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost({}, 'none');
});
afterAll(() => host.close());

const secret = () =>
  writePdf(
    [
      { kind: 'heading', text: 'Contract' },
      { kind: 'text', text: 'The account is DE-4471 of Zhang.' },
      { kind: 'text', text: '身份证号为乙七七四二。' },
    ],
    { outline: true },
  );

test('Latin and Chinese words are found in texts and in titles', async () => {
  const bytes = await secret();
  for (const words of ['DE-4471', 'account is', '乙七七四二', 'Contract'])
    expect(pdfContains(bytes, words), words).toBe(true);
  for (const words of ['DE-4472', '乙七七四三']) expect(pdfContains(bytes, words), words).toBe(false);
});

test('text is found below a black box and after an incremental update, but not after a redaction', async () => {
  const made = await python(
    host,
    `import pymupdf, pypdf
d = pymupdf.open('data/a.pdf'); p = d[0]
for r in p.search_for('DE-4471'): p.draw_rect(r, fill=(0, 0, 0))
d.save('output/boxed.pdf', garbage=4, deflate=True)
d = pymupdf.open('data/a.pdf'); p = d[0]
for r in p.search_for('DE-4471'): p.add_redact_annot(r)
p.apply_redactions(); d.save('output/redacted.pdf', garbage=4, deflate=True)
import shutil; shutil.copy('data/a.pdf', 'output/updated.pdf'); import os; os.chmod('output/updated.pdf', 0o644)
d = pymupdf.open('output/updated.pdf'); p = d[0]
for r in p.search_for('DE-4471'): p.add_redact_annot(r)
p.apply_redactions(); d.saveIncr()`,
    { 'a.pdf': await secret() },
  );
  expect(pdfContains(fileOf(made, 'boxed.pdf'), 'DE-4471')).toBe(true);
  expect(pdfContains(fileOf(made, 'redacted.pdf'), 'DE-4471')).toBe(false);
  expect(pdfContains(fileOf(made, 'redacted.pdf'), 'Zhang')).toBe(true);
  expect(pdfContains(fileOf(made, 'updated.pdf'), 'DE-4471')).toBe(true);
});

test('outlines and form fields of other programs are read', async () => {
  const made = await python(
    host,
    `from reportlab.pdfgen import canvas
import pypdf, pikepdf
c = canvas.Canvas('output/form.pdf'); [c.bookmarkPage(k) for k in 'abc']; c.addOutlineEntry('第一章', 'a', 0); c.addOutlineEntry('Part', 'b', 1); c.addOutlineEntry('Next', 'c', 0)
c.acroForm.textfield(name='city', value='Xi\\u0027an', x=50, y=500); c.acroForm.checkbox(name='ok', checked=True, x=50, y=400); c.drawString(100, 100, 'reportlab words')
c.save()
w = pypdf.PdfWriter(clone_from='output/form.pdf'); w.update_page_form_field_values(w.pages[0], {'city': '北京'}); w.write('output/filled.pdf')
p = pikepdf.open('output/filled.pdf'); p.save('output/packed.pdf', object_stream_mode=pikepdf.ObjectStreamMode.generate)`,
  );
  const outline = [
    { title: '第一章', level: 0 },
    { title: 'Part', level: 1 },
    { title: 'Next', level: 0 },
  ];
  expect(readPdfObjects(fileOf(made, 'form.pdf'))).toMatchObject({
    outline,
    fields: [
      { name: 'city', type: 'Tx', value: "Xi'an" },
      { name: 'ok', type: 'Btn', value: 'Yes' },
    ],
  });
  for (const name of ['filled.pdf', 'packed.pdf'])
    expect(readPdfObjects(fileOf(made, name)), name).toMatchObject({
      outline,
      fields: [{ name: 'city', value: '北京' }, {}],
    });
  for (const name of ['form.pdf', 'packed.pdf'])
    expect(pdfContains(fileOf(made, name), 'reportlab words'), name).toBe(true);
  expect(readPdfObjects(await secret()).outline).toEqual([{ title: 'Contract', level: 0 }]);
});

const pdfStream = (id: number, text: string) =>
  `${id} 0 obj << /Length ${text.length} >>\nstream\n${text}\nendstream endobj\n`;
const pdf = (body: Buffer | string) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(body)]);

test('letters in the data of a font are not found as words, the same bytes on a page are', () => {
  const map =
    '1 begincodespacerange <0000> <ffff> endcodespacerange 2 beginbfchar <0001> <5c39> <0002> <6d69> endbfchar';
  const file = (descriptor: string) =>
    pdf(
      `${pdfStream(1, `begincmap ${map} endcmap`)}${pdfStream(2, '<00010002> Tj')}3 0 obj << ${descriptor} >> endobj\n`,
    );
  expect(pdfContains(file('/Contents 2 0 R'), '尹浩')).toBe(true);
  expect(pdfContains(file('/FontFile2 2 0 R'), '尹浩')).toBe(false);
});

test('hostile files are refused', () => {
  const bomb = deflateSync(Buffer.alloc(200 * 2 ** 20));
  const stream = Buffer.concat([
    Buffer.from(`1 0 obj\n<< /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`),
    bomb,
    Buffer.from('\nendstream endobj'),
  ]);
  expect(() => pdfContains(pdf(stream), 'a')).toThrow('unpacks to more than');
  const loop =
    '1 0 obj << /Type /Catalog /Outlines 2 0 R >> endobj 2 0 obj << /First 3 0 R >> endobj 3 0 obj << /Title (a) /Next 3 0 R >> endobj';
  expect(() => readPdfObjects(pdf(loop))).toThrow('is circular or too large');
  for (const body of ['hello', `1 0 obj ${'['.repeat(100_000)}`, '1 0 obj (never ended', '1 0 obj << /Type /Catalog'])
    expect(() => readPdfObjects(pdf(body))).toThrow(FormatProblem);
  expect(() => readPdfObjects(Buffer.from('text'))).toThrow(FormatProblem);
  expect(() => pdfContains(pdf('trailer << /Encrypt 5 0 R >>'), 'a')).toThrow('encrypted');
});
