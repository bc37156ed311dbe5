// A task without code: task.yaml, the input files, and programs beside it. It has one fixed instance.
import { readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { z } from 'zod';
import {
  answerSchemaSchema,
  jsonSchema,
  languages,
  levels,
  outputsSchema,
  Problem,
  reasonOf,
  type Language,
} from '../../core/index.ts';
import { renderQuery, type Task } from '../../kit/index.ts';
import { checkSchema, type Check } from '../../verify/index.ts';
import { checkComplaints, fillCheck } from './checks.ts';
import { YamlDocument, type Complaint } from './document.ts';
import { TaskFiles } from './files.ts';
import { complaintsOf } from './schema.ts';

const MAX_BYTES = 2 ** 20;

/** The top level of a task.yaml. Answer, outputs and checks have the same schemas as in TypeScript tasks. */
const taskSchema = z.object({
  level: z.enum(levels),
  skills: z.array(z.string()).optional(),
  /** Quoted names in the query that it does not ask for. */
  mentions: z.array(z.string()).optional(),
  query: z.object({ en: z.string().min(1).optional(), zh: z.string().min(1).optional() }),
  files: z.record(z.string(), z.object({ path: z.string().optional(), text: z.string().optional() })).optional(),
  answer: answerSchemaSchema.optional(),
  outputs: outputsSchema.optional(),
  checks: z.array(checkSchema).min(1),
});
export type YamlTask = z.infer<typeof taskSchema>;

export function readYamlTask(folder: string): Task {
  const file = join(folder, 'task.yaml');
  const document = new YamlDocument(file, readBounded(file));
  const files = new TaskFiles(folder);
  const { value, complaints } = prepare(document.value, files);
  const wrong = [...complaints, ...complaintsOf(taskSchema, value)];
  if (wrong.length > 0) throw document.problem(wrong);
  const task = taskSchema.parse(value);
  const inputs = readInputs(task, files);
  const senseless = [...inputs.complaints, ...checkComplaints(task, queriesOf(task))];
  if (senseless.length > 0) throw document.problem(senseless);
  return toTask(task, inputs.files);
}

function toTask(task: YamlTask, files: Readonly<Record<string, Uint8Array>>): Task {
  return {
    level: task.level,
    skills: task.skills ?? [],
    ...(task.mentions ? { mentions: task.mentions } : {}),
    inputs: extensionsOf(files),
    outputs: extensionsOf(task.outputs ?? {}),
    languages: languagesOf(task.query),
    sameData: true,
    fixed: true,
    generate: (_draw, { lang }) => ({
      files,
      query: task.query[lang] ?? '',
      ...(task.answer ? { answer: task.answer } : {}),
      ...(task.outputs ? { outputs: task.outputs } : {}),
      truth: { checks: z.array(jsonSchema).parse(task.checks) },
    }),
    // The truth is the checks themselves, so that a run keeps all that a later grading needs.
    checks: (truth) => (truth as { checks: Check[] }).checks,
  };
}

function extensionsOf(files: Readonly<Record<string, unknown>>): string[] {
  return [...new Set(Object.keys(files).map((path) => extname(path).slice(1)))].toSorted();
}

/**
 * Fills in what authors may leave out: the names of checks, values that are in files, and, in a task that
 * exists in one language, the other language of its texts, which is never shown.
 */
function prepare(value: unknown, files: TaskFiles): { value: unknown; complaints: Complaint[] } {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return { value, complaints: [{ path: [], message: 'a task is a mapping with level, query and checks' }] };
  }
  const task: Record<string, unknown> = { ...value };
  const complaints: Complaint[] = [];
  const [lang, second] = languagesOf(task['query']);
  const blank = task['query'] !== null && typeof task['query'] === 'object' && lang === undefined;
  if (blank) complaints.push({ path: ['query'], message: `needs a text in ${languages.join(' or ')}` });
  if (lang !== undefined && second === undefined) {
    for (const key of ['answer', 'outputs']) if (key in task) task[key] = inOneLanguage(task[key], lang);
  }
  if (Array.isArray(task['checks'])) {
    task['checks'] = task['checks'].map((check: unknown, index) => {
      const filled = fillCheck(check, task['outputs'], files);
      complaints.push(...filled.complaints.map((each) => ({ ...each, path: ['checks', index, ...each.path] })));
      return filled.check;
    });
  }
  return { value: task, complaints };
}

function languagesOf(query: unknown): Language[] {
  return languages.filter((lang) => typeof (query as Record<string, unknown> | null | undefined)?.[lang] === 'string');
}

function inOneLanguage(value: unknown, lang: Language): unknown {
  if (Array.isArray(value)) return value.map((each) => inOneLanguage(each, lang));
  if (value === null || typeof value !== 'object') return value;
  const keys = Object.keys(value);
  const text = (value as Record<string, unknown>)[lang];
  if (keys.length === 1 && keys[0] === lang && typeof text === 'string') {
    return Object.fromEntries(languages.map((each) => [each, text]));
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inOneLanguage(each, lang)]));
}

function readInputs(task: YamlTask, source: TaskFiles): { files: Record<string, Uint8Array>; complaints: Complaint[] } {
  const files: Record<string, Uint8Array> = {};
  const complaints: Complaint[] = [];
  for (const [name, { path, text }] of Object.entries(task.files ?? {})) {
    const place = ['files', name];
    if (
      name.startsWith('/') ||
      /\\|\0|^data\//.test(name) ||
      name.split('/').some((part) => ['', '.', '..'].includes(part))
    ) {
      complaints.push({ path: place, message: 'must be a path below ./data, such as sales.csv', atKey: true });
    } else if ((path === undefined) === (text === undefined)) {
      complaints.push({
        path: place,
        message: 'needs either path, a file of the folder, or text, what the file holds',
      });
    } else if (text !== undefined) {
      files[name] = Buffer.from(text, 'utf8');
    } else {
      try {
        files[name] = source.read(path ?? '');
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        complaints.push({ path: [...place, 'path'], message: error.message });
      }
    }
  }
  return { files, complaints };
}

/** The queries as agents will read them. */
function queriesOf({ query, answer, outputs = {} }: YamlTask): Partial<Record<Language, string>> {
  return Object.fromEntries(
    languagesOf(query).map((lang) => [lang, renderQuery({ query: query[lang] ?? '', answer, outputs }, lang)]),
  );
}

function readBounded(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES) throw new Problem(`it is larger than ${MAX_BYTES / 2 ** 20} MiB`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8 text' : reasonOf(error);
    throw new Problem(`cannot read ${file}: ${reason}`, { cause: error });
  }
}
