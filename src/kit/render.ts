// The query as the agent reads it: the task's text, then the output files, then the answer's schema.
import { extname } from 'node:path';
import {
  Problem,
  type AnswerSchema,
  type Language,
  type Outputs,
  type OutputSpec,
  type ScalarType,
  type ValueType,
} from '../core/index.ts';

export interface QueryRequest {
  readonly query: string;
  readonly answer: AnswerSchema | undefined;
  readonly outputs: Outputs;
}

export function renderQuery({ query, answer, outputs }: QueryRequest, lang: Language): string {
  return [
    query.trim(),
    ...Object.entries(outputs).map(([path, spec]) => renderOutput(path, spec, lang)),
    ...(answer ? [renderAnswer(answer, lang)] : []),
  ].join('\n\n');
}

const words = {
  en: {
    save: (path: string, about: string) => `Save \`./${path}\`: ${about}`,
    table: {
      text: (kind: string) => ` It is a ${kind} file in UTF-8 with a header row and exactly these columns:`,
      sheet: (kind: string, name: string | undefined) =>
        ` It is ${kind === 'XLSX' ? 'an Excel workbook (.xlsx)' : 'an OpenDocument spreadsheet (.ods)'}; ${name === undefined ? 'its first sheet' : `its sheet "${name}"`} has a header row in the first row and exactly these columns, with numbers stored as numbers:`,
      json: ' It is a JSON file in UTF-8: an array of objects with exactly these keys, in which an empty value is null:',
      lines:
        ' It is a JSON Lines file in UTF-8: one object a line with exactly these keys, in which an empty value is null:',
      database: (name: string) =>
        ` It is an SQLite database with a table "${name}" that has exactly these columns, with numbers stored as numbers:`,
    },
    rowsIn: (order: string) => `Rows in this order: ${order}`,
    anyOrder: 'Rows may be in any order.',
    answer:
      'End your final reply with one fenced code block labelled `answer`, holding a JSON object with exactly these keys:',
    line: (name: string, type: string, about: string | undefined) =>
      `- \`${name}\` (${type})${about ? `: ${about}` : ''}`,
  },
  zh: {
    save: (path: string, about: string) => `请保存 \`./${path}\`：${about}`,
    table: {
      text: (kind: string) => `格式为 UTF-8 编码的 ${kind} 文件，带表头，且只含以下各列：`,
      sheet: (kind: string, name: string | undefined) =>
        `格式为${kind === 'XLSX' ? ' Excel 工作簿（.xlsx）' : ' OpenDocument 电子表格（.ods）'}，${name === undefined ? '第一张工作表' : `工作表“${name}”`}的第一行是表头，且只含以下各列，数值须存为数值：`,
      json: '格式为 UTF-8 编码的 JSON 文件：一个由对象组成的数组，每个对象只含以下各键，空值写作 null：',
      lines: '格式为 UTF-8 编码的 JSON Lines 文件：每行一个对象，只含以下各键，空值写作 null：',
      database: (name: string) => `格式为 SQLite 数据库，其中的表“${name}”只含以下各列，数值须存为数值：`,
    },
    rowsIn: (order: string) => `行的顺序：${order}`,
    anyOrder: '行的顺序不限。',
    answer: '最后一条回复请以一个标记为 `answer` 的代码块结尾，其中是一个 JSON 对象，只含以下各键：',
    line: (name: string, type: string, about: string | undefined) =>
      `- \`${name}\`（${type}）${about ? `：${about}` : ''}`,
  },
} as const;

function renderOutput(path: string, spec: OutputSpec, lang: Language): string {
  const say = words[lang];
  const opening = say.save(path, spec.about[lang]);
  if (spec.type === 'file') return opening;
  const columns = Object.entries(spec.columns).map(([name, { value, about }]) =>
    say.line(name, typeName(value, lang), about?.[lang]),
  );
  return [
    `${opening}${tableForm(path, spec.sheet, lang)}`,
    ...columns,
    spec.order ? say.rowsIn(spec.order[lang]) : say.anyOrder,
  ].join('\n');
}

/** The file format, as the verifier reads it. */
function tableForm(path: string, name: string | undefined, lang: Language): string {
  const { table } = words[lang];
  const ending = extname(path).toLowerCase();
  switch (ending) {
    case '.xlsx':
    case '.ods':
      return table.sheet(ending.slice(1).toUpperCase(), name);
    case '.json':
      return table.json;
    case '.jsonl':
    case '.ndjson':
      return table.lines;
    case '.sqlite':
    case '.sqlite3':
    case '.db':
      if (name === undefined) throw new Problem(`${path}: say how the table of the database is called (sheet)`);
      return table.database(name);
    default:
      return table.text(ending.slice(1).toUpperCase());
  }
}

function renderAnswer(answer: AnswerSchema, lang: Language): string {
  const say = words[lang];
  const lines = Object.entries(answer).map(([name, { value, about }]) =>
    say.line(name, typeName(value, lang), about[lang]),
  );
  return [say.answer, ...lines].join('\n');
}

function typeName(type: ValueType, lang: Language): string {
  if (type.type === 'list')
    return lang === 'en' ? `list of ${plural(type.of)}, in order` : `列表，依次为${scalarName(type.of, lang)}`;
  if (type.type === 'set')
    return lang === 'en'
      ? `list of ${plural(type.of)}, in any order`
      : `列表，顺序不限，元素为${scalarName(type.of, lang)}`;
  return scalarName(type, lang);
}

function plural(type: ScalarType): string {
  const name = scalarName(type, 'en');
  if (type.type === 'number') return name.replace(/^number/, 'numbers');
  return type.type === 'integer' || type.type === 'date'
    ? name.replace(/^(\w+)/, '$1s')
    : name.replace(/^text/, 'texts');
}

function scalarName(type: ScalarType, lang: Language): string {
  switch (type.type) {
    case 'number':
      if (lang === 'zh') return `数值，保留 ${type.decimals} 位小数`;
      return `number, rounded to ${type.decimals} decimal${type.decimals === 1 ? '' : 's'}`;
    case 'integer':
      return lang === 'en' ? 'integer' : '整数';
    case 'text':
      return lang === 'en' ? 'text' : '文本';
    case 'boolean':
      return lang === 'en' ? 'true or false' : 'true 或 false';
    case 'date':
      return lang === 'en' ? 'date as YYYY-MM-DD' : '日期，格式 YYYY-MM-DD';
    case 'choice':
      return `${lang === 'en' ? 'one of' : '取值之一：'} ${type.options.map((option) => `"${option}"`).join(', ')}`.trim();
  }
}
