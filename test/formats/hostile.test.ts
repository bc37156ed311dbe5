// A hostile or damaged file gives a FormatProblem with a plain reason, within resource limits.
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  formatLimits,
  FormatProblem,
  listSqlite,
  readBib,
  readCalendar,
  readCsv,
  readGeoJson,
  readGpx,
  readGzip,
  readHtml,
  readIni,
  readJson,
  readJsonLines,
  readMail,
  readMarkdown,
  readNotebook,
  readNpy,
  readNpz,
  readOds,
  readSqlite,
  readSrt,
  readTable,
  readText,
  readToml,
  readXlsx,
  readXml,
  readYaml,
  readZip,
  writeSqlite,
} from '../../src/formats/index.ts';
import { rawNpy, rawOds, rawXlsx, rawZip } from './hostile.ts';
import { samples } from './samples.ts';

type Reader = (bytes: Uint8Array) => unknown;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const zeros = (count: number) => new Uint8Array(count);

/** The message of the FormatProblem that the reader throws; any other outcome fails the test. */
async function objection(read: Reader, bytes: Uint8Array): Promise<string> {
  try {
    await read(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(FormatProblem);
    return (error as FormatProblem).message;
  }
  throw new Error('nothing was objected to');
}

const deep = (open: string, close: string, times = 100_000) => open.repeat(times) + close.repeat(times);
const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]><l>&j;</l>`;
const aliases = `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghi')
  .map((name, n) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[n]}`).join(',')}]`)
  .join('\n')}\n`;
const cellXml = (address: string) => `<row r="${address.replace(/\D/g, '')}"><c r="${address}"><v>1</v></c></row>`;

describe('bombs', () => {
  const cases: Record<string, [Reader, () => Uint8Array, RegExp]> = {
    'a gz that unpacks to 200 MB': [readGzip, () => new Uint8Array(gzipSync(zeros(200 * 2 ** 20))), /unpacks to more/],
    'a zip that declares 200 MB': [
      readZip,
      () => rawZip([{ name: 'a', content: zeros(200 * 2 ** 20) }]),
      /unpacks to more/,
    ],
    'a zip that declares less than it holds': [
      readZip,
      () => rawZip([{ name: 'a', content: zeros(50 * 2 ** 20), declaredSize: 10 }]),
      /too many bytes/,
    ],
    'a zip that declares more than it holds': [
      readZip,
      () => rawZip([{ name: 'a', content: zeros(10), declaredSize: 1000 }]),
      /not enough bytes/,
    ],
    'a zip of very many entries': [
      readZip,
      () => rawZip(Array.from({ length: 6000 }, (_, n) => ({ name: `${n}`, content: zeros(0) }))),
      /more than 5000 entries/,
    ],
    'an xlsx that is a zip bomb': [
      readXlsx,
      () => rawZip([{ name: 'xl/workbook.xml', content: zeros(200 * 2 ** 20) }]),
      /unpacks to more/,
    ],
    'an xlsx with cells in opposite corners': [
      readXlsx,
      () => rawXlsx([`<sheetData>${cellXml('A1')}${cellXml('XFD1048576')}</sheetData>`]),
      /cells in the rectangles/,
    ],
    'an xlsx whose sheets are each just small enough': [
      readXlsx,
      () => rawXlsx(Array.from({ length: 30 }, () => `<sheetData>${cellXml('XFD200')}</sheetData>`)),
      /cells in the rectangles/,
    ],
    'an xlsx of very many sheets': [
      readXlsx,
      () => rawXlsx(Array.from({ length: 101 }, () => `<sheetData>${cellXml('A1')}</sheetData>`)),
      /more than 100 sheets/,
    ],
    'an ods with a cell repeated over all rows': [
      readOds,
      () =>
        rawOds(
          '<table:table table:name="a"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/></table:table-row></table:table>',
        ),
      /cells/,
    ],
    'an ods of many sheets of repeated cells': [
      readOds,
      () =>
        rawOds(
          '<table:table><table:table-row table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="16000" office:value-type="float" office:value="1"/></table:table-row></table:table>'.repeat(
            50,
          ),
        ),
      /cells/,
    ],
    'billion laughs': [readXml, () => bytesOf(laughs), /entities of its own/],
    'an external entity': [
      readXml,
      () => bytesOf('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
      /entities of its own/,
    ],
    'an xml nested 100,000 deep': [readXml, () => bytesOf(deep('<a>', '</a>')), /nested|deep/],
    'a gpx nested 100,000 deep': [readGpx, () => bytesOf(deep('<gpx>', '</gpx>')), /nested|deep/],
    'an html nested 100,000 deep': [readHtml, () => bytesOf(deep('<div>', '')), /nested too deeply/],
    'a json nested 100,000 deep': [readJson, () => bytesOf(deep('[', ']')), /nested too deeply/],
    'a yaml of aliases of aliases': [readYaml, () => bytesOf(aliases), /alias/],
    'a yaml nested by brackets': [readYaml, () => bytesOf(deep('[', ']')), /nested too deeply/],
    'a yaml nested by braces and keys': [readYaml, () => bytesOf(deep('{a: ', '}', 5000)), /nested too deeply/],
    'a yaml nested by indentation': [
      readYaml,
      () => bytesOf(Array.from({ length: 500 }, (_, n) => `${' '.repeat(n)}a:\n`).join('')),
      /nested too deeply/,
    ],
    'a toml nested deep': [readToml, () => bytesOf(`a = ${deep('[', ']')}`), /nest|depth|deep/],
    'an npy that declares a huge shape': [
      readNpy,
      () => rawNpy("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 1000000), }"),
      /more than 20000000 values/,
    ],
    'an npy that declares more than it has': [
      readNpy,
      () => rawNpy("{'descr': '<f8', 'fortran_order': False, 'shape': (1000,), }", zeros(80)),
      /declares 8000 bytes/,
    ],
    'an npy with texts of no size': [
      readNpy,
      () => rawNpy("{'descr': '<U0', 'fortran_order': False, 'shape': (19000000,), }"),
      /more than 4000000 texts/,
    ],
    'a json of very many objects': [readJson, () => bytesOf(`[${'{},'.repeat(5_000_000)}1]`), /too many objects/],
    'an xml of very many tags': [
      readXml,
      () => bytesOf(`<a>${'<b/>'.repeat(1_000_001)}</a>`),
      /more than 1000000 tags/,
    ],
    'an html of very many tags': [readHtml, () => bytesOf('<p>'.repeat(1_000_001)), /more than 1000000 tags/],
    'document types without end': [readXml, () => bytesOf('<!DOCTYPE '.repeat(200_000)), /not well-formed/],
    'a markdown of very many lines': [readMarkdown, () => bytesOf('a\n'.repeat(200_001)), /more than 200000 lines/],
    'a mail of very many parts': [
      readMail,
      () => bytesOf(`From: a@b.c\n\n${'--x\n'.repeat(6000)}`),
      /more than 5000 parts/,
    ],
    'an ini of very many spaces': [readIni, () => bytesOf(`[a]\nx${' '.repeat(500_000)}y`), /neither a section/],
    'a yaml of 60,000 keys, one of them twice': [
      readYaml,
      () => bytesOf(`${Array.from({ length: 60_000 }, (_, n) => `k${n}: 1`).join('\n')}\nk7: 2\n`),
      /"k7" twice/,
    ],
    'a yaml that is too large': [readYaml, () => zeros(2 ** 20 + 1), /larger than 1 MB/],
    'a csv of very many rows': [readCsv, () => bytesOf('a\n'.repeat(formatLimits.rows + 2)), /more than 1000000 rows/],
    'a csv of very many cells': [
      readCsv,
      () => bytesOf(`${','.repeat(16_000)}\n`.repeat(300)),
      /more than 4000000 delimiters/,
    ],
    'a json lines file of very many lines': [
      readJsonLines,
      () => bytesOf('1\n'.repeat(formatLimits.rows + 1)),
      /more than 1000000 lines/,
    ],
    'a file that is too large': [readText, () => zeros(formatLimits.fileBytes + 1), /larger than 64 MB/],
  };
  test.each(Object.entries(cases))('%s', async (_, [read, make, reason]) => {
    expect(await objection(read, make())).toMatch(reason);
  });

  test('an archive inside an archive is not opened', async () => {
    const inner = rawZip([{ name: 'a', content: zeros(100 * 2 ** 20) }]);
    expect((await readZip(rawZip([{ name: 'inner.zip', content: inner }]))).get('inner.zip')).toEqual(inner);
  });

  test('a merge of a whole sheet is read as a range only', async () => {
    const bytes = rawXlsx([
      `<sheetData>${cellXml('A1')}</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
    ]);
    expect((await readXlsx(bytes)).sheets[0]).toMatchObject({ rows: [[1]], merges: ['A1:XFD1048576'] });
  });

  test('entities in the XML of a workbook are not expanded', async () => {
    const bytes = rawXlsx(['<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&j;</t></is></c></row></sheetData>'], {
      'xl/sharedStrings.xml': laughs,
    });
    expect((await readXlsx(bytes)).sheets[0]?.rows).toEqual([['&j;']]);
  });
});

