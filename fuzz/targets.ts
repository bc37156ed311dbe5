// The targets of fuzzing: every file reader of src/formats, with real files as starting points.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../setup/root.mjs';
import {
  contains,
  drawPixels,
  drawPdfPage,
  listSqlite,
  paintCode,
  parsePath,
  pdfContains,
  readBib,
  readCalendar,
  readCodes,
  readCsv,
  readDocx,
  readFilm,
  readGeoJson,
  readGpx,
  readGzip,
  readHtml,
  readIni,
  readJson,
  readJsonLines,
  readMail,
  readMarkdown,
  readMidi,
  readNotebook,
  readNpy,
  readNpz,
  readOds,
  readOdt,
  readOutline,
  readPdf,
  readPdfObjects,
  readPicture,
  readPlotly,
  readPptx,
  readSound,
  readSqlite,
  readSrt,
  readTable,
  readText,
  readToml,
  readXlsx,
  readXml,
  readYaml,
  readZip,
  upright,
  writeCode,
  writeDocx,
  writeFlac,
  writeGif,
  writeMidi,
  writeMp3,
  writeOgg,
  writePdf,
  writePicture,
  writeText,
  wedgeOf,
  writeWav,
  type PictureType,
} from '../src/formats/index.ts';
import { samples as textual } from '../test/formats/samples.ts';
import type { Container } from './containers.ts';

export interface Target {
  readonly samples: () => Promise<readonly Uint8Array[]>;
  /** Must return or throw a FormatProblem. */
  readonly read: (bytes: Uint8Array) => unknown;
  readonly container?: Container;
}

type Read = Target['read'];
type Sample = () => Uint8Array | Promise<Uint8Array>;

const target = (read: Read, samples: readonly Sample[], container?: Container): Target => ({
  read,
  samples: () => Promise.all(samples.map(async (make) => await make())),
  ...(container && { container }),
});

const named = (...names: string[]): Sample[] =>
  names.map((name) => {
    const make = textual[name];
    if (!make) throw new Error(`there is no sample ${name}`);
    return make;
  });
const stored = (name: string): Sample => {
  return () => readFileSync(join(packageRoot, 'fuzz', 'samples', name));
};
const text = (content: string): Sample => {
  return () => writeText(content);
};

