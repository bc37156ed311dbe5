// The interface of a wire format: the paths that it serves, the requests that it refuses, and the encoding of replies.
import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';

export interface ScriptedReply {
  readonly text?: string;
  readonly reasoning?: string;
  /** `arguments` is sent as it is when it is a string, which may be broken JSON. */
  readonly toolCalls?: readonly { readonly id?: string; readonly name: string; readonly arguments: unknown }[];
  /** The reason of an abnormal end of the reply. */
  readonly finish?: 'length' | 'refusal';
  readonly usage?: {
    readonly input?: number;
    readonly output?: number;
    readonly cached?: number;
    readonly reasoning?: number;
    /** Sent on the chat wire only, in the format of OpenRouter. */
    readonly cost?: number;
  };
  /** The delay before the first byte. */
  readonly delayMs?: number;
}

export interface SeenCall {
  readonly wire: 'chat' | 'messages' | 'responses' | 'google';
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** Counted from 0. */
  readonly index: number;
}

export interface Wire {
  readonly name: SeenCall['wire'];
  serves(path: string): boolean;
  /** Why the real service would refuse this call; undefined if it would accept it. */
  objection(call: SeenCall): string | undefined;
  /** The body of an error in the format of the service. */
  refusal(status: number, message: string): unknown;
  /** The events of a reply, each as the text that is sent. */
  frames(reply: ScriptedReply, call: SeenCall): string[];
}

export const spent = ({ usage }: ScriptedReply) => ({ input: 100, output: 20, cached: 0, reasoning: 0, ...usage });

export const spelled = (argument: unknown) => (typeof argument === 'string' ? argument : JSON.stringify(argument));

/** Splits a text into pieces, as a service streams it. */
export function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,16}/gu) ?? [];
}

export function shapeObjection(schema: z.ZodType, call: SeenCall): string | undefined {
  const read = schema.safeParse(call.body);
  if (read.success) return undefined;
  const [issue] = read.error.issues;
  return `${call.wire}: ${issue?.path.join('.')}: ${issue?.message}`;
}

/** Calls that were not answered, and answers to calls that were not made, in the order of a conversation. */
export function callObjection(
  turns: readonly { readonly calls?: readonly string[]; readonly answers?: readonly string[] }[],
): string | undefined {
  let waiting: string[] = [];
  for (const { calls = [], answers = [] } of turns) {
    for (const id of answers) {
      if (!waiting.includes(id)) return `a result for ${id}, which is no open call`;
      waiting = waiting.filter((each) => each !== id);
    }
    if (answers.length === 0 && waiting.length > 0) return `no result for the call ${waiting[0]}`;
    waiting.push(...calls);
  }
  return waiting.length > 0 ? `no result for the call ${waiting[0]}` : undefined;
}
