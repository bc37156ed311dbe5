// Conversions that the export formats share.
import type { Json, Tool, ToolCall, UserPart } from '../core/index.ts';

/** The texts of a message, joined by line breaks. */
export function joinedText(parts: readonly UserPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Tool arguments as an object; the raw text goes under `malformed_arguments` when they are not an object. */
export function argumentsObject({ input, raw }: ToolCall): { [key: string]: Json } {
  return input !== null && typeof input === 'object' && !Array.isArray(input) ? input : { malformed_arguments: raw };
}

export interface FunctionTool {
  readonly type: 'function';
  readonly function: Tool;
}

/** A tool in the format of OpenAI chat completions. */
export function functionTool({ name, description, parameters }: Tool): FunctionTool {
  return { type: 'function', function: { name, description, parameters } };
}
