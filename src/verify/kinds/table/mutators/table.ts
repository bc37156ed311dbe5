// Mutants of tables in any file format: wrong cells in every column, missing and surplus rows and columns, swapped
// cells.
import { extname } from 'node:path';
import type { ScalarType, TableSpec } from '../../../../core/index.ts';
import type { Cell } from '../../../../formats/index.ts';
import { toleranceAt } from '../evaluate.ts';
import { withFile, type MutantSource, type Mutant, type Mutator, type Variant } from '../../../mutants/mutant.ts';
import { misleadingLooks, sameSheetLooks } from './sheet-looks.ts';
import {
  isTableFile,
  openTableFile,
  type TableCell,
  type TableFile,
  type TableRow,
  type TableStyle,
} from './table-file.ts';
import { valuesDiffer, inOtherCase, allowedDeviation, wrongValues } from '../../../mutants/values.ts';

/**
 * With `values`, a changed value outside the key is not certainly wrong; changes of keys and of the table's shape
 * always are.
 */
export type Doubt = 'none' | 'values';

export function tableMutator(path: string, spec: TableSpec, doubt: Doubt = 'none'): Mutator | undefined {
  if (!isTableFile(path)) return undefined;
  const open = async (material: MutantSource) =>
    new TableWork(
      path,
      spec,
      material,
      await openTableFile(path, spec, material.work.files.get(path) ?? new Uint8Array()),
    );
  return {
    mutants: async (material) => (await open(material)).mutants(doubt),
    variants: async (material) => (await open(material)).variants(),
  };
}

type Change = readonly [what: string, header: readonly string[], rows: readonly TableRow[], style?: TableStyle];

class TableWork {
  readonly #path: string;
  readonly #spec: TableSpec;
  readonly #material: MutantSource;
  readonly #table: TableFile;
  /** Whether the file format stores every cell as text. */
  readonly #delimited: boolean;

  constructor(path: string, spec: TableSpec, material: MutantSource, table: TableFile) {
    this.#path = path;
    this.#spec = spec;
    this.#material = material;
    this.#table = table;
    this.#delimited = extname(path) === '.csv' || extname(path) === '.tsv';
  }

