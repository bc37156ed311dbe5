// Seven ways to hand in something without doing the work. A verifier that lets one of them pass is too weak.
import { extname } from 'node:path';
import type { Json, OutputSpec, ScalarType, TableSpec, ValueType } from '../../core/index.ts';
import { writeTable, type Cell, type Table } from '../../formats/index.ts';
import { answerWith, type Submitted, type SeenInstance } from '../deed.ts';
import { blankFile } from './blank-file.ts';
import { asTable, valuesOf, type Found, inputText } from './found.ts';

export type NoWork = (exam: SeenInstance) => Submitted | Promise<Submitted>;

/** Says that it did nothing. */
export const nullDeed: NoWork = () => ({ files: new Map(), response: 'I did nothing.' });

/** Leaves a file without bytes at every path. */
export const touch: NoWork = async (exam) => ({
  files: await filesFor(exam, () => new Uint8Array()),
  response: 'Done.',
});

/** Saves the inputs again in the asked format, and answers with the first values that lie in them. */
export const copy: NoWork = async (exam) => ({
  files: await filesFor(exam, (path, spec) => {
    const same = exam.files.find((file) => extname(file.path) === extname(path));
    if (same) return same.bytes;
    const table = exam.files.map(asTable).find((each) => each !== undefined);
    if (table && spec.type === 'table') return writeTable(path, table, spec.sheet);
    return exam.files[0]?.bytes ?? new Uint8Array();
  }),
  response: answerWith(exam, (field) => ofType(typeOf(exam, field), firstOf(exam), 3)),
});

/** Restates the query: as its reply, as the content of every file, as every value. */
export const echo: NoWork = async (exam) => {
  const words = [{ path: 'query.txt', bytes: Buffer.from(`query\n${exam.query}`) }];
  const value = (type: ScalarType): Found[] => (type.type === 'text' ? [exam.query] : valuesOf(type, words));
  const said = answerWith(exam, (field) => ofType(typeOf(exam, field), value, Infinity));
  return {
    files: await filesFor(exam, () => Buffer.from(exam.query)),
    response: exam.answer ? `${exam.query}\n\n${said}` : exam.query,
  };
};

/** The same value of the right type everywhere, whatever is asked; a table of one such row. */
export const constant: NoWork = async (exam) => ({
  files: await filesFor(exam, async (path, spec) => {
    if (spec.type === 'table') return writeTable(path, constantTable(spec), spec.sheet);
    const blank = await blankFile(extname(path).slice(1));
    return blank.length > 0 ? blank : Buffer.from('0\n');
  }),
  response: answerWith(exam, (field) => ofType(typeOf(exam, field), (type) => [constantOf(type)], 1)),
});

/** Leaves nothing out: every value of the inputs, every row of them, every option. */
export const listEverything: NoWork = async (exam) => ({
  files: await filesFor(exam, (path, spec) =>
    spec.type === 'table'
      ? writeTable(path, { header: headerOf(spec), rows: projected(exam, spec) }, spec.sheet)
      : Buffer.from(exam.files.flatMap((file) => inputText(file) ?? []).join('\n')),
  ),
  response: answerWith(exam, (field) => {
    const type = typeOf(exam, field);
    const all = valuesOf(scalarOf(type), exam.files);
    if (type.type === 'list' || type.type === 'set' || type.type === 'choice') return all;
    return type.type === 'text' ? all.join(', ') : type.type === 'integer' ? all.length : (all.at(-1) ?? null);
  }),
});

/** The right form without content: a table of a header, a black picture, a silent sound, an empty document. */
export const blank: NoWork = async (exam) => ({
  files: await filesFor(exam, (path, spec) =>
    spec.type === 'table'
      ? writeTable(path, { header: headerOf(spec), rows: [] }, spec.sheet)
      : blankFile(extname(path).slice(1)),
  ),
  response: answerWith(exam, (field) => {
    const { type } = typeOf(exam, field);
    if (type === 'list' || type === 'set') return [];
    return type === 'number' || type === 'integer' ? 0 : type === 'boolean' ? false : '';
  }),
});

type Content = (path: string, spec: OutputSpec) => Uint8Array | Promise<Uint8Array>;

async function filesFor({ outputs }: SeenInstance, content: Content): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [path, spec] of Object.entries(outputs)) files.set(path, await content(path, spec));
  return files;
}

function typeOf({ answer }: SeenInstance, field: string): ValueType {
  return answer?.[field]?.value ?? { type: 'text' };
}

const scalarOf = (type: ValueType): ScalarType => (type.type === 'list' || type.type === 'set' ? type.of : type);

/** One value of the type, or for lists and sets the first so many. */
function ofType(type: ValueType, values: (type: ScalarType) => readonly Found[], most: number): Json {
  const found = values(scalarOf(type));
  if (type.type === 'list' || type.type === 'set') return found.slice(0, most);
  return found[0] ?? constantOf(type);
}

const firstOf = (exam: SeenInstance) => (type: ScalarType) => valuesOf(type, exam.files);

function constantOf(type: ScalarType): Found {
  switch (type.type) {
    case 'number':
      return 0;
    case 'integer':
      return 1;
    case 'text':
      return '';
    case 'boolean':
      return true;
    case 'date':
      return '2024-01-01';
    case 'choice':
      return type.options[0] ?? '';
  }
}

const headerOf = (spec: TableSpec) => Object.keys(spec.columns);
const constantTable = (spec: TableSpec): Table => ({
  header: headerOf(spec),
  rows: [Object.values(spec.columns).map((column) => constantOf(column.value))],
});

/** The rows of all input tables, with the asked columns picked by name and left empty where there is no such column. */
function projected({ files }: SeenInstance, spec: TableSpec): Cell[][] {
  const types = Object.values(spec.columns).map((column) => column.value.type);
  return files.flatMap((file) => {
    const table = asTable(file);
    if (!table) return [];
    const places = headerOf(spec).map((name) => table.header.findIndex((each) => plain(each) === plain(name)));
    return table.rows.map((row) => places.map((place, at) => cellOf(row[place] ?? '', types[at])));
  });
}

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');

/** Numbers as numbers, for files that tell them from texts. */
function cellOf(text: string, type: ScalarType['type'] | undefined): Cell {
  const numeric = (type === 'number' || type === 'integer') && text.trim() !== '' && Number.isFinite(Number(text));
  return numeric ? Number(text) : text;
}
