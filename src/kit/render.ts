// The query as the agent reads it: the task's own words, then where to save what, then the answer's schema.
import { extname } from 'node:path';
import type { AnswerSchema, Language, Outputs, OutputSpec, ScalarType, ValueType } from '../core/index.ts';

export interface Request {
  readonly query: string;
  readonly answer: AnswerSchema | undefined;
  readonly outputs: Outputs;
}

export function renderQuery({ query, answer, outputs }: Request, lang: Language): string {
  return [
    query.trim(),
    ...Object.entries(outputs).map(([path, spec]) => renderOutput(path, spec, lang)),
    ...(answer ? [renderAnswer(answer, lang)] : []),
  ].join('\n\n');
}

const words = {
  en: {
    save: (path: string, about: string) => `Save \`./${path}\`: ${about}`,
    table: (kind: string) => ` It is a ${kind} file in UTF-8 with a header row and exactly these columns:`,
    rowsIn: (order: string) => `Rows in this order: ${order}`,
    anyOrder: 'Rows may be in any order.',
    answer:
      'End your final reply with one fenced code block labelled `answer`, holding a JSON object with exactly these keys:',
    line: (name: string, type: string, about: string | undefined) =>
      `- \`${name}\` (${type})${about ? `: ${about}` : ''}`,
  },
  zh: {
    save: (path: string, about: string) => `请保存 \`./${path}\`：${about}`,
    table: (kind: string) => `格式为 UTF-8 编码的 ${kind} 文件，带表头，且只含以下各列：`,
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
  const kind = extname(path).slice(1).toUpperCase();
  const columns = Object.entries(spec.columns).map(([name, { value, about }]) =>
    say.line(name, typeName(value, lang), about?.[lang]),
  );
  return [`${opening}${say.table(kind)}`, ...columns, spec.order ? say.rowsIn(spec.order[lang]) : say.anyOrder].join(
    '\n',
  );
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
