// Round trips: every format reads back what its writer writes.
import { describe, expect, test } from 'vitest';
import {
  cellAt,
  childElements,
  findElements,
  FormatProblem,
  htmlTables,
  listSqlite,
  plainTextOf,
  querySqlite,
  readBib,
  readCalendar,
  readGeoJson,
  readGpx,
  readGzip,
  readHtml,
  readIni,
  readJson,
  readLines,
  readMail,
  readMarkdown,
  readNotebook,
  readNpy,
  readNpz,
  readOds,
  readSrt,
  readText,
  readToml,
  readXlsx,
  readXml,
  readYaml,
  readZip,
  visibleHtmlText,
  writeIni,
  writeText,
  writeXlsx,
  type Encoding,
} from '../../src/formats/index.ts';
import { calendar, cues, entries, features, gpx, ini, mail, page, samples, settings } from './samples.ts';

const sample = async (name: string): Promise<Uint8Array> => {
  const make = samples[name];
  if (!make) throw new Error(`no sample ${name}`);
  return await make();
};
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('text', () => {
  test.each<[Encoding, string]>([
    ['utf-8', '早上好 𠮷'],
    ['utf-16le', '早上好 𠮷'],
    ['utf-16be', '早上好 𠮷'],
    ['gb18030', '早上好 𠮷 €'],
    ['gbk', '早上好'],
    ['big5', '早安'],
    ['shift_jis', 'こんにちは'],
    ['euc-kr', '안녕'],
    ['windows-1251', 'привет'],
    ['windows-1252', 'café €'],
    ['iso-8859-1', 'café ÿ'],
  ])('%s', (encoding, text) => {
    expect(readText(writeText(text, { encoding }), encoding)).toBe(text);
  });

  test('a byte order mark is written, and skipped on reading', () => {
    const bytes = writeText('a', { encoding: 'utf-16be', bom: true });
    expect([...bytes]).toEqual([0xfe, 0xff, 0, 0x61]);
    expect(readText(bytes, 'utf-16be')).toBe('a');
    expect([...writeText('a', { bom: true })]).toEqual([0xef, 0xbb, 0xbf, 0x61]);
  });

  test('a character that the encoding lacks is refused and not replaced by a question mark', () => {
    expect(() => writeText('早', { encoding: 'iso-8859-1' })).toThrow('lacks');
  });

  test('text is split into lines', () => expect(readLines(bytesOf('a\r\nb\n\nc\n'))).toEqual(['a', 'b', '', 'c']));
});

describe.each([
  ['xlsx', readXlsx],
  ['ods', readOds],
] as const)('%s', (ending, read) => {
  test('cells keep their types, formulas, formats and merges', async () => {
    const book = await read(await sample(`book.${ending}`));
    const [sheet] = book.sheets;
    if (!sheet) throw new Error('no sheet');
    expect(sheet.name).toBe('销售');
    expect(sheet.rows[1]).toEqual(['上海', 1200, 0.125, true, '2026-03-01', '2026-03-01T09:30:15']);
    expect(sheet.rows[2]?.slice(4)).toEqual(['2025-12-31', '1999-01-31T23:59:59']);
    expect(cellAt(sheet, 'A1')).toEqual({ value: '城市', bold: true, fill: '#FFCC00' });
    expect(cellAt(sheet, 'B4')).toEqual({ value: 1193, formula: 'SUM(B2:B3)' });
    expect(cellAt(sheet, 'C2')).toEqual({ value: 0.125, format: '0.0%' });
    expect(sheet.merges).toEqual(['A5:C6']);
    expect(book.sheets[1]).toMatchObject({ name: 'notes', hidden: false });
    expect(book.sheets[1]?.details.get('A2')).toEqual({ formula: 'A1&"!"' });
  });
});

test('a hidden sheet of an xlsx file is marked as hidden', async () => {
  const { sheets } = await readXlsx(await sample('book.xlsx'));
  expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['销售', false],
    ['notes', false],
    ['secret', true],
  ]);
});

test('xlsx keeps links, notes and colours', async () => {
  const cell = { value: 'x', link: 'https://example.org/', note: 'look', color: '#AA0000', italic: true };
  const { sheets } = await readXlsx(await writeXlsx({ sheets: [{ name: 'a', rows: [[cell]] }] }));
  expect(sheets[0] && cellAt(sheets[0], 'A1')).toEqual(cell);
});

