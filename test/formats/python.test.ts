// Files of Python libraries are read, and Python libraries read our files.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import {
  cellAt,
  readCalendar,
  readIni,
  readMail,
  readNpy,
  readNpz,
  readTable,
  readToml,
  readXlsx,
  readXml,
  readYaml,
  readZip,
  markupText,
} from '../../src/formats/index.ts';
import { testHost } from '../support/host.ts';
import { samples } from './samples.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

/** Runs a cell with the given files and returns the files that it leaves in ./output. */
async function python(code: string, data: Record<string, Uint8Array> = {}): Promise<Map<string, Uint8Array>> {
  const files = Object.entries(data).map(([name, bytes]) => ({ path: `data/${name}`, bytes }));
  const interpreter = await host.open(files);
  try {
    const { status, outputs } = await interpreter.run(code);
    expect(status, JSON.stringify(outputs)).toBe('ok');
    const { files: left } = await interpreter.collect();
    return new Map(left.map(({ path, bytes }) => [path.replace('output/', ''), bytes]));
  } finally {
    await interpreter.close();
  }
}

function file(files: Map<string, Uint8Array>, name: string): Uint8Array {
  const bytes = files.get(name);
  if (!bytes) throw new Error(`Python left no ${name}`);
  return bytes;
}

test('a data frame that pandas writes in seven formats is read as the same table', async () => {
  const files = await python(`
import pandas as pd, sqlite3
frame = pd.DataFrame({
    '城市': ['上海', 'Łódź "x"', 'a,b'],
    'n': [1, -7, 2**40],
    'x': [0.1, 1/3, float('nan')],
    'ok': [True, False, True],
    'day': pd.to_datetime(['2026-03-01', '1999-12-31', '2024-02-29']),
    'at': pd.to_datetime(['2026-03-01 09:30:15', '1999-12-31 23:59:59', '2024-02-29 00:00:01']),
})
frame.to_excel('output/t.xlsx', index=False)
with pd.ExcelWriter('output/named.xlsx', engine='xlsxwriter') as book:
    pd.DataFrame({'a': [1]}).to_excel(book, sheet_name='first', index=False)
    frame.to_excel(book, sheet_name='第二', index=False)
frame.to_excel('output/t.ods', index=False)
text = frame.copy()
text['day'] = text['day'].dt.strftime('%Y-%m-%d')
text['at'] = text['at'].dt.strftime('%Y-%m-%dT%H:%M:%S')
text.to_json('output/t.json', orient='records', force_ascii=False, double_precision=15)
text.to_json('output/t.jsonl', orient='records', lines=True, double_precision=15)
with sqlite3.connect('output/t.sqlite') as db:
    text.to_sql('t', db, index=False)
text.to_csv('output/t.csv', index=False)
`);
  const expected = {
    header: ['城市', 'n', 'x', 'ok', 'day', 'at'],
    rows: [
      ['上海', 1, 0.1, true, '2026-03-01', '2026-03-01T09:30:15'],
      ['Łódź "x"', -7, 1 / 3, false, '1999-12-31', '1999-12-31T23:59:59'],
      ['a,b', 2 ** 40, null, true, '2024-02-29', '2024-02-29T00:00:01'],
    ],
  };
  expect(await readTable('t.xlsx', file(files, 't.xlsx'))).toEqual(expected);
  expect(await readTable('named.xlsx', file(files, 'named.xlsx'), { name: '第二' })).toEqual(expected);
  expect((await readTable('named.xlsx', file(files, 'named.xlsx'))).header).toEqual(['a']);
  expect(await readTable('t.ods', file(files, 't.ods'))).toEqual(expected);
  // The JSON writer of pandas rounds to fifteen decimals.
  const rounded = expected.rows.map((row) => row.map((cell) => (cell === 1 / 3 ? 0.333333333333333 : cell)));
  expect(await readTable('t.json', file(files, 't.json'))).toEqual({ ...expected, rows: rounded });
  expect(await readTable('t.jsonl', file(files, 't.jsonl'))).toEqual({ ...expected, rows: rounded });
  // SQLite has no booleans.
  const numbers = expected.rows.map((row) => row.map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell)));
  expect(await readTable('t.sqlite', file(files, 't.sqlite'), { name: 't' })).toEqual({ ...expected, rows: numbers });
  expect((await readTable('t.csv', file(files, 't.csv'))).rows[1]).toEqual([
    'Łódź "x"',
    '-7',
    '0.3333333333333333',
    'False',
    '1999-12-31',
    '1999-12-31T23:59:59',
  ]);
});