  async mutants(doubt: Doubt): Promise<Mutant[]> {
    const cells = this.#table.header.flatMap((name, at) => {
      const certain = doubt === 'none' || this.#spec.key.includes(name);
      return this.#cells(at).map((change) => ({ change, certain }));
    });
    const shapes = [...this.#shapes(), ...this.#twins(), ...this.#misleading()].map((change) => ({
      change,
      certain: true,
    }));
    return await Promise.all(
      [...cells, ...shapes].map(async ({ change, certain }) => ({ ...(await this.#made(change)), certain })),
    );
  }

  async variants(): Promise<Variant[]> {
    const { header, rows } = this.#table;
    const { draw } = this.#material;
    const texts = this.#all((type, cell) =>
      (type.type === 'text' || type.type === 'choice') && typeof cell === 'string' ? inOtherCase(cell) : cell,
    );
    const changes: Change[] = [
      ...(this.#spec.order ? [] : [['rows in another order', header, draw.shuffle(rows)] as const]),
      ['columns in another order', header.toReversed(), rows.map((row) => row.toReversed())],
      ['texts in other letters and with spaces', header, texts],
      ...(this.#delimited ? this.#otherSpellings() : []),
      ...(this.#isXlsx
        ? sameSheetLooks(draw, this.#spec, header, rows).map(([what, changed]): Change => [what, header, changed])
        : []),
    ];
    return await Promise.all(changes.map((change) => this.#made(change)));
  }

  /** The same text table, as other programs write it. */
  #otherSpellings(): Change[] {
    const { header, rows } = this.#table;
    const numbers = (change: (cell: string) => string) =>
      this.#all((type, cell) => (type.type === 'number' || type.type === 'integer' ? change(String(cell)) : cell));
    return [
      ['semicolons between the cells', header, rows, { delimiter: ';' }],
      ['quotes around every cell', header, rows, { quoted: true }],
      ['lines that end as on Windows, and a byte order mark', header, rows, { lineEnd: '\r\n', bom: true }],
      ['numbers with more zeros', header, numbers(zeros)],
      ['numbers with an exponent', header, numbers((cell) => (/^-?\d+(\.\d+)?$/.test(cell) ? `${cell}e0` : cell))],
    ];
  }

  #all(change: (type: ScalarType, cell: Cell) => Cell): TableRow[] {
    return this.#table.rows.map((row) =>
      row.map((cell, at) => (isEmpty(cell.value) ? cell : { ...cell, value: change(this.#type(at), cell.value) })),
    );
  }

  /** Wrong cells of the column: each wrong value of its type, a filled cell emptied, and an empty cell filled. */
  *#wrongCells(at: number): Generator<readonly [row: number, value: Cell]> {
    const { rows } = this.#table;
    const { draw } = this.#material;
    const filled = rows.flatMap((row, index) => (isEmpty(row[at]?.value) ? [] : [index]));
    const empty = rows.flatMap((row, index) => (isEmpty(row[at]?.value) ? [index] : []));
    if (filled.length > 0) {
      const row = draw.pick(filled);
      for (const wrong of wrongValues(this.#type(at), this.#read(row, at), this.#room(row, at))) yield [row, wrong];
      yield [draw.pick(filled), this.#delimited ? '' : null];
    }
    if (filled.length > 0 && empty.length > 0)
      yield [draw.pick(empty), rows[draw.pick(filled)]?.[at]?.value ?? 'filled'];
  }

  #cells(at: number): Change[] {
    const { header, rows } = this.#table;
    const name = header[at] ?? '';
    const put = (changes: ReadonlyMap<number, Cell>): TableRow[] =>
      rows.map((row, index) =>
        row.map((cell, place) => {
          const value = place === at ? changes.get(index) : undefined;
          return value === undefined ? cell : { ...cell, value };
        }),
      );
    const single = [...this.#wrongCells(at)].map(([row, cell]): Change => [
      `${name} of row ${row + 1} is "${cell ?? ''}" instead of "${rows[row]?.[at]?.value ?? ''}"`,
      header,
      put(new Map([[row, cell]])),
    ]);
    const pair = this.#spec.key.includes(name) ? undefined : this.#unlike(at);
    if (!pair) return single;
    const [one, other] = pair;
    const swapped = new Map([
      [one, rows[other]?.[at]?.value ?? ''],
      [other, rows[one]?.[at]?.value ?? ''],
    ]);
    return [...single, [`${name} of rows ${one + 1} and ${other + 1} is swapped`, header, put(swapped)]];
  }

  /** Two rows with different values in this column. */
  #unlike(at: number): [number, number] | undefined {
    const { rows } = this.#table;
    if (rows.length < 2) return undefined;
    const one = this.#material.draw.int(0, rows.length - 1);
    const empty = isEmpty(rows[one]?.[at]?.value);
    const other = rows.findIndex((row, index) => {
      if (empty || isEmpty(row[at]?.value)) return empty !== isEmpty(row[at]?.value);
      return valuesDiffer(this.#type(at), this.#read(one, at), this.#read(index, at), this.#room(one, at));
    });
    return other < 0 ? undefined : [one, other];
  }

  /** Missing and surplus rows and columns, renamed columns, and the opposite order if the order matters. */
  #shapes(): Change[] {
    const { header, rows } = this.#table;
    const { draw } = this.#material;
    const columns = header.flatMap((name, at): Change[] => [
      [`the column ${name} is missing`, header.toSpliced(at, 1), rows.map((row) => row.toSpliced(at, 1))],
      [`the column ${name} has another name`, header.with(at, `${name}_2`), rows],
    ]);
    const remark: TableCell = { value: this.#delimited ? '' : 'ok' };
    const extra: Change = ['there is a column too many', [...header, 'remarks'], rows.map((row) => [...row, remark])];
    if (rows.length === 0) return [...columns, extra];
    const row = draw.int(0, rows.length - 1);
    const doubled = [...rows.slice(0, row + 1), ...rows.slice(row)];
    return [
      ...columns,
      extra,
      [`row ${row + 1} is missing`, header, rows.toSpliced(row, 1)],
      [`row ${row + 1} occurs twice`, header, doubled],
      ...(this.#spec.order && rows.length > 1
        ? [['the rows are in the opposite order', header, rows.toReversed()] as const]
        : []),
    ];
  }

  /** A column that occurs twice under equal names, and columns whose names only look like the requested one. */
  #twins(): Change[] {
    const { header, rows } = this.#table;
    const at = this.#material.draw.int(0, header.length - 1);
    const name = header[at] ?? '';
    const other = rows.map((row, index): TableRow => [
      ...row,
      rows[(index + 1) % rows.length]?.[at] ?? { value: null },
    ]);
    const alike = name.replace(/[aceopx]/, (letter) => lookAlikes[letter] ?? letter);
    return [
      [`the column ${name} occurs twice`, [...header, ` ${name.toUpperCase()}`], other],
      [
        `the name ${name} has a mark that is not seen`,
        header.with(at, `${name.slice(0, 1)}\u200b${name.slice(1)}`),
        rows,
      ],
      ...(alike === name ? [] : [[`the name ${name} only looks alike`, header.with(at, alike), rows] as const]),
    ];
  }

  /** For a sheet: cells that cannot be seen or show another value. */
  #misleading(): Change[] {
    if (!this.#isXlsx) return [];
    const { header, rows } = this.#table;
    return misleadingLooks(this.#material.draw, this.#spec, header, rows).map(([what, changed, hiddenRows]): Change => [
      what,
      header,
      changed,
      hiddenRows ? { hiddenRows } : {},
    ]);
  }

  get #isXlsx(): boolean {
    return extname(this.#path).toLowerCase() === '.xlsx';
  }

  /** The index of the expected row that has the same key. */
  #truthOf(truths: readonly Readonly<Record<string, unknown>>[], row: number): number {
    return truths.findIndex((truth) =>
      this.#spec.key.every((name) => {
        const at = this.#table.header.indexOf(name);
        const value = truth[name];
        const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : '';
        return !valuesDiffer(this.#type(at), plain, this.#read(row, at), 0);
      }),
    );
  }

  async #made([what, header, rows, style]: Change): Promise<Variant> {
    const content = await this.#table.write(header, rows, style);
    return { what: `${this.#path}: ${what}`, work: withFile(this.#material.work, this.#path, content) };
  }

  #type(at: number): ScalarType {
    return this.#spec.columns[this.#table.header[at] ?? '']?.value ?? { type: 'text' };
  }

  #read(row: number, at: number): Cell {
    const cell = this.#table.rows[row]?.[at]?.value ?? '';
    const { type } = this.#type(at);
    if (typeof cell === 'string' && (type === 'number' || type === 'integer')) return Number(cell);
    return type === 'boolean' && typeof cell !== 'boolean' ? /^(true|1)$/i.test(String(cell)) : cell;
  }

  #room(row: number, at: number): number {
    const { query, checks } = this.#material.instance;
    const check = checks.find((each) => each.kind === 'table' && each.file === this.#path);
    const column = this.#table.header[at] ?? '';
    const tolerance = check?.kind === 'table' ? toleranceAt(check, column, this.#truthOf(check.rows, row)) : undefined;
    return allowedDeviation(query, this.#type(at), Number(this.#read(row, at)), tolerance);
  }
}

const isEmpty = (value: Cell | undefined) => value === null || value === undefined || value === '';

/** 7 as 7.0, 7.5 as 7.50. */
const zeros = (cell: string) => (/^-?\d+$/.test(cell) ? `${cell}.0` : /^-?\d+\.\d+$/.test(cell) ? `${cell}0` : cell);

/** Cyrillic letters that look like these Latin ones. */
const lookAlikes: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х' };