describe('lies', () => {
  const cases: Record<string, [Reader, () => Uint8Array, RegExp]> = {
    'a zip entry that climbs out': [
      readZip,
      () => rawZip([{ name: '../../etc/passwd', content: zeros(1) }]),
      /relative path|\.\./,
    ],
    'a zip entry with an absolute path': [
      readZip,
      () => rawZip([{ name: '/etc/passwd', content: zeros(1) }]),
      /absolute/,
    ],
    'a zip entry with back slashes': [
      readZip,
      () => rawZip([{ name: '..\\a', content: zeros(1) }]),
      /invalid character/,
    ],
    'a zip entry that is a link': [
      readZip,
      () => rawZip([{ name: 'a', content: bytesOf('/etc/passwd'), mode: 0o120777 }]),
      /is a link/,
    ],
    'a zip entry twice': [
      readZip,
      () => rawZip([{ name: 'a', content: zeros(1) }, { name: 'a', content: zeros(2) }]), // prettier-ignore
      /"a" twice/,
    ],
    'a zip entry with a wrong checksum': [
      readZip,
      () => rawZip([{ name: 'a', content: zeros(5), checksum: 1 }]),
      /checksum/,
    ],
    'a zip entry that is encrypted': [
      readZip,
      () => rawZip([{ name: 'a', content: zeros(5), flags: 0x801 }]),
      /encrypted/,
    ],
    'an npy of objects': [
      readNpy,
      () => rawNpy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", bytesOf('cos\nsystem\n')),
      /Python objects/,
    ],
    'an npy of records': [
      readNpy,
      () => rawNpy("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1,), }", zeros(4)),
      /does not describe a plain array/,
    ],
    'an npz of something else': [readNpz, () => rawZip([{ name: 'a.npy', content: bytesOf('hello') }]), /npy array/],
    'a zip that is no workbook': [readXlsx, () => rawZip([{ name: 'a', content: zeros(1) }]), /not an xlsx/],
    'a zip that is no ods': [readOds, () => rawZip([{ name: 'a', content: zeros(1) }]), /not an ods/],
    'keys twice in json': [readJson, () => bytesOf('[{"a": 1, "\\u0061": 2}]'), /"a" twice/],
    'NaN in json': [readJson, () => bytesOf('[NaN]'), /no NaN/],
    'keys twice in yaml': [readYaml, () => bytesOf('a: 1\na: 2\n'), /"a" twice/],
    'two yaml documents': [readYaml, () => bytesOf('a: 1\n---\nb: 2\n'), /multiple documents/],
    'keys twice in toml': [readToml, () => bytesOf('a = 1\na = 2\n'), /TOML/],
    'a toml integer that no number holds': [readToml, () => bytesOf('a = 9223372036854775807\n'), /TOML/],
    'keys twice in ini': [readIni, () => bytesOf('[a]\nx=1\nX=2\n'), /"x" occurs twice/],
    'a setting before any section': [readIni, () => bytesOf('x=1\n'), /before any section/],
    'tags that cross': [readXml, () => bytesOf('<a><b></a></b>'), /not well-formed/],
    'text that is no xml': [readXml, () => bytesOf('hello'), /not well-formed|root elements/],
    'an entity that is not defined': [readXml, () => bytesOf('<a>&nbsp;</a>'), /&nbsp; is not defined/],
    'text in another encoding than it says': [
      readXml,
      () => new Uint8Array([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]),
      /not UTF-8/,
    ],
    'ragged rows': [readCsv, () => bytesOf('a,b\n1\n'), /well-formed table/],
    'a quote that does not end': [readCsv, () => bytesOf('a,b\n"1,2\n'), /well-formed table/],
    'a column twice': [readCsv, () => bytesOf('a, a\n1,2\n'), /"a" occurs twice/],
    'GBK where UTF-8 is asked for': [readCsv, () => new Uint8Array([0xd6, 0xd0]), /not UTF-8/],
    'a notebook of version 3': [
      readNotebook,
      () => bytesOf('{"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": []}'),
      /nbformat/,
    ],
    'a notebook without ids': [
      readNotebook,
      () =>
        bytesOf(
          '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "raw", "metadata": {}, "source": "x"}]}',
        ),
      /lacks its id/,
    ],
    'a mail without headers': [readMail, () => bytesOf('hello\n'), /headers of a mail/],
    'a calendar that does not end': [
      readCalendar,
      () => bytesOf('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'),
      /not a calendar/,
    ],
    'a day that does not exist': [
      readCalendar,
      () =>
        bytesOf(
          'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:20260230\nEND:VEVENT\nEND:VCALENDAR\n',
        ),
      /no time/,
    ],
    'a cue that ends before it begins': [
      readSrt,
      () => bytesOf('1\n00:00:02,000 --> 00:00:01,000\nx\n'),
      /ends before it begins/,
    ],
    'a cue without its number': [readSrt, () => bytesOf('00:00:02,000 --> 00:00:03,000\nx\n'), /instead of its number/],
    'latitude and longitude swapped': [
      readGeoJson,
      () =>
        bytesOf(
          '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[31,121]}}]}',
        ),
      /features\.0\.geometry\.coordinates\.1/,
    ],
    'a ring that stays open': [
      readGeoJson,
      () =>
        bytesOf(
          '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}}]}',
        ),
      /does not end where it begins/,
    ],
    'a point without a place': [readGpx, () => bytesOf('<gpx><wpt lat="x" lon="1"/></gpx>'), /latitude x/],
    'a bib entry that does not end': [readBib, () => bytesOf('@article{a, title = {x'), /does not end/],
    'a bib entry twice': [readBib, () => bytesOf('@misc{a}\n@misc{a}'), /occurs twice/],
    'a json that is not an array': [(bytes) => readTable('a.json', bytes), () => bytesOf('{"a": 1}'), /not an array/],
    'a table that the database lacks': [(bytes) => readSqlite(bytes, 'x'), () => sqlite, /no table "x", only "a"/],
  };
  let sqlite: Uint8Array = zeros(0);
  beforeAll(async () => {
    sqlite = await writeSqlite([{ name: 'a', columns: { x: 'TEXT' }, rows: [] }]);
  });
  test.each(Object.entries(cases))('%s', async (_, [read, make, reason]) => {
    expect(await objection(read, make())).toMatch(reason);
  });
});