const MARKDOWN = `# Title\n\ntext **bold** and *italic*, \`code\`, [link](http://a.b "t") ![p](q.png)\n\n- one\n  - two\n1. three\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 二 |\n\n\`\`\`py\nx = 1\n\`\`\`\n<b>html</b>\n`;
const PAGE = `<!doctype html><html><head><title>T</title><style>p{color:red}</style></head><body><h1>A</h1><p id="x">a &amp; b<br><table><tr><th>k<td>1</table><ul><li>one<li>two</ul><script>var a = 1 < 2</script></body></html>`;

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="#fa3"/><circle cx="9" cy="9" r="6"/></svg>`;
const picture =
  (type: PictureType): Sample =>
  () =>
    writePicture(drawPixels(SVG, '#fff'), type, { quality: 80 });
const animation: Sample = () => writeGif([drawPixels(SVG), drawPixels(SVG.replace('fa3', '3af'))], [100, 200]);
const code: Sample = async () => writePicture(paintCode(await writeCode('invoice 42'), 2), 'png');
const tone = Float32Array.from({ length: 3000 }, (_, at) => 0.4 * Math.sin(at / 7));

const document: Sample = () =>
  writeDocx(
    [
      { kind: 'heading', level: 1, text: 'Title' },
      {
        kind: 'paragraph',
        runs: [
          'some words',
          { text: 'new', inserted: 'A' },
          { text: 'old', deleted: 'B', comment: { author: 'C', text: 'why' } },
        ],
      },
      { kind: 'paragraph', runs: [{ text: 'one', bold: true }], list: 'bullet' },
      {
        kind: 'table',
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
      },
    ],
    { title: 'T', author: 'A', header: 'head', footer: 'foot' },
  );
const pdf: Sample = () =>
  writePdf(
    [
      { kind: 'heading', level: 1, text: 'Title' },
      { kind: 'text', text: 'some words in a line' },
    ],
    { title: 'T' },
  );

const shownPicture: Read = async (bytes) => upright(await readPicture(bytes));

export const targets: Readonly<Record<string, Target>> = {
  text: target(readText, named('plain.txt')),
  utf16: target((bytes) => readText(bytes, 'utf-16le'), named('utf16.txt')),
  gb18030: target((bytes) => readText(bytes, 'gb18030'), named('gb18030.txt')),
  csv: target(readCsv, named('table.csv')),
  tsv: target((bytes) => readCsv(bytes, { delimiter: '\t' }), named('table.tsv')),
  'table-csv': target((bytes) => readTable('t.csv', bytes), named('table.csv')),
  'table-json': target((bytes) => readTable('t.json', bytes), named('data.json')),
  json: target(readJson, named('data.json', 'notes.ipynb')),
  jsonl: target(readJsonLines, named('data.jsonl')),
  xml: target(readXml, named('page.xml', 'track.gpx')),
  html: target(readHtml, [text(PAGE)]),
  'outline-html': target((bytes) => readOutline('a.html', bytes), [text(PAGE)]),
  markdown: target(readMarkdown, [text(MARKDOWN)]),
  'outline-markdown': target((bytes) => readOutline('a.md', bytes), [text(MARKDOWN)]),
  'outline-text': target((bytes) => readOutline('a.txt', bytes), [text(MARKDOWN)]),
  yaml: target(readYaml, named('settings.yaml')),
  toml: target(readToml, named('settings.toml')),
  ini: target(readIni, named('settings.ini')),
  notebook: target(readNotebook, named('notes.ipynb')),
  mail: target(readMail, named('mail.eml', 'old-mail.eml')),
  'outline-mail': target((bytes) => readOutline('a.eml', bytes), named('mail.eml')),
  calendar: target(readCalendar, named('calendar.ics')),
  'outline-calendar': target((bytes) => readOutline('a.ics', bytes), named('calendar.ics')),
  subtitles: target(readSrt, named('film.srt')),
  geojson: target(readGeoJson, named('map.geojson')),
  gpx: target(readGpx, named('track.gpx')),
  bibtex: target(readBib, named('papers.bib')),
  npy: target(readNpy, named('array.npy')),
  npz: target(readNpz, named('arrays.npz'), 'zip'),
  zip: target(readZip, named('files.zip', 'arrays.npz'), 'zip'),
  gzip: target(readGzip, named('text.gz'), 'gzip'),
  xlsx: target(readXlsx, named('book.xlsx'), 'zip'),
  ods: target(readOds, named('book.ods'), 'zip'),
  sqlite: target(async (bytes) => {
    for (const name of await listSqlite(bytes)) await readSqlite(bytes, name);
  }, named('data.sqlite')),
  docx: target(readDocx, [document], 'zip'),
  'outline-docx': target((bytes) => readOutline('a.docx', bytes), [document], 'zip'),
  odt: target(readOdt, [stored('text.odt')], 'zip'),
  'outline-odt': target((bytes) => readOutline('a.odt', bytes), [stored('text.odt')], 'zip'),
  pptx: target(readPptx, [stored('slides.pptx')], 'zip'),
  contains: target((bytes) => contains('a.docx', bytes, 'secret words'), [document], 'zip'),
  pdf: target(readPdf, [pdf], 'pdf'),
  'pdf-page': target((bytes) => drawPdfPage(bytes, 0, 40), [pdf], 'pdf'),
  'pdf-objects': target(readPdfObjects, [pdf], 'pdf'),
  'pdf-contains': target((bytes) => pdfContains(bytes, 'secret words'), [pdf], 'pdf'),
  // The browser reads SVG files; this code parses the paths that the browser returns.
  svg: target(
    (bytes) => {
      const source = Buffer.from(bytes).toString('utf8');
      for (const [, path = ''] of source.matchAll(/ d="([^"]*)"/g)) wedgeOf({ outlines: parsePath(path) });
    },
    [stored('chart.svg')],
  ),
  plotly: target(readPlotly, [stored('plotly.html')]),
  png: target(shownPicture, [picture('png'), code], 'png'),
  jpeg: target(shownPicture, [picture('jpeg')]),
  webp: target(shownPicture, [picture('webp')]),
  gif: target(shownPicture, [picture('gif'), animation]),
  tiff: target(shownPicture, [picture('tiff')]),
  bmp: target(shownPicture, [picture('bmp')]),
  codes: target(async (bytes) => await readCodes(await readPicture(bytes, { pixels: 1_000_000 })), [code], 'png'),
  wav: target(readSound, [() => writeWav([tone, tone], 8000, 24), () => writeWav(tone, 8000, 'float')]),
  flac: target(readSound, [() => writeFlac([tone, tone], 8000)]),
  mp3: target(readSound, [() => writeMp3(tone, 22_050)]),
  ogg: target(readSound, [() => writeOgg(tone, 22_050)]),
  midi: target(readMidi, [
    () =>
      writeMidi({
        ticksPerBeat: 480,
        tempos: [{ at: 0, microsecondsPerBeat: 500_000 }],
        tracks: [{ name: 'a', notes: [{ start: 0, length: 240, key: 60, velocity: 90, channel: 0 }] }],
      }),
  ]),
  film: target(readFilm, [stored('film.mp4')]),
};
