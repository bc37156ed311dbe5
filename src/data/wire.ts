// Parts of a conversation as chat services write them.
import type { Json, ReplyPart, Tool, ToolCall, UserPart } from '../core/index.ts';

/** What a model is shown of a result: its texts, one below the other. */
export function textBelowText(parts: readonly UserPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** What a model said: pieces of one text. */
export function spokenText(parts: readonly ReplyPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Formats want an object; arguments of another type go inside one, as they do on the wire. */
export function argumentsObject({ input, raw }: ToolCall): { [key: string]: Json } {
  return input !== null && typeof input === 'object' && !Array.isArray(input) ? input : { malformed_arguments: raw };
}

export interface FunctionTool {
  readonly type: 'function';
  readonly function: Tool;
}

/** A tool as OpenAI's chat completions write it. */
export function functionTool({ name, description, parameters }: Tool): FunctionTool {
  return { type: 'function', function: { name, description, parameters } };
}
