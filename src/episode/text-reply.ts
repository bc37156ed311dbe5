// A reply made from plain text, for callers that sample from a model themselves, such as an RL server.
import type { ModelReply } from '../core/index.ts';

/** `finish` is `length` if the text was cut off at the token limit. */
export function textReply(text: string, finish: ModelReply['finish'] = 'stop'): ModelReply {
  const parts = text === '' ? [] : [{ type: 'text' as const, text }];
  return { parts, finish, usage: {}, latencyMs: 0, attempts: 1 };
}