test('sqlite tables are read, and write statements are refused', async () => {
  const bytes = await sample('data.sqlite');
  expect(await listSqlite(bytes)).toEqual(['empty', 'sales of "2026"']);
  expect(
    await querySqlite(bytes, 'SELECT city, amount FROM "sales of ""2026""" WHERE id > ? ORDER BY id', [0]),
  ).toEqual({
    header: ['city', 'amount'],
    rows: [
      ['上海', 12.5],
      ['Łódź', null],
    ],
  });
  await expect(querySqlite(bytes, 'DELETE FROM empty')).rejects.toThrow(FormatProblem);
});

describe('markup', () => {
  test('xml', async () => {
    const root = readXml(await sample('page.xml'));
    expect(root.attributes).toEqual(page.attributes);
    expect(childElements(root, 'book').map(({ attributes }) => attributes['id'])).toEqual(['1', '2']);
    expect(findElements(root, 'title').map(plainTextOf)).toEqual(['三体 & <more>']);
    expect(findElements(root, 'price').map(plainTextOf)).toEqual(['007']);
  });

  test('xml with declared encodings, numeric entities, CDATA, prefixes and a document type is read', async () => {
    const chinese = writeText('<?xml version="1.0" encoding="GB2312"?><a>中</a>', { encoding: 'gbk' });
    expect(plainTextOf(readXml(chinese))).toBe('中');
    const text =
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd"><!-- c --><s:svg xmlns:s="u"><s:t x:k="&#65;">&#20013;&#x6587;<![CDATA[<&amp;>]]></s:t></s:svg>';
    const root = readXml(bytesOf(text), { prefixes: 'cut' });
    expect(root).toEqual({
      name: 'svg',
      attributes: { 'xmlns:s': 'u' },
      children: [{ name: 't', attributes: { 'x:k': 'A' }, children: ['中文', '<&amp;>'] }],
    });
  });

  test('with optional prefixes, the full name of an attribute wins over its name without the prefix', () => {
    const root = readXml(bytesOf('<w:p w:val="1" val="2" v:id="&#51;" w:id="4"/>'), { prefixes: 'optional' });
    expect(root.name).toBe('p');
    expect(root.attributes).toMatchObject({ 'w:val': '1', val: '2', 'v:id': '3', 'w:id': '4', id: '3' });
  });

  test('html', async () => {
    const root = await readHtml(
      bytesOf(
        '<!doctype html><title>t</title><script>no</script><h1>Hi <b>there</b></h1><table><tr><th>a<th>b<tr><td>1<td><table><tr><td>in</table></table><p>end',
      ),
    );
    expect(visibleHtmlText(root)).toBe('Hi there a b 1 in end');
    expect(htmlTables(root)).toEqual([
      [
        ['a', 'b'],
        ['1', 'in'],
      ],
      [['in']],
    ]);
    expect(findElements(root, 'h1').map(plainTextOf)).toEqual(['Hi there']);
  });

  test('markdown', async () => {
    const text =
      '# One *two*\n\nSee [the `x` page](http://a.b/c) and ![pic](p.png).\n\n| a | b |\n|---|---|\n| 1 | **2** |\n\n- first\n- second\n\n```python\nprint(1)\n```\n\n## Sub\n';
    expect(await readMarkdown(bytesOf(text))).toEqual({
      headings: [
        { level: 1, text: 'One two' },
        { level: 2, text: 'Sub' },
      ],
      tables: [{ header: ['a', 'b'], rows: [['1', '2']] }],
      links: [{ text: 'the x page', target: 'http://a.b/c' }],
      images: [{ alt: 'pic', source: 'p.png' }],
      codeBlocks: [{ language: 'python', code: 'print(1)\n' }],
      listItems: ['first', 'second'],
      paragraphs: ['See the x page and pic.', 'first', 'second'],
    });
  });
});

