// A dialect: how a model marks code to run and its final response, and how it gets the results.
import type { DialectName, Message, ModelReply, ReplyPart, Tool, UserPart } from '../core/index.ts';

/** The tool call of a step; only the dialect `tools` has calls. */
export interface Call {
  readonly id: string;
  readonly name: string;
}

const objections = ['unknown-tool', 'malformed-call', 'submit-beside-code', 'submit-without-answer'] as const;
/** Why the harness does not carry out a call. */
export type Objection = (typeof objections)[number];

/** One request of a reply: code to run, or a call that gets an objection instead of a result. */
export type Step =
  | { readonly kind: 'run'; readonly code: string; readonly call?: Call }
  | { readonly kind: 'objection'; readonly why: Objection; readonly call: Call };

export type Ambiguity =
  | 'several-fences'
  | 'several-blocks'
  | 'untagged-fence'
  | 'untagged-fence-not-run'
  | 'other-language-not-run'
  | 'unclosed-fence'
  | 'unclosed-block'
  | 'unclosed-reasoning'
  | 'text-after-code'
  | 'code-outside'
  | 'several-answers'
  | 'answer-beside-code'
  | 'repaired-arguments'
  | 'bare-arguments'
  | 'other-argument';

export interface ReplyReading {
  /** The text beside the code, without reasoning. */
  readonly analysis: string;
  /** In order; empty in a reply that ends the trial. */
  readonly steps: readonly Step[];
  /** The final response, only in a reply without steps. Empty if the reply is empty. */
  readonly final: string | undefined;
  /** The calls that submitted it. They need a result if the trial goes on. */
  readonly submits: readonly Call[];
  readonly ambiguities: readonly Ambiguity[];
}

export interface StepResult {
  readonly step: Step;
  readonly parts: readonly UserPart[];
}

/** A message that goes to the model. */
export type ToModel = Exclude<Message, { role: 'assistant' }>;

export interface Dialect {
  readonly name: DialectName;
  readonly tools: readonly Tool[];
  readonly stop: readonly string[];
  read(reply: Pick<ModelReply, 'parts' | 'finish'>): ReplyReading;
  /** A reply in the form that stays in the conversation. */
  remember(parts: readonly ReplyPart[]): ReplyPart[];
  /** The messages that go back to the model: the results of its steps, then the notices. */
  respond(results: readonly StepResult[], notices: readonly string[]): ToModel[];
}

export function replyText(parts: readonly ReplyPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** One user message: the results, then the notices. */
export function asUserMessage(results: readonly StepResult[], notices: readonly string[]): ToModel[] {
  const parts = [...results.flatMap((result) => result.parts), ...notices.map(textPart)];
  return parts.length > 0 ? [{ role: 'user', parts }] : [];
}

export function textPart(text: string): Extract<UserPart, { type: 'text' }> {
  return { type: 'text', text };
}
