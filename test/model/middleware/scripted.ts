// A model that returns scripted replies and faults, for tests of middleware.
import type { ModelReply, ModelRequest } from '../../../src/core/index.ts';
import { ModelFault, type CallContext, type Model, type ModelFaultKind } from '../../../src/model/index.ts';

export const reply = (text: string, usage: ModelReply['usage'] = {}): ModelReply => ({
  parts: [{ type: 'text', text }],
  finish: 'stop',
  usage,
  latencyMs: 10,
  attempts: 1,
});

export const fault = (kind: ModelFaultKind, retryable: boolean, retryAfterMs?: number) =>
  new ModelFault(kind, `scripted ${kind}`, { retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });

export interface Scripted extends Model {
  readonly calls: { request: ModelRequest; context: CallContext }[];
}

/** A model that gives these answers in order, and repeats the last one. */
export function scripted(...answers: (ModelReply | Error)[]): Scripted {
  const calls: Scripted['calls'] = [];
  return {
    name: 'test/model',
    sees: false,
    calls,
    async complete(request, context) {
      const answer = answers[Math.min(calls.length, answers.length - 1)];
      calls.push({ request, context });
      if (answer === undefined) throw new Error('the script is empty');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

export const ask = (text: string): ModelRequest => ({
  system: 'Be brief.',
  messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
  tools: [],
  parameters: {},
});

export const at = (trial: string, turn = 1, signal: AbortSignal = new AbortController().signal): CallContext => ({
  trial,
  turn,
  signal,
});
