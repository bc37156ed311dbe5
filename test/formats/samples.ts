// One file of every format, made by our writers, for the tests of round trips, digests and truncated files.
import {
  element,
  writeBib,
  writeCalendar,
  writeCsv,
  writeGeoJson,
  writeGpx,
  writeGzip,
  writeIni,
  writeJson,
  writeJsonLines,
  writeMail,
  writeNotebook,
  writeNpy,
  writeNpz,
  writeOds,
  writeSqlite,
  writeSrt,
  writeText,
  writeToml,
  writeXlsx,
  writeXml,
  writeYaml,
  writeZip,
  type BibEntry,
  type Calendar,
  type Gpx,
  type NewMail,
} from '../../src/formats/index.ts';

const rows = [
  ['城市', 'sales', 'share', 'open', 'since'],
  ['上海, 中国', 1200, 0.125, true, '2026-03-01'],
  ['Łódź "new"', -7, null, false, '2025-12-31'],
] as const;

const workbook = {
  sheets: [
    {
      name: '销售',
      rows: [
        [{ value: '城市', bold: true, fill: '#FFCC00' }, 'sales', 'share', 'open', 'since', 'seen'],
        ['上海', 1200, { value: 0.125, format: '0.0%' }, true, { date: '2026-03-01' }, { date: '2026-03-01T09:30:15' }],
        ['Łódź', -7, null, false, { date: '2025-12-31' }, { date: '1999-01-31T23:59:59' }],
        ['总计', { formula: 'SUM(B2:B3)', value: 1193 }, null, null, null, null],
      ],
      merges: ['A5:C6'],
      widths: [20, 10],
    },
    { name: 'notes', rows: [['x'], [{ formula: 'A1&"!"' }]] },
  ],
};

export const records = [
  { city: '上海', sales: 1200, share: 0.125, open: true, since: '2026-03-01' },
  { city: 'Łódź', sales: -7, share: null, open: false, since: '2025-12-31' },
];

const sqliteTables = [
  {
    name: 'sales of "2026"',
    columns: { id: 'INTEGER PRIMARY KEY', city: 'TEXT NOT NULL', amount: 'REAL', open: 'BOOLEAN' },
    rows: [
      [1, '上海', 12.5, true],
      [2, 'Łódź', null, false],
    ],
  },
  { name: 'empty', columns: { a: 'TEXT' }, rows: [] },
];

export const page = element('library', { since: '1999', note: 'a "b" & <c>' }, [
  element('book', { id: '1' }, [element('title', {}, ['三体 & <more>']), element('price', {}, ['007'])]),
  element('book', { id: '2' }),
]);

export const settings = {
  title: '示例',
  count: 3,
  ratio: 0.5,
  on: true,
  tags: ['a', 'b'],
  server: { port: 80, host: 'x: y' },
};
export const ini = { DEFAULT: { level: 'info' }, server: { port: '80', 'base path': '/a=b', note: 'one\ntwo' } };

export const mail: NewMail = {
  from: { name: '王小明', address: 'wang@example.org' },
  to: [
    { name: 'O\'Neil, "Sam"', address: 'sam@example.org' },
    { name: '', address: 'bare@example.org' },
  ],
  cc: [{ name: 'Łukasz', address: 'l@example.org' }],
  subject: '关于三月份销售数据的一封非常非常长的电子邮件主题，请各位同事务必在周五下班之前查收并回复',
  date: '2026-03-01T09:30:00+08:00',
  messageId: 'm1@example.org',
  inReplyTo: 'm0@example.org',
  text: '你好，\n附件是 a=b 的表。 \nTrailing space above, and a line that is long enough to be folded by quoted-printable encoding.\n',
  html: '<p>你好</p>',
  attachments: [{ name: '三月 销售.csv', type: 'text/csv', bytes: writeText('a,b\n1,2\n') }],
};

export const calendar: Calendar = {
  events: [
    {
      uid: '1@example.org',
      summary: '周会, team; and \\ more',
      start: { local: '2026-03-01T09:30:00', zone: 'Asia/Shanghai' },
      end: { local: '2026-03-01T10:30:00', zone: 'Asia/Shanghai' },
      location: '会议室'.repeat(20),
      description: 'line one\nline two',
      rule: { FREQ: 'WEEKLY', COUNT: '4', BYDAY: 'MO,WE' },
      attendees: ['a@example.org', 'b@example.org'],
      categories: ['work', 'a,b'],
      alarms: ['-PT15M'],
    },
    { uid: '2', summary: 'Holiday', start: { local: '2026-03-05', zone: null } },
    { uid: '3', summary: 'UTC', start: { local: '2026-03-05T10:15:00', zone: 'UTC' }, duration: 'PT1H' },
    { uid: '4', summary: 'floats', start: { local: '2026-03-05T10:15:00', zone: null } },
  ],
};