test('styles, formulas, merges and hidden sheets of openpyxl are read', async () => {
  const files = await python(`
import openpyxl
from openpyxl.styles import Font, PatternFill
book = openpyxl.Workbook()
sheet = book.active
sheet.title = 'Main'
sheet['A1'], sheet['B1'], sheet['B2'] = 'name', 'total', '=SUM(A2:A9)'
sheet['A1'].font = Font(bold=True, color='FF00FF00')
sheet['A1'].fill = PatternFill('solid', fgColor='FFFF00')
sheet['A2'], sheet['A2'].number_format = 0.5, '0.00%'
sheet.merge_cells('C1:D2')
book.create_sheet('veiled').sheet_state = 'hidden'
book.save('output/b.xlsx')
`);
  const book = await readXlsx(file(files, 'b.xlsx'));
  const [sheet] = book.sheets;
  if (!sheet) throw new Error('no sheet');
  expect(cellAt(sheet, 'A1')).toEqual({ value: 'name', bold: true, fill: '#FFFF00', color: '#00FF00' });
  expect(cellAt(sheet, 'A2')).toEqual({ value: 0.5, format: '0.00%' });
  expect(cellAt(sheet, 'B2')).toEqual({ value: null, formula: 'SUM(A2:A9)' });
  expect(sheet.merges).toEqual(['C1:D2']);
  expect(book.sheets[1]).toMatchObject({ name: 'veiled', hidden: true });
  await expect(readTable('b.xlsx', file(files, 'b.xlsx'))).rejects.toThrow('B2 of "Main" holds the formula');
});

test('arrays of numpy are read, and Python objects are refused', async () => {
  const files = await python(`
import numpy as np
a = np.arange(24).reshape(2, 3, 4)
np.savez('output/a.npz', c=a, f=np.asfortranarray(a), big=a.astype('>f4'), half=np.array([1.5, -0.1, 65504, 6e-8], 'f2'),
    z=np.array([1 + 2j]), s=np.array(['上海', 'x']), b=np.array([b'ab', b'c']), scalar=np.float64(3), none=np.zeros((0, 3)))
np.savez_compressed('output/packed.npz', a=a)
np.save('output/objects.npy', np.array([{'a': 1}, None], dtype=object), allow_pickle=True)
np.save('output/when.npy', np.array(['2026-03-01'], dtype='datetime64[D]'))
`);
  const arrays = await readNpz(file(files, 'a.npz'));
  const counting = Float64Array.from({ length: 24 }, (_, index) => index);
  expect(arrays.get('c')).toEqual({ type: 'int64', shape: [2, 3, 4], values: counting });
  expect(arrays.get('f')).toEqual({ type: 'int64', shape: [2, 3, 4], values: counting });
  expect(arrays.get('big')).toEqual({ type: 'float32', shape: [2, 3, 4], values: counting });
  expect([...(arrays.get('half')?.values ?? [])]).toEqual([1.5, -0.0999755859375, 65504, 5.960464477539063e-8]);
  expect(arrays.get('z')).toEqual({ type: 'complex128', shape: [1], values: Float64Array.of(1, 2) });
  expect(arrays.get('s')).toEqual({ type: 'text', shape: [2], values: ['上海', 'x'] });
  expect(arrays.get('b')).toEqual({ type: 'text', shape: [2], values: ['ab', 'c'] });
  expect(arrays.get('scalar')).toEqual({ type: 'float64', shape: [], values: Float64Array.of(3) });
  expect(arrays.get('none')).toEqual({ type: 'float64', shape: [0, 3], values: new Float64Array() });
  expect((await readNpz(file(files, 'packed.npz'))).get('a')).toEqual(arrays.get('c'));
  expect(() => readNpy(file(files, 'objects.npy'))).toThrow('Python objects');
  expect(() => readNpy(file(files, 'when.npy'))).toThrow('M8');
});

