// Seven ways to submit something without doing the work. A verifier that accepts one of them is too weak.
import { extname } from 'node:path';
import type { Json, OutputSpec, ScalarType, TableSpec, ValueType } from '../../core/index.ts';
import { writeTable, type Cell, type Table } from '../../formats/index.ts';
import { answerWith, type SubmittedWork, type VisibleInstance } from '../submitted-work.ts';
import { blankFile } from './blank-file.ts';
import { asTable, valuesOf, type Found, inputText } from './found.ts';

export type NoWorkAction = (instance: VisibleInstance) => SubmittedWork | Promise<SubmittedWork>;

/** Submits no files and no answer. */
export const nullAction: NoWorkAction = () => ({ files: new Map(), response: 'I did nothing.' });

/** Writes an empty file at every path. */
export const touch: NoWorkAction = async (instance) => ({
  files: await filesFor(instance, () => new Uint8Array()),
  response: 'Done.',
});

/** Saves the inputs in the requested format, and answers with the first values found in them. */
export const copy: NoWorkAction = async (instance) => ({
  files: await filesFor(instance, (path, spec) => {
    const same = instance.files.find((file) => extname(file.path) === extname(path));
    if (same) return same.bytes;
    const table = instance.files.map(asTable).find((each) => each !== undefined);
    if (table && spec.type === 'table') return writeTable(path, table, spec.sheet);
    return instance.files[0]?.bytes ?? new Uint8Array();
  }),
  response: answerWith(instance, (field) => ofType(typeOf(instance, field), firstOf(instance), 3)),
});

/** Repeats the query: as its response, as the content of every file, as every value. */
export const echo: NoWorkAction = async (instance) => {
  const words = [{ path: 'query.txt', bytes: Buffer.from(`query\n${instance.query}`) }];
  const value = (type: ScalarType): Found[] => (type.type === 'text' ? [instance.query] : valuesOf(type, words));
  const said = answerWith(instance, (field) => ofType(typeOf(instance, field), value, Infinity));
  return {
    files: await filesFor(instance, () => Buffer.from(instance.query)),
    response: instance.answer ? `${instance.query}\n\n${said}` : instance.query,
  };
};

/** One fixed value of the right type for every field; a table of one such row. */
export const constant: NoWorkAction = async (instance) => ({
  files: await filesFor(instance, async (path, spec) => {
    if (spec.type === 'table') return writeTable(path, constantTable(spec), spec.sheet);
    const blank = await blankFile(extname(path).slice(1));
    return blank.length > 0 ? blank : Buffer.from('0\n');
  }),
  response: answerWith(instance, (field) => ofType(typeOf(instance, field), (type) => [constantOf(type)], 1)),
});

/** Submits every value of the inputs, every row, every option. */
export const listEverything: NoWorkAction = async (instance) => ({
  files: await filesFor(instance, (path, spec) =>
    spec.type === 'table'
      ? writeTable(path, { header: headerOf(spec), rows: projected(instance, spec) }, spec.sheet)
      : Buffer.from(instance.files.flatMap((file) => inputText(file) ?? []).join('\n')),
  ),
  response: answerWith(instance, (field) => {
    const type = typeOf(instance, field);
    const all = valuesOf(scalarOf(type), instance.files);
    if (type.type === 'list' || type.type === 'set' || type.type === 'choice') return all;
    return type.type === 'text' ? all.join(', ') : type.type === 'integer' ? all.length : (all.at(-1) ?? null);
  }),
});

/** The right form without content: a table with a header only, a black picture, a silent sound, an empty document. */
export const blank: NoWorkAction = async (instance) => ({
  files: await filesFor(instance, (path, spec) =>
    spec.type === 'table'
      ? writeTable(path, { header: headerOf(spec), rows: [] }, spec.sheet)
      : blankFile(extname(path).slice(1)),
  ),
  response: answerWith(instance, (field) => {
    const { type } = typeOf(instance, field);
    if (type === 'list' || type === 'set') return [];
    return type === 'number' || type === 'integer' ? 0 : type === 'boolean' ? false : '';
  }),
});

type Content = (path: string, spec: OutputSpec) => Uint8Array | Promise<Uint8Array>;

async function filesFor({ outputs }: VisibleInstance, content: Content): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [path, spec] of Object.entries(outputs)) files.set(path, await content(path, spec));
  return files;
}

function typeOf({ answer }: VisibleInstance, field: string): ValueType {
  return answer?.[field]?.value ?? { type: 'text' };
}

const scalarOf = (type: ValueType): ScalarType => (type.type === 'list' || type.type === 'set' ? type.of : type);

/** One value of the type; for lists and sets, at most the first `most` values. */
function ofType(type: ValueType, values: (type: ScalarType) => readonly Found[], most: number): Json {
  const found = values(scalarOf(type));
  if (type.type === 'list' || type.type === 'set') return found.slice(0, most);
  return found[0] ?? constantOf(type);
}

const firstOf = (instance: VisibleInstance) => (type: ScalarType) => valuesOf(type, instance.files);

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

/** The rows of all input tables, reduced to the requested columns by name; a column that the input lacks is empty. */
function projected({ files }: VisibleInstance, spec: TableSpec): Cell[][] {
  const types = Object.values(spec.columns).map((column) => column.value.type);
  return files.flatMap((file) => {
    const table = asTable(file);
    if (!table) return [];
    const places = headerOf(spec).map((name) => table.header.findIndex((each) => plain(each) === plain(name)));
    return table.rows.map((row) => places.map((place, at) => cellOf(row[place] ?? '', types[at])));
  });
}

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');

/** Numeric text becomes a number, for formats that distinguish the two. */
function cellOf(text: string, type: ScalarType['type'] | undefined): Cell {
  const numeric = (type === 'number' || type === 'integer') && text.trim() !== '' && Number.isFinite(Number(text));
  return numeric ? Number(text) : text;
}
