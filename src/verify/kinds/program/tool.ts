// Compares one run of a submitted command-line tool with its case.
import { z } from 'zod';
import type { Json } from '../../../core/index.ts';
import { parseUntrusted } from '../../../formats/index.ts';
import { sameJson, show } from '../../values.ts';
import type { ExpectedContent, ToolCase } from './cases.ts';

const MAX_TEXT = 2 ** 20;

export const ranSchema = z.object({
  ran: z.object({ exit: z.int(), stdout: z.string(), stderr: z.string(), files: z.record(z.string(), z.string()) }),
});
export type Ran = z.infer<typeof ranSchema>['ran'];

export function compareRun({ expect }: ToolCase, ran: Ran, relative: number): string | undefined {
  if (ran.exit !== expect.exit) {
    const said = ran.stderr.trim().split('\n').at(-1) ?? '';
    return `expected the exit code ${expect.exit}, got ${ran.exit}${said && `; stderr ends with ${show(said)}`}`;
  }
  const printed = expect.stdout && compareContent(expect.stdout, ran.stdout, relative);
  if (printed) return `stdout: ${printed}`;
  for (const [path, content] of Object.entries(expect.files ?? {})) {
    const written = ran.files[path];
    if (content === null && written !== undefined) return `${path} should not be there`;
    if (content !== null && written === undefined) return `${path} was not written`;
    const problem = content && compareContent(content, written ?? '', relative);
    if (problem) return `${path}: ${problem}`;
  }
  return undefined;
}

function compareContent(expected: ExpectedContent, actual: string, relative: number): string | undefined {
  if ('text' in expected) return firstDifference(expected.text.split('\n'), actual.split('\n'));
  if ('lines' in expected) return firstDifference(trimmed(expected.lines), trimmed(actual.split(/\r?\n/)));
  const read = parseUntrusted(actual, { characters: MAX_TEXT, repeatedKeys: 'refused' });
  if ('problem' in read) return `it ${read.problem}`;
  if (sameJson(expected.json, read.value as Json, relative)) return undefined;
  return `expected ${show(expected.json)}, got ${show(read.value as Json)}`;
}

/** The lines without trailing spaces and without empty lines at the end. */
function trimmed(lines: readonly string[]): string[] {
  const bare = lines.map((line) => line.trimEnd());
  return bare.slice(0, bare.findLastIndex((line) => line !== '') + 1);
}

function firstDifference(expected: readonly string[], actual: readonly string[]): string | undefined {
  const count = Math.max(expected.length, actual.length);
  for (let at = 0; at < count; at += 1) {
    const [wanted, given] = [expected[at], actual[at]];
    if (wanted === given) continue;
    if (given === undefined) return `line ${at + 1} is missing: ${show(wanted ?? '')}`;
    return wanted === undefined
      ? `line ${at + 1} should not be there: ${show(given)}`
      : `line ${at + 1} should be ${show(wanted)}, is ${show(given)}`;
  }
  return undefined;
}
