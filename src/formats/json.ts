// JSON and JSON Lines that somebody else wrote: bounded in size and depth, and saying one thing only.
import type { Json } from '../core/index.ts';
import { formatLimits } from './limits.ts';
import { checkCount, checkSize, FormatProblem } from './problem.ts';
import { decodeText } from './text.ts';

export interface JsonLimits {
  readonly characters: number;
  /** JSON.parse keeps the last of two equal keys; an answer that says two things must not pass by luck. */
  readonly repeatedKeys: 'allowed' | 'refused';
}

/** The value, or what is wrong with the text. */
export function parseUntrusted(text: string, limits: JsonLimits): { value: unknown } | { problem: string } {
  if (text.length > limits.characters) return { problem: `is longer than ${limits.characters} characters` };
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

/** Depth and a repeated key of a text that is known to be valid JSON, without recursion. */
function survey(json: string): { depth: number; repeated: string | undefined } {
  const open: (Set<string> | undefined)[] = [];
  let depth = 0;
  let repeated: string | undefined;
  let pending: string | undefined;
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':' && pending !== undefined) {
      const key = JSON.parse(pending) as string;
      if (open.at(-1)?.has(key)) repeated ??= key;
      open.at(-1)?.add(key);
    }
    depth = Math.max(depth, open.length);
    pending = token.startsWith('"') ? token : undefined;
  }
  return { depth, repeated };
}

export interface JsonReading {
  readonly repeatedKeys?: JsonLimits['repeatedKeys'];
}

export function readJson(bytes: Uint8Array, { repeatedKeys = 'refused' }: JsonReading = {}): Json {
  checkSize(bytes);
  return valueOf(decodeText(bytes), 'the file', { characters: formatLimits.fileBytes, repeatedKeys });
}

/** One value a line; empty lines are passed over. */
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

/** Keys stay in the order given; pass `indent: 0` for one line. */
export function writeJson(value: Json, { indent = 2 }: { indent?: number } = {}): string {
  return `${JSON.stringify(value, null, indent)}\n`;
}

export function writeJsonLines(values: readonly Json[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
