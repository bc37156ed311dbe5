import type { DialectName, Message, ModelReply, ReplyPart, Tool, UserPart } from '../core/index.ts';
// A dialect: how a model says "run this" and "I am done", and how it hears what came of it.

/** The tool call that a step came from; the other dialects have none. */
export interface Call {
  readonly id: string;
  readonly name: string;
}

export const objections = ['unknown-tool', 'malformed-call', 'submit-beside-code', 'submit-without-answer'] as const;
/** Why a call is not carried out. */
export type Objection = (typeof objections)[number];

/** What a reply asks for: code to run, or a call that gets an objection in place of a result. */
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
  /** What the model says beside its code, without its reasoning. */
  readonly analysis: string;
  /** In order; none in a reply that ends the trial. */
  readonly steps: readonly Step[];
  /** The final response: of a reply without steps. Empty when the model said nothing. */
  readonly final: string | undefined;
  /** The calls by which it was handed in: they want an answer if the trial goes on after all. */
  readonly submits: readonly Call[];
  readonly ambiguities: readonly Ambiguity[];
}

export interface StepResult {
  readonly step: Step;
  readonly parts: readonly UserPart[];
}

/** A message that is not the model's own. */
export type ToModel = Exclude<Message, { role: 'assistant' }>;

export interface Dialect {
  readonly name: DialectName;
  readonly tools: readonly Tool[];
  readonly stop: readonly string[];
  read(reply: Pick<ModelReply, 'parts' | 'finish'>): ReplyReading;
  /** A reply as it stands in the conversation from then on. */
  remember(parts: readonly ReplyPart[]): ReplyPart[];
  /** What goes back to the model: the results of its steps, then what the harness has to say. */
  respond(results: readonly StepResult[], notices: readonly string[]): ToModel[];
}

export function replyText(parts: readonly ReplyPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** One message of the user's: results and notices one after the other. */
export function asUserMessage(results: readonly StepResult[], notices: readonly string[]): ToModel[] {
  const parts = [...results.flatMap((result) => result.parts), ...notices.map(textPart)];
  return parts.length > 0 ? [{ role: 'user', parts }] : [];
}

export function textPart(text: string): Extract<UserPart, { type: 'text' }> {
  return { type: 'text', text };
}
