// The outline of a PDF: its pages line by line, bookmarks, form fields and properties.
import type { Outline } from './outline.ts';
import { readPdfObjects } from './pdf-objects.ts';
import { readPdf } from './pdf.ts';

export async function pdfOutline(bytes: Uint8Array): Promise<Outline> {
  const pages = (await readPdf(bytes)).pages.map(({ text }) => text);
  const { outline, fields, properties } = readPdfObjects(bytes);
  return {
    blocks: pages.flatMap((page) => page.split('\n')).map((text) => ({ kind: 'paragraph', text })),
    links: [],
    properties,
    pages,
    bookmarks: outline.map(({ title, level }) => ({ level: level + 1, text: title })),
    fields: Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ''])),
  };
}