describe('settings', () => {
  test('yaml', async () => expect(await readYaml(await sample('settings.yaml'))).toEqual(settings));
  test('yaml keeps dates as text and resolves anchors', async () =>
    expect(await readYaml(bytesOf('d: 2026-03-01\na: &x {k: 1}\nb: *x\nc:\n  <<: *x\n  z: 2\n'))).toEqual({
      d: '2026-03-01',
      a: { k: 1 },
      b: { k: 1 },
      c: { k: 1, z: 2 },
    }));
  test('toml', async () => expect(await readToml(await sample('settings.toml'))).toEqual(settings));
  test('toml keeps dates as text', async () =>
    expect(await readToml(bytesOf('d = 2026-03-01\nt = 2026-03-01T09:30:00\nz = 2026-03-01T09:30:00+08:00\n'))).toEqual(
      {
        d: '2026-03-01',
        t: '2026-03-01T09:30:00.000',
        z: '2026-03-01T09:30:00.000+08:00',
      },
    ));
  test('ini', () => expect(readIni(bytesOf(writeIni(ini)))).toEqual(ini));
});

test('json strings with millions of escapes are read', () => {
  const text = '\\"'.repeat(2_000_000);
  expect(readJson(bytesOf(JSON.stringify({ text })))).toEqual({ text });
});

test('gz', async () => {
  expect(readText(readGzip(await sample('text.gz')))).toBe('hello '.repeat(100));
});

test('zip', async () => {
  const files = await readZip(await sample('files.zip'));
  expect([...files.keys()]).toEqual(['a.txt', '资料/b.bin']);
  expect(files.get('资料/b.bin')).toEqual(new Uint8Array([0, 1, 2]));
});

test('npy and npz', async () => {
  expect(readNpy(await sample('array.npy'))).toEqual({
    type: 'float64',
    shape: [2, 3],
    values: Float64Array.of(1, 2.5, -3, 0, Number.NaN, 1e300),
  });
  expect(Object.fromEntries(await readNpz(await sample('arrays.npz')))).toEqual({
    x: { type: 'int64', shape: [3], values: Float64Array.of(1, -2, 2 ** 53 - 1) },
    mask: { type: 'bool', shape: [2, 1], values: Float64Array.of(1, 0) },
  });
});

test('ipynb', async () => {
  const { cells, nbformat_minor: minor } = readNotebook(await sample('notes.ipynb'));
  expect(minor).toBe(5);
  expect(cells).toEqual([
    { cell_type: 'markdown', id: 'cell-1', metadata: {}, source: '# 标题\ntext' },
    {
      cell_type: 'code',
      id: 'cell-2',
      metadata: {},
      source: 'print(1)\n1',
      execution_count: 1,
      outputs: [{ output_type: 'stream', name: 'stdout', text: '1\n' }],
    },
  ]);
});

test.each(['mail.eml', 'old-mail.eml'])('%s', async (name) => {
  const read = await readMail(await sample(name));
  expect(read).toMatchObject({
    from: mail.from,
    to: mail.to,
    cc: name === 'mail.eml' ? mail.cc : [],
    subject: mail.subject,
    date: '2026-03-01T01:30:00.000Z',
    messageId: '<m1@example.org>',
    inReplyTo: '<m0@example.org>',
    attachments: mail.attachments,
  });
  expect(read.text.trimEnd()).toBe(mail.text.trimEnd());
  expect(read.html?.trim()).toBe(mail.html);
  const lines = Buffer.from(await sample(name))
    .toString('latin1')
    .split('\r\n');
  expect(lines.filter((line) => line.length > 998 || /[^\x20-\x7e\t]/.test(line))).toEqual([]);
});

test('ics', async () => expect(readCalendar(await sample('calendar.ics'))).toEqual(calendar));
test('srt', async () => expect(readSrt(await sample('film.srt'))).toEqual(cues));
test('geojson', async () =>
  expect(readGeoJson(await sample('map.geojson'))).toEqual(features.map((each) => ({ type: 'Feature', ...each }))));
test('gpx', async () => expect(await readGpx(await sample('track.gpx'))).toEqual(gpx));
test('bib', async () => expect(readBib(await sample('papers.bib'))).toEqual(entries));
test('bib with comments, strings and other delimiters is read', () => {
  const text =
    '% comment\n@string{j = "Journal of "}\n@Article(k1,\n  Title = "A {"}quoted{"} text",\n journal = j # {X}, month = mar, year = 2026)\n@comment{ignored}\n';
  expect(readBib(bytesOf(text))).toEqual([
    {
      type: 'article',
      key: 'k1',
      fields: { title: 'A {"}quoted{"} text', journal: 'Journal of X', month: 'mar', year: '2026' },
    },
  ]);
});
