// Reads and writes delimited text: csv and tsv.
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { formatLimits } from '../limits.ts';
import { checkCount, checkSize, FormatProblem, parsing } from '../problem.ts';
import { tableOf, type Cell, type Table } from './table.ts';
import { decodeText, type Encoding } from '../text/text.ts';

export interface CsvStyle {
  readonly delimiter?: ',' | ';' | '\t' | '|';
  readonly lineEnd?: '\n' | '\r\n';
  /** Writes a byte order mark, as spreadsheet programs do. */
  readonly bom?: boolean;
  /** Quotes every cell, not only cells that need it. */
  readonly quoted?: boolean;
}

/** Returns UTF-8 text; for another encoding, pass the result to writeText. */
export function writeCsv(rows: readonly (readonly Cell[])[], style: CsvStyle = {}): string {
  return stringify(rows as Cell[][], {
    delimiter: style.delimiter ?? ',',
    record_delimiter: style.lineEnd ?? '\n',
    bom: style.bom ?? false,
    quoted: style.quoted ?? false,
    quoted_empty: style.quoted ?? false,
    cast: { boolean: String },
  });
}

export interface CsvReading {
  /** Default: detected from the header: a comma, otherwise a semicolon, a tab or a vertical bar. */
  readonly delimiter?: string;
  readonly encoding?: Encoding;
}

/** Reads a table with a header row; all cells are text. Throws a FormatProblem for anything else. */
export function readCsv(bytes: Uint8Array, { delimiter, encoding = 'utf-8' }: CsvReading = {}): Table<string> {
  checkSize(bytes);
  const text = withoutLastBreaks(decodeText(bytes, encoding));
  const separator = delimiter ?? separatorOf(text);
  checkCount(text.split(separator, formatLimits.cells + 2).length - 1, formatLimits.cells, 'delimiters');
  const [header, ...rows] = records(text, separator, formatLimits.rows + 2);
  if (!header) throw new FormatProblem('the file is empty');
  return { ...tableOf(header, rows), separator };
}

/** Blank lines at the end, with any line ends. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}

function records(text: string, delimiter: string, to: number): string[][] {
  return parsing('a well-formed table', () =>
    parse(text, { delimiter, max_record_size: formatLimits.recordCharacters, skip_empty_lines: true, to }),
  );
}

/** Delimiters that some locales use instead of the comma. */
const others = [';', '\t', '|'];

/** The comma, unless it does not split the header and another delimiter does. */
function separatorOf(text: string): string {
  const head = text.slice(0, formatLimits.recordCharacters);
  const width = (separator: string) => {
    try {
      return records(head, separator, 1)[0]?.length ?? 0;
    } catch (error) {
      if (error instanceof FormatProblem) return 0;
      throw error;
    }
  };
  if (width(',') > 1) return ',';
  return others.find((each) => width(each) > 1) ?? ',';
}