describe('damage', () => {
  const readers: Record<string, Reader> = {
    xlsx: readXlsx,
    ods: readOds,
    sqlite: (bytes) => readSqlite(bytes, 'sales of "2026"'),
    json: readJson,
    xml: readXml,
    gz: readGzip,
    zip: readZip,
    npy: readNpy,
    npz: readNpz,
    ipynb: readNotebook,
    ics: readCalendar,
    geojson: readGeoJson,
    gpx: readGpx,
    bib: readBib,
  };
  const whole = Object.entries(samples).flatMap(([name, make]) => {
    const read = readers[name.split('.').at(-1) ?? ''];
    return read ? [[name, read, make] as const] : [];
  });

  test.each(whole)('%s cut in half is refused', async (_, read, make) => {
    const bytes = await make();
    expect(await objection(read, bytes.slice(0, Math.floor(bytes.length / 2)))).not.toBe('');
  });

  test.each(whole)('%s with no bytes is refused', async (_, read) => {
    expect(await objection(read, zeros(0))).toBe('the file is empty');
  });

  const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919 + (index >> 3) * 104_729) & 255);
  const every: [string, Reader][] = [
    ...Object.entries(readers),
    ['csv', readCsv],
    ['jsonl', readJsonLines],
    ['yaml', readYaml],
    ['toml', readToml],
    ['ini', readIni],
    ['eml', readMail],
    ['srt', readSrt],
    ['md', readMarkdown],
    ['html', readHtml],
    ['tables', listSqlite],
  ];
  test.each(every)('noise is refused as %s', async (_, read) => {
    expect(await objection(read, noise)).not.toBe('');
  });

  test.each(whole)('%s with a flipped bit is read or gives a FormatProblem', async (_, read, make) => {
    const bytes = await make();
    for (let round = 0; round < 60; round += 1) {
      const hurt = bytes.slice();
      const at = (round * 7919) % hurt.length;
      hurt[at] = (hurt[at] ?? 0) ^ (1 << (round % 8));
      try {
        await read(hurt);
      } catch (error) {
        expect(error, `byte ${at}: ${(error as Error).stack}`).toBeInstanceOf(FormatProblem);
      }
    }
  });
});