test('files of the standard library and of related packages are read', async () => {
  const files = await python(`
import zipfile, configparser, yaml, toml, datetime
import xml.etree.ElementTree as ET
from email.message import EmailMessage
from icalendar import Calendar, Event
with zipfile.ZipFile('output/z.zip', 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr('资料/一.txt', '你好'); z.writestr('dir/', '')
ini = configparser.ConfigParser(); ini['A b'] = {'Key': 'v = 1', 'multi': 'a\\nb'}
with open('output/c.ini', 'w') as f: ini.write(f)
value = {'day': datetime.date(2026, 3, 1), 'no': 'no', 'list': [1, 2.5, None, True], '键': '值'}
yaml.safe_dump(value, open('output/c.yaml', 'w'), allow_unicode=True)
toml.dump({'a': 1.5, 't': {'x': ['p', 'q']}}, open('output/c.toml', 'w'))
root = ET.Element('r', {'k': '中'}); ET.SubElement(root, 'c').text = '文 & <'
ET.ElementTree(root).write('output/x.xml')
m = EmailMessage(); m['From'] = '王 <w@x.org>'; m['To'] = 'a@x.org'; m['Subject'] = '报表 ' * 20
m.set_content('你好\\n'); m.add_attachment(b'\\x00\\x01', maintype='application', subtype='octet-stream', filename='数据.bin')
open('output/m.eml', 'wb').write(bytes(m))
cal = Calendar(); cal.add('version', '2.0'); cal.add('prodid', 'x'); e = Event(); e.add('uid', 'u'); e.add('summary', 'a, b')
e.add('dtstart', datetime.datetime(2026, 3, 1, 9, 30)); e.add('dtend', datetime.datetime(2026, 3, 1, 10, tzinfo=datetime.timezone.utc))
cal.add_component(e); open('output/c.ics', 'wb').write(cal.to_ical())
`);
  expect(
    [...(await readZip(file(files, 'z.zip')))].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]),
  ).toEqual([['资料/一.txt', '你好']]);
  expect(readIni(file(files, 'c.ini'))).toEqual({ 'A b': { key: 'v = 1', multi: 'a\nb' } });
  expect(await readYaml(file(files, 'c.yaml'))).toEqual({
    day: '2026-03-01',
    no: 'no',
    list: [1, 2.5, null, true],
    键: '值',
  });
  expect(await readToml(file(files, 'c.toml'))).toEqual({ a: 1.5, t: { x: ['p', 'q'] } });
  const root = readXml(file(files, 'x.xml'));
  expect([root.attributes['k'], markupText(root)]).toEqual(['中', '文 & <']);
  expect(await readMail(file(files, 'm.eml'))).toMatchObject({
    from: { name: '王', address: 'w@x.org' },
    subject: '报表 '.repeat(20).trim(),
    text: '你好\n',
    attachments: [{ name: '数据.bin', bytes: new Uint8Array([0, 1]) }],
  });
  expect(readCalendar(file(files, 'c.ics')).events).toEqual([
    {
      uid: 'u',
      summary: 'a, b',
      start: { local: '2026-03-01T09:30:00', zone: null },
      end: { local: '2026-03-01T10:00:00', zone: 'UTC' },
    },
  ]);
});

