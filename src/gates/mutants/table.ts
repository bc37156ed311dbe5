// Mutants of tables in delimited text: a cell of every column, rows and columns too few and too many, cells swapped.
import { extname } from 'node:path';
import type { ScalarType, TableSpec } from '../../core/index.ts';
import { readCsv, writeCsv, type CsvStyle, type Table } from '../../formats/index.ts';
import type { Tolerance } from '../../verify/index.ts';
import { withFile, type Material, type Mutant, type Mutator, type Variant } from './mutant.ts';
import { differs, dressed, roomOf, wrongValues, type Plain } from './values.ts';

/** Columns that are not for certain wrong with another value in them; keys and the table's shape always are. */
export type Doubt = 'none' | 'values';

export function tableMutator(path: string, spec: TableSpec, doubt: Doubt = 'none'): Mutator | undefined {
  if (extname(path) !== '.csv' && extname(path) !== '.tsv') return undefined;
  return {
    mutants: (material) => new TableWork(path, spec, material).mutants(doubt),
    variants: (material) => new TableWork(path, spec, material).variants(),
  };
}

type Rows = readonly (readonly string[])[];
type Change = readonly [what: string, header: readonly string[], rows: Rows];

class TableWork {
  readonly #path: string;
  readonly #spec: TableSpec;
  readonly #material: Material;
  readonly #table: Table<string>;
  readonly #delimiter: ',' | '\t';

  constructor(path: string, spec: TableSpec, material: Material) {
    this.#path = path;
    this.#spec = spec;
    this.#material = material;
    this.#delimiter = extname(path) === '.tsv' ? '\t' : ',';
    this.#table = readCsv(material.handed.files.get(path) ?? new Uint8Array(), { delimiter: this.#delimiter });
  }

