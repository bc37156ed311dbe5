// A file of a type without content that programs still open: a black picture, a silent sound, an empty page.
import { zipSync, strToU8 } from 'fflate';
import { writeFlac, writeMp3, writeOgg, writePicture, writeWav, type PictureType } from '../../formats/index.ts';

/** `extension` has no dot. A type without a blank form gives a file of zero bytes, which is also an empty SQLite database. */
export async function blankFile(extension: string): Promise<Uint8Array> {
  const name = extension.toLowerCase();
  const text = texts[name];
  if (text !== undefined) return Buffer.from(text, 'utf8');
  const parts = archives[name];
  if (parts) return archive(parts);
  const picture = pictures[name];
  if (picture)
    return await writePicture({ width: 640, height: 480, channels: 3, data: new Uint8Array(640 * 480 * 3) }, picture);
  return (await sounds[name]?.(new Float32Array(RATE), RATE)) ?? new Uint8Array();
}

const RATE = 44_100;

/** One second of silence. */
const sounds: Readonly<Record<string, (samples: Float32Array, rate: number) => Uint8Array | Promise<Uint8Array>>> = {
  wav: (samples, rate) => writeWav(samples, rate),
  flac: writeFlac,
  mp3: (samples, rate) => writeMp3(samples, rate),
  ogg: (samples, rate) => writeOgg(samples, rate),
};

const pictures: Readonly<Record<string, PictureType>> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
  tif: 'tiff',
  tiff: 'tiff',
  bmp: 'bmp',
};

const texts: Readonly<Record<string, string>> = {
  svg: '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480"/></svg>\n',
  html: '<!doctype html><html><head><title></title></head><body></body></html>\n',
  htm: '<!doctype html><html><head><title></title></head><body></body></html>\n',
  xml: '<?xml version="1.0" encoding="UTF-8"?><root/>\n',
  json: '{}\n',
  ipynb: '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n',
  ics: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//blank//EN\r\nEND:VCALENDAR\r\n',
  vtt: 'WEBVTT\n',
  pdf: blankPdf(),
};

/** One empty page. The offsets of the cross-reference table are computed. */
function blankPdf(): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>>>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${body}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`;
}

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`;
const openXml = 'application/vnd.openxmlformats-officedocument';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function office(main: string, type: string, parts: Record<string, string>, more = ''): Record<string, string> {
  return {
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Override PartName="/${main}" ContentType="${openXml}.${type}.main+xml"/>${more}</Types>`,
    ),
    '_rels/.rels': related('officeDocument', main),
    ...parts,
  };
}

function related(type: string, target: string): string {
  return xml(
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      `<Relationship Id="r1" Type="${relationships}/${type}" Target="${target}"/></Relationships>`,
  );
}

const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const archives: Readonly<Record<string, Record<string, string>>> = {
  zip: {},
  xlsx: office(
    'xl/workbook.xml',
    'spreadsheetml.sheet',
    {
      'xl/workbook.xml': xml(
        `<workbook xmlns="${sheet}" xmlns:r="${relationships}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': related('worksheet', 'worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': xml(`<worksheet xmlns="${sheet}"><sheetData/></worksheet>`),
    },
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${openXml}.spreadsheetml.worksheet+xml"/>`,
  ),
  docx: office('word/document.xml', 'wordprocessingml.document', {
    'word/document.xml': xml(
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p/></w:body></w:document>',
    ),
  }),
};

/** A ZIP archive with a fixed date, so that the bytes are always the same. */
function archive(parts: Readonly<Record<string, string>>): Uint8Array {
  const entries = Object.entries(parts).map(([path, content]) => [path, strToU8(content)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: new Date(1980, 0, 1) });
}