export const cues = [
  { startMs: 0, endMs: 1500, text: '你好' },
  { startMs: 3_723_004, endMs: 3_724_999, text: 'two\nlines' },
];

export const features = [
  {
    properties: { name: '公园' },
    geometry: { type: 'Point' as const, coordinates: [121.5, 31.2] as [number, number] },
  },
  {
    properties: null,
    geometry: {
      type: 'Polygon' as const,
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ] as [number, number][],
      ],
    },
  },
];

export const gpx: Gpx = {
  waypoints: [{ latitude: 31.2, longitude: 121.5, name: '起点 & more' }],
  tracks: [
    {
      name: 'run',
      segments: [
        [
          { latitude: 31.2, longitude: 121.5, elevation: 4.5, time: '2026-03-01T01:30:00Z' },
          { latitude: -0.5, longitude: -179.9, elevation: 0, time: '2026-03-01T01:30:05Z' },
        ],
      ],
    },
  ],
};

export const entries: BibEntry[] = [
  {
    type: 'article',
    key: 'wang2026',
    fields: { title: '{P}y{T}orch and {\\"o}', author: 'Wang, Li and 王小明', year: '2026' },
  },
  { type: 'book', key: 'b:1', fields: { title: 'A' } },
];

const text = (content: string) => writeText(content);

/** Functions that make each file, keyed by file name. */
export const samples: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'plain.txt': () => text('早上好\nline\n'),
  'gb18030.txt': () => writeText('早上好 €\n', { encoding: 'gb18030' }),
  'utf16.txt': () => writeText('早上好\n', { encoding: 'utf-16le', bom: true }),
  'latin1.txt': () => writeText('café\n', { encoding: 'iso-8859-1' }),
  'table.csv': () => text(writeCsv(rows, { bom: true, lineEnd: '\r\n' })),
  'table.tsv': () => text(writeCsv(rows, { delimiter: '\t', quoted: true })),
  'book.xlsx': () => writeXlsx({ sheets: [...workbook.sheets, { name: 'secret', rows: [[1]], hidden: true }] }),
  'book.ods': () => writeOds(workbook),
  'data.json': () => text(writeJson(records)),
  'data.jsonl': () => text(writeJsonLines(records)),
  'data.sqlite': () => writeSqlite(sqliteTables, ['CREATE VIEW v AS SELECT 1']),
  'page.xml': () => text(writeXml(page)),
  'settings.yaml': async () => text(await writeYaml(settings)),
  'settings.toml': async () => text(await writeToml(settings)),
  'settings.ini': () => text(writeIni(ini)),
  'text.gz': () => writeGzip(text('hello '.repeat(100))),
  'files.zip': () => writeZip({ 'a.txt': 'hello', '资料/b.bin': new Uint8Array([0, 1, 2]) }),
  'array.npy': () => writeNpy({ type: 'float64', shape: [2, 3], values: [1, 2.5, -3, 0, Number.NaN, 1e300] }),
  'arrays.npz': () =>
    writeNpz({
      x: { type: 'int64', shape: [3], values: [1, -2, 2 ** 53 - 1] },
      mask: { type: 'bool', shape: [2, 1], values: [1, 0] },
    }),
  'notes.ipynb': () =>
    text(
      writeNotebook([
        { markdown: '# 标题\ntext' },
        { code: 'print(1)\n1', count: 1, outputs: [{ output_type: 'stream', name: 'stdout', text: '1\n' }] },
      ]),
    ),
  'mail.eml': () => writeMail(mail),
  'old-mail.eml': () => writeMail({ ...mail, cc: [], charset: 'gb18030', transfer: 'base64' }),
  'calendar.ics': () => text(writeCalendar(calendar)),
  'film.srt': () => text(writeSrt(cues)),
  'map.geojson': () => text(writeGeoJson(features)),
  'track.gpx': () => text(writeGpx(gpx)),
  'papers.bib': () => text(writeBib(entries)),
};
