// Reads untrusted JSON and JSON Lines: limits size and depth and refuses duplicate keys.
import type { Json } from '../../core/index.ts';
import { formatLimits } from '../limits.ts';
import { checkCount, checkSize, countSubstring, FormatProblem } from '../problem.ts';
import { decodeText } from './text.ts';

export interface JsonLimits {
  readonly characters: number;
  /** JSON.parse keeps the last of two equal keys; an answer with two values for one key must not pass by chance. */
  readonly repeatedKeys: 'allowed' | 'refused';
}

/** The value, or a description of the problem. */
export function parseUntrusted(text: string, limits: JsonLimits): { value: unknown } | { problem: string } {
  if (text.length > limits.characters) return { problem: `is longer than ${limits.characters} characters` };
  if (countSubstring(text, '{') + countSubstring(text, '[') > formatLimits.cells)
    return { problem: 'has too many objects and arrays' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: /\b(?:NaN|Infinity)\b/.test(text) ? 'is not valid JSON, which has no NaN' : 'is not valid JSON' };
  }
  const { depth, repeated } = survey(text);
  if (depth > formatLimits.valueDepth) return { problem: 'is nested too deeply' };
  if (repeated !== undefined && limits.repeatedKeys === 'refused')
    return { problem: `has the key "${repeated}" twice` };
  return { value };
}

/**
 * Finds the depth and a duplicate key of valid JSON text, without recursion and without a regular expression that
 * overflows the stack on long strings.
 */
function survey(json: string): { depth: number; repeated: string | undefined } {
  const open: (Set<string> | undefined)[] = [];
  let depth = 0;
  let repeated: string | undefined;
  let text = { from: 0, to: 0 };
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') {
      text = { from: at, to: endOfString(json, at) };
      at = text.to - 1;
    } else if (character === '{') open.push(new Set());
    else if (character === '[') open.push(undefined);
    else if (character === '}' || character === ']') open.pop();
    else if (character === ':') {
      const key = JSON.parse(json.slice(text.from, text.to)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) repeated ??= key;
      keys?.add(key);
    }
    depth = Math.max(depth, open.length);
  }
  return { depth, repeated };
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

export interface JsonReading {
  readonly repeatedKeys?: JsonLimits['repeatedKeys'];
}

export function readJson(bytes: Uint8Array, { repeatedKeys = 'refused' }: JsonReading = {}): Json {
  checkSize(bytes);
  return valueOf(decodeText(bytes), 'the file', { characters: formatLimits.fileBytes, repeatedKeys });
}

/** One value per line; empty lines are skipped. */
export function readJsonLines(bytes: Uint8Array, { repeatedKeys = 'refused' }: JsonReading = {}): Json[] {
  checkSize(bytes);
  const lines = decodeText(bytes).split('\n');
  checkCount(lines.length, formatLimits.rows, 'lines');
  const limits = { characters: formatLimits.recordCharacters, repeatedKeys };
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [valueOf(line, `line ${index + 1}`, limits)]));
}

function valueOf(text: string, where: string, limits: JsonLimits): Json {
  const read = parseUntrusted(text, limits);
  if ('problem' in read) throw new FormatProblem(`${where} ${read.problem}`);
  return read.value as Json;
}

/** Writes keys in the given order; `indent: 0` gives one line. */
export function writeJson(value: Json, { indent = 2 }: { indent?: number } = {}): string {
  return `${JSON.stringify(value, null, indent)}\n`;
}

export function writeJsonLines(values: readonly Json[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
