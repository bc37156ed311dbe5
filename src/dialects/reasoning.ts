// Reasoning that a model writes into its text: <think> … </think> at the beginning of a reply.
import type { ReplyPart } from '../core/index.ts';

const NAMES = 'think|thinking|reasoning';
const opened = new RegExp(`^\\s*<(${NAMES})>`);
// Some chat templates open the block in the prompt, so that the reply has its end only.
const closedOnly = new RegExp(`^[\\s\\S]*?</(?:${NAMES})>[ \\t]*(?:\\r?\\n|$)`);

export interface TextWithoutReasoning {
  readonly text: string;
  /** The reasoning has no end, so that no text follows it. */
  readonly unclosed: boolean;
}

export function withoutReasoning(text: string): TextWithoutReasoning {
  const name = opened.exec(text)?.[1];
  if (name === undefined) {
    const end = closedOnly.exec(text);
    return { text: end ? text.slice(end[0].length) : text, unclosed: false };
  }
  const end = text.indexOf(`</${name}>`);
  if (end < 0) return { text: '', unclosed: true };
  return { text: text.slice(end + `</${name}>`.length).trimStart(), unclosed: false };
}

/** The parts of a reply without reasoning in their text; parts of type `reasoning` are unchanged. */
export function partsWithoutReasoning(parts: readonly ReplyPart[]): ReplyPart[] {
  const first = parts.findIndex((part) => part.type === 'text');
  return parts.flatMap((part, index): ReplyPart[] => {
    if (part.type !== 'text') return [part];
    const text = index === first ? withoutReasoning(part.text).text : part.text;
    return text.trim() ? [{ ...part, text }] : [];
  });
}