test('Python reads what we write', async () => {
  const data: Record<string, Uint8Array> = {};
  for (const [name, make] of Object.entries(samples)) data[name] = await make();
  const code = `
import pandas as pd, numpy as np, openpyxl, sqlite3, zipfile, gzip, json, yaml, toml, configparser, csv
import xml.etree.ElementTree as ET, email, email.policy
from icalendar import Calendar
import pysrt
d = 'data/'
assert open(d + 'gb18030.txt', encoding='gb18030').read() == '早上好 €\\n'
assert open(d + 'utf16.txt', encoding='utf-16').read() == '早上好\\n'
assert pd.read_csv(d + 'table.csv').columns.tolist() == ['城市', 'sales', 'share', 'open', 'since']
assert pd.read_csv(d + 'table.tsv', sep='\\t').iloc[1, 0] == 'Łódź "new"'
for book in ('book.xlsx', 'book.ods'):
    f = pd.read_excel(d + book)
    assert f['sales'].tolist() == [1200, -7, 1193], f
    assert str(f['since'][0])[:10] == '2026-03-01' and str(f['seen'][1]) == '1999-01-31 23:59:59', f
w = openpyxl.load_workbook(d + 'book.xlsx')
assert w['secret'].sheet_state == 'hidden' and w['销售']['A1'].font.bold and w['销售']['B4'].value == '=SUM(B2:B3)'
assert json.load(open(d + 'data.json'))[0]['city'] == '上海'
assert len(pd.read_json(d + 'data.jsonl', lines=True)) == 2
assert sqlite3.connect('file:' + d + 'data.sqlite?mode=ro&immutable=1', uri=True).execute('select city from "sales of ""2026"""').fetchall() == [('上海',), ('Łódź',)]
assert ET.parse(d + 'page.xml').getroot().attrib['note'] == 'a "b" & <c>'
assert yaml.safe_load(open(d + 'settings.yaml'))['server'] == toml.load(d + 'settings.toml')['server'] == {'port': 80, 'host': 'x: y'}
c = configparser.ConfigParser(); c.read(d + 'settings.ini'); assert c['server']['base path'] == '/a=b' and c['server']['note'] == 'one\\ntwo'
assert gzip.open(d + 'text.gz').read() == b'hello ' * 100
assert zipfile.ZipFile(d + 'files.zip').testzip() is None and zipfile.ZipFile(d + 'files.zip').namelist()[1] == '资料/b.bin'
a = np.load(d + 'array.npy'); assert a.shape == (2, 3) and a[1, 2] == 1e300 and np.isnan(a[1, 1])
z = np.load(d + 'arrays.npz'); assert z['x'].tolist() == [1, -2, 2**53 - 1] and z['mask'].dtype == bool
for name in ('mail.eml', 'old-mail.eml'):
    m = email.message_from_binary_file(open(d + name, 'rb'), policy=email.policy.default)
    assert m['from'].addresses[0].display_name == '王小明' and m['subject'].endswith('回复'), m['subject']
    assert m.get_body(('plain',)).get_content().splitlines()[1] == '附件是 a=b 的表。 '
    assert [p.get_filename() for p in m.iter_attachments()] == ['三月 销售.csv']
e = Calendar.from_ical(open(d + 'calendar.ics', 'rb').read()).walk('VEVENT')
assert str(e[0]['summary']) == '周会, team; and \\\\ more' and e[0].decoded('dtstart').utcoffset().seconds == 8 * 3600 and len(e) == 4
s = pysrt.open(d + 'film.srt'); assert s[1].text == 'two\\nlines' and s[1].end.ordinal == 3724999
assert ET.parse(d + 'track.gpx').getroot().tag == '{http://www.topografix.com/GPX/1/1}gpx'
open('output/done', 'w').write('1')
`;
  expect([...(await python(code, data)).keys()]).toEqual(['done']);
});
