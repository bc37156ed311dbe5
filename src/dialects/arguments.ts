// The arguments of tool calls as models write them: JSON, JSON with raw line breaks in its strings, or bare code.
import type { Json, ToolCall } from '../core/index.ts';
import type { Ambiguity } from './dialect.ts';
import { isPython, readFences } from './fences.ts';

export interface Arguments {
  readonly value: Json | undefined;
  readonly ambiguity?: Ambiguity;
}

export function argumentsOf({ input, raw }: Pick<ToolCall, 'input' | 'raw'>): Arguments {
  if (input !== undefined) return { value: input };
  const value = parsed(raw);
  if (value !== undefined) return { value };
  const repaired = parsed(escapedControls(raw));
  if (repaired !== undefined) return { value: repaired, ambiguity: 'repaired-arguments' };
  // Text that does not begin like an object or list is the value itself.
  if (raw.trim() && !/^\s*[{[]/.test(raw)) return { value: raw, ambiguity: 'bare-arguments' };
  return { value: undefined };
}

/** The program of a `python` call, or undefined if it has none. */
export function codeOf(call: Pick<ToolCall, 'input' | 'raw'>): { code: string; ambiguity?: Ambiguity } | undefined {
  const { value, ambiguity } = argumentsOf(call);
  const found = programIn(value);
  const code = unfenced(found?.code ?? '');
  const unclear = ambiguity ?? found?.ambiguity;
  return code.trim() ? { code, ...(unclear ? { ambiguity: unclear } : {}) } : undefined;
}

function programIn(value: Json | undefined): { code: string; ambiguity?: Ambiguity } | undefined {
  if (typeof value === 'string') return { code: value, ambiguity: 'bare-arguments' };
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const { code } = value;
  if (typeof code === 'string') return { code };
  const [only, ...more] = Object.values(value);
  return typeof only === 'string' && more.length === 0 ? { code: only, ambiguity: 'other-argument' } : undefined;
}

function unfenced(code: string): string {
  if (!/^\s*(```|~~~)/.test(code)) return code;
  const fences = readFences(code).fences.filter((fence) => isPython(fence) || fence.label === '');
  return fences.length > 0 ? fences.map(({ content }) => content).join('\n\n') : code;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The text with control characters inside strings escaped, as JSON requires. */
function escapedControls(text: string): string {
  return text.replace(/"(?:\\[\s\S]|[^"\\])*"/g, (string) =>
    string.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1)),
  );
}