  mutants(doubt: Doubt): Mutant[] {
    const cells = this.#table.header.flatMap((name, at) => {
      const certain = doubt === 'none' || this.#spec.key.includes(name);
      return this.#cells(at).map((change) => ({ change, certain }));
    });
    const shapes = this.#shapes().map((change) => ({ change, certain: true }));
    return [...cells, ...shapes].map(({ change: [what, header, rows], certain }) => ({
      ...this.#made(what, header, rows),
      certain,
    }));
  }

  variants(): Variant[] {
    const { header, rows } = this.#table;
    const { draw } = this.#material;
    const all = (change: (type: ScalarType, cell: string) => string) =>
      rows.map((row) => row.map((cell, at) => (cell === '' ? cell : change(this.#type(at), cell))));
    const numbers = (change: (cell: string) => string) =>
      all((type, cell) => (type.type === 'number' || type.type === 'integer' ? change(cell) : cell));
    return [
      ...(this.#spec.order ? [] : [this.#made('rows in another order', header, draw.shuffle(rows))]),
      this.#made(
        'columns in another order',
        header.toReversed(),
        rows.map((row) => row.toReversed()),
      ),
      this.#made('lines that end as on Windows, and a byte order mark', header, rows, { lineEnd: '\r\n', bom: true }),
      this.#made(
        'numbers with more zeros',
        header,
        numbers((cell) => (/^-?\d+$/.test(cell) ? `${cell}.0` : /^-?\d+\.\d+$/.test(cell) ? `${cell}0` : cell)),
      ),
      this.#made(
        'numbers with an exponent',
        header,
        numbers((cell) => (/^-?\d+(\.\d+)?$/.test(cell) ? `${cell}e0` : cell)),
      ),
      this.#made(
        'texts in other letters and with spaces',
        header,
        all((type, cell) => (type.type === 'text' || type.type === 'choice' ? dressed(cell) : cell)),
      ),
    ];
  }

  /** A cell of the column made wrong in each way of its type, one emptied or filled, two exchanged. */
  *#wrongCells(at: number): Generator<readonly [row: number, cell: string]> {
    const { rows } = this.#table;
    const { draw } = this.#material;
    const filled = rows.flatMap((row, index) => (row[at] ? [index] : []));
    const empty = rows.flatMap((row, index) => (row[at] === '' ? [index] : []));
    if (filled.length > 0) {
      const row = draw.pick(filled);
      const cell = rows[row]?.[at] ?? '';
      for (const wrong of wrongValues(this.#type(at), this.#read(at, cell), this.#room(at, cell))) {
        yield [row, String(wrong)];
      }
      yield [draw.pick(filled), ''];
    }
    if (filled.length > 0 && empty.length > 0) yield [draw.pick(empty), rows[draw.pick(filled)]?.[at] ?? ''];
  }

  #cells(at: number): Change[] {
    const { header, rows } = this.#table;
    const name = header[at] ?? '';
    const put = (changes: ReadonlyMap<number, string>): Rows =>
      rows.map((row, index) => row.map((cell, place) => (place === at ? (changes.get(index) ?? cell) : cell)));
    const single = [...this.#wrongCells(at)].map(([row, cell]): Change => [
      `${name} of row ${row + 1} is "${cell}" instead of "${rows[row]?.[at] ?? ''}"`,
      header,
      put(new Map([[row, cell]])),
    ]);
    const pair = this.#spec.key.includes(name) ? undefined : this.#unlike(at);
    if (!pair) return single;
    const [one, other] = pair;
    const swapped = new Map([
      [one, rows[other]?.[at] ?? ''],
      [other, rows[one]?.[at] ?? ''],
    ]);
    return [...single, [`${name} of rows ${one + 1} and ${other + 1} is swapped`, header, put(swapped)]];
  }

  /** Two rows whose cells of the column say different things. */
  #unlike(at: number): [number, number] | undefined {
    const { rows } = this.#table;
    if (rows.length < 2) return undefined;
    const one = this.#material.draw.int(0, rows.length - 1);
    const cell = rows[one]?.[at] ?? '';
    const other = rows.findIndex((row) => {
      const there = row[at] ?? '';
      if (cell === '' || there === '') return cell !== there;
      return differs(this.#type(at), this.#read(at, cell), this.#read(at, there), this.#room(at, cell));
    });
    return other < 0 ? undefined : [one, other];
  }

  /** Rows and columns too few and too many, names changed, the order turned round if there is one. */
  #shapes(): Change[] {
    const { header, rows } = this.#table;
    const { draw } = this.#material;
    const columns = header.flatMap((name, at): Change[] => [
      [`the column ${name} is missing`, header.toSpliced(at, 1), rows.map((row) => row.toSpliced(at, 1))],
      [`the column ${name} has another name`, header.with(at, `${name}_2`), rows],
    ]);
    const extra: Change = ['there is a column too many', [...header, 'remarks'], rows.map((row) => [...row, ''])];
    if (rows.length === 0) return [...columns, extra];
    const row = draw.int(0, rows.length - 1);
    const doubled = [...rows.slice(0, row + 1), ...rows.slice(row)];
    return [
      ...columns,
      extra,
      [`row ${row + 1} is missing`, header, rows.toSpliced(row, 1)],
      [`row ${row + 1} stands twice`, header, doubled],
      ...(this.#spec.order && rows.length > 1
        ? [['the rows are in the opposite order', header, rows.toReversed()] as const]
        : []),
    ];
  }

  #made(what: string, header: readonly string[], rows: Rows, style: CsvStyle = {}): Variant {
    const text = writeCsv([header, ...rows], { delimiter: this.#delimiter, ...style });
    return { what: `${this.#path}: ${what}`, handed: withFile(this.#material.handed, this.#path, text) };
  }

  #type(at: number): ScalarType {
    return this.#spec.columns[this.#table.header[at] ?? '']?.value ?? { type: 'text' };
  }

  #read(at: number, cell: string): Plain {
    const { type } = this.#type(at);
    if (type === 'number' || type === 'integer') return Number(cell);
    return type === 'boolean' ? /^true$/i.test(cell) : cell;
  }

  #room(at: number, cell: string): number {
    const { query, checks } = this.#material.instance;
    const check = checks.find((each) => each.kind === 'table' && each.file === this.#path);
    const tolerance = check?.kind === 'table' ? check.tolerance?.[this.#table.header[at] ?? ''] : undefined;
    return roomOf(query, this.#type(at), Number(cell), tolerance as Tolerance | undefined);
  }
}
