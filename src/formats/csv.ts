// Delimited text: csv and tsv.
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { FormatProblem } from './problem.ts';

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface CsvStyle {
  readonly delimiter?: ',' | ';' | '\t';
  readonly lineEnd?: '\n' | '\r\n';
  /** A byte order mark, as spreadsheets write it. */
  readonly bom?: boolean;
}

const MAX_RECORD = 1024 * 1024;

export function writeCsv(rows: readonly (readonly (string | number)[])[], style: CsvStyle = {}): string {
  return stringify(rows as (string | number)[][], {
    delimiter: style.delimiter ?? ',',
    record_delimiter: style.lineEnd ?? '\n',
    bom: style.bom ?? false,
  });
}

/** Reads a table with a header row. Throws a FormatProblem on anything else. */
export function readCsv(bytes: Uint8Array, delimiter: string = ','): Table {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FormatProblem('the file is not UTF-8 text', { cause: error });
  }
  let records: string[][];
  try {
    records = parse(text, { delimiter, max_record_size: MAX_RECORD, skip_empty_lines: true });
  } catch (error) {
    throw new FormatProblem(`the file is not a well-formed table: ${(error as Error).message}`, { cause: error });
  }
  const [header, ...rows] = records;
  if (!header) throw new FormatProblem('the file is empty');
  const names = header.map((name) => name.trim());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new FormatProblem(`the column "${twice}" stands twice in the header`);
  return { header: names, rows };
}
