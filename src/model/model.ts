// What a model is to the rest of the house: something that continues a conversation. Providers and middleware implement it.
import type { Json } from '../core/index.ts';

export type UserPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mime: string; readonly base64: string };

export type ReplyPart =
  | { readonly type: 'text'; readonly text: string; readonly meta?: Json }
  /** Kept as it came: providers want it back unchanged, or not at all (`signature` and the like are in `meta`). */
  | { readonly type: 'reasoning'; readonly text: string; readonly meta?: Json }
  /** `input` is the parsed arguments; `raw` the text when they could not be parsed. */
  | {
      readonly type: 'tool-call';
      readonly id: string;
      readonly name: string;
      readonly input: Json | undefined;
      readonly raw: string;
      readonly meta?: Json;
    };

export type Message =
  | { readonly role: 'user'; readonly parts: readonly UserPart[] }
  | { readonly role: 'assistant'; readonly parts: readonly ReplyPart[] }
  | { readonly role: 'tool'; readonly id: string; readonly name: string; readonly parts: readonly UserPart[] };

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Json;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  readonly parameters: {
    readonly temperature?: number;
    readonly maxTokens?: number;
    readonly reasoningEffort?: string;
    readonly stop?: readonly string[];
    readonly seed?: number;
  };
}

export interface ModelReply {
  readonly parts: readonly ReplyPart[];
  readonly finish: 'stop' | 'length' | 'tool-calls' | 'refusal' | 'other';
  readonly usage: {
    readonly inputTokens?: number;
    readonly outputTokens?: number;
    /** Of the input: read from the service's cache, and written to it. */
    readonly cachedTokens?: number;
    readonly cacheWriteTokens?: number;
    readonly reasoningTokens?: number;
    readonly cost?: number;
  };
  readonly latencyMs: number;
  /** Tries that it took, this one included. */
  readonly attempts: number;
}

/** Where in a run a call belongs: for recording, replaying, caching by attempt, and budgets. */
export interface CallContext {
  readonly trial: string;
  readonly turn: number;
  readonly signal: AbortSignal;
}

export interface Model {
  /** `provider/model`, as the user wrote it. */
  readonly name: string;
  /** Whether it takes pictures. */
  readonly sees: boolean;
  /** Of a recording: how the agent was set up that spoke with it. */
  readonly recorded?: Readonly<Record<string, Json>>;
  complete(request: ModelRequest, context: CallContext): Promise<ModelReply>;
}

/** Why a call came to nothing. `context-limit`: the conversation is too long. `budget`: a limit of the trial's own; `run-budget`: of the run's. The rest is no fault of the agent's. */
export type ModelFaultKind =
  | 'context-limit'
  | 'budget'
  | 'run-budget'
  | 'rate-limit'
  | 'unavailable'
  | 'rejected'
  | 'malformed'
  | 'timeout'
  | 'auth';

export class ModelFault extends Error {
  readonly kind: ModelFaultKind;
  /** What the service asked us to wait, in ms. */
  readonly retryAfterMs: number | undefined;
  readonly retryable: boolean;

  constructor(
    kind: ModelFaultKind,
    message: string,
    options: { retryable: boolean; retryAfterMs?: number; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = 'ModelFault';
    this.kind = kind;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
  }
}
