// A fake model: it replies with the lines of a script, and keeps the requests.
import type { ModelReply, ModelRequest, ReplyPart } from '../../src/core/index.ts';
import { ModelFault, type CallContext, type Model } from '../../src/model/index.ts';

/** A text, a reply, a fault, or a function that makes a text or a reply from the request. */
export type Line =
  | string
  | Partial<ModelReply>
  | ModelFault
  | ((request: ModelRequest, context: CallContext) => string | Partial<ModelReply> | Promise<string>);

export interface ScriptedModel extends Model {
  readonly requests: ModelRequest[];
}

/** The same script for every trial, or one that depends on the trial. */
export function scriptedModel(
  script: readonly Line[] | ((trial: string) => readonly Line[]),
  { sees = false } = {},
): ScriptedModel {
  const requests: ModelRequest[] = [];
  const said = new Map<string, number>();
  return {
    name: 'scripted/model',
    sees,
    requests,
    async complete(request, context) {
      context.signal.throwIfAborted();
      requests.push(structuredClone(request));
      const lines = typeof script === 'function' ? script(context.trial) : script;
      const count = said.get(context.trial) ?? 0;
      said.set(context.trial, count + 1);
      const line = lines[count];
      if (line === undefined) throw new Error(`the script has no line ${count + 1}`);
      if (line instanceof ModelFault) throw line;
      const made = typeof line === 'function' ? await line(request, context) : line;
      return reply(typeof made === 'string' ? { parts: [{ type: 'text', text: made }] } : made);
    },
  };
}

function reply(given: Partial<ModelReply>): ModelReply {
  return {
    parts: [],
    finish: 'stop',
    usage: { inputTokens: 10, outputTokens: 5 },
    latencyMs: 1,
    attempts: 1,
    ...given,
  };
}

export const text = (said: string): ReplyPart => ({ type: 'text', text: said });

/** A tool call. Its arguments are a value, or the raw text of a malformed call. */
export function call(name: string, input: unknown, id = `call-${name}`): ReplyPart {
  if (typeof input === 'string') return { type: 'tool-call', id, name, input: undefined, raw: input };
  return { type: 'tool-call', id, name, input: input as never, raw: JSON.stringify(input) };
}

export const python = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;
