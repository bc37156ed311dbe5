import type { ReplyPart } from '../core/index.ts';
// Reasoning that a model writes into its text: <think> … </think> at the very beginning of a reply.

const NAMES = 'think|thinking|reasoning';
const opened = new RegExp(`^\\s*<(${NAMES})>`);
// Templates that open the block in the prompt leave a reply with its end alone.
const closedOnly = new RegExp(`^[\\s\\S]*?</(?:${NAMES})>[ \\t]*(?:\\r?\\n|$)`);

export interface Spoken {
  readonly text: string;
  /** The reasoning never ended: there is nothing after it. */
  readonly unclosed: boolean;
}

export function withoutReasoning(text: string): Spoken {
  const name = opened.exec(text)?.[1];
  if (name === undefined) {
    const end = closedOnly.exec(text);
    return { text: end ? text.slice(end[0].length) : text, unclosed: false };
  }
  const end = text.indexOf(`</${name}>`);
  if (end < 0) return { text: '', unclosed: true };
  return { text: text.slice(end + `</${name}>`.length).trimStart(), unclosed: false };
}

/** A reply's parts with the reasoning taken out of the text; parts of nothing but reasoning stay as they came. */
export function partsWithoutReasoning(parts: readonly ReplyPart[]): ReplyPart[] {
  const first = parts.findIndex((part) => part.type === 'text');
  return parts.flatMap((part, index): ReplyPart[] => {
    if (part.type !== 'text') return [part];
    const text = index === first ? withoutReasoning(part.text).text : part.text;
    return text.trim() ? [{ ...part, text }] : [];
  });
}
