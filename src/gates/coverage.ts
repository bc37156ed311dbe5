// Coverage of the request: every name that the query puts in quotes or in code, every key of the answer, every column and
// every file that it asks for must be covered by a check. An agent could leave out everything else unnoticed.
import { unzipSync } from 'fflate';
import type { TaskInstance } from '../suite/index.ts';

/** Quotes of both languages, and code. */
const NAMED = /"([^"\n]{1,80})"|“([^”\n]{1,80})”|`([^`\n]{1,80})`/g;

/**
 * The names in the query that no check covers. A name that occurs in the inputs describes them, and so does one
 * that the task lists under `mentions` (an example of a format, say).
 */
export function uncovered(instance: TaskInstance, mentions: readonly string[] = []): string[] {
  const { query, checks, outputs, answer, files } = instance;
  const checked = fold(JSON.stringify(checks.map(({ cites: _cites, name: _name, ...rest }) => rest)));
  const asked = new Set([...Object.keys(answer ?? {}), ...Object.keys(outputs)]);
  const problems = [...asked].filter((each) => !isTouched(instance, each)).map((each) => `\`${each}\``);
  const columns = Object.values(outputs).flatMap((spec) => (spec.type === 'table' ? Object.keys(spec.columns) : []));
  const known = new Set([...asked, ...columns, ...mentions].map(fold));
  const given = fold(files.flatMap(({ path, bytes }) => [path, textOf(path, bytes)]).join('\n'));
  const loose = [...query.matchAll(NAMED)]
    .map(([, straight, curly, code]) => (straight ?? curly ?? code ?? '').replace(/^\.\//, ''))
    .filter((name) => !known.has(fold(name)) && !checked.includes(fold(escaped(name))) && !given.includes(fold(name)));
  return [...problems, ...new Set(loose.map((name) => `"${name}"`))];
}

/** A key of the answer must belong to a check, and a check must read each file. Table checks cover all columns. */
function isTouched({ checks }: TaskInstance, asked: string): boolean {
  return checks.some(
    (check) => ('file' in check && check.file === asked) || ('field' in check && check.field === asked),
  );
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

/** The raw text of an input, or of the members of an office file. */
function textOf(path: string, bytes: Uint8Array): string {
  if (/\.(xlsx|docx|pptx|ods|odt|odp|zip)$/i.test(path)) {
    const members = Object.values(unzipSync(bytes)).map((member) => Buffer.from(member).toString('utf8'));
    return members.join('\n').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  }
  return Buffer.from(bytes).toString('utf8');
}
