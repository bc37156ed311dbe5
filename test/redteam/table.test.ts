// Tables with an ambiguous header must fail; the same table in the style of other programs must pass.
import { readCsv, writeCsv, writeText, type CsvStyle } from '../../src/formats/index.ts';
import { redTeam, withBytes, type Target, type Make } from '../support/redteam.ts';

const FILE = 'output/revenue_by_region.csv';

type Rows = readonly (readonly string[])[];

const tableOf = ({ reference }: Target) => readCsv(reference.files.get(FILE) ?? new Uint8Array());

/** The reference's table, changed and written in a CSV style. */
const written =
  (change: (header: readonly string[], rows: Rows) => Rows, style: CsvStyle = {}): Make =>
  (target) => {
    const { header, rows } = tableOf(target);
    return withBytes(target.reference, FILE, writeCsv(change(header, rows), style));
  };

const same = (header: readonly string[], rows: Rows): Rows => [header, ...rows];

/** Adds a last column with this name, whose cells come from the next row. */
const doubled = (rename: (name: string) => string) =>
  written((header, rows) => [
    [...header, rename(header.at(-1) ?? '')],
    ...rows.map((row, index) => [...row, rows[(index + 1) % rows.length]?.at(-1) ?? '']),
  ]);

const renamed = (rename: (name: string) => string) =>
  written((header, rows) => [[...header.slice(0, -1), rename(header.at(-1) ?? '')], ...rows]);

const wide = (name: string) =>
  name.replaceAll(/[a-z_]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
const styled = (name: string) =>
  name.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 97 + 0x1d41a));

redTeam('chart/join-fanout-revenue', {
  wrong: {
    'a column twice, once in capitals': doubled((name) => name.toUpperCase()),
    'a column twice, once with a space': doubled((name) => `${name} `),
    'a column twice, once in wide letters': doubled(wide),
    'a column twice, once with a mark that is not seen': doubled((name) => `${name}\u200b`),
    'a name with a Cyrillic letter': renamed((name) => name.replace('e', 'е')),
    'a name in styled letters': renamed(styled),
    'a name with a mark that is not seen': renamed((name) => `${name.slice(0, 2)}\u2060${name.slice(2)}`),
    'names of rows in styled letters': written((header, rows) => [
      header,
      ...rows.map((row) => row.with(0, `${row[0] ?? ''}\u200d`)),
    ]),
    'cells that semicolons divide in the rows only': written((header, rows) => [
      header,
      ...rows.map((row) => [row.join(';')]),
    ]),
    'commas in place of points where they may be thousands': written(
      (header, rows) => [header, ...rows.map((row) => [...row.slice(0, -1), `${Math.floor(Number(row.at(-1)))},000`])],
      { delimiter: ';' },
    ),
  },
  right: {
    semicolons: written(same, { delimiter: ';' }),
    tabs: written(same, { delimiter: '\t' }),
    bars: written(same, { delimiter: '|' }),
    'semicolons and decimal commas': written(
      (header, rows) => [
        header,
        ...rows.map((row) => row.map((cell) => (/^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell))),
      ],
      { delimiter: ';' },
    ),
    'a byte order mark and lines as on Windows': written(same, { bom: true, lineEnd: '\r\n' }),
    'quotes around every cell': written(same, { quoted: true }),
    'blank lines at the end': (target) => {
      const { header, rows } = tableOf(target);
      return withBytes(target.reference, FILE, writeText(`${writeCsv([header, ...rows])}\n\r\n\n`));
    },
    'columns in another order, names in capitals': written((header, rows) => [
      header.map((name) => name.toUpperCase()).toReversed(),
      ...rows.map((row) => row.toReversed()),
    ]),
  },
});
