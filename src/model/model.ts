// What a model is to the rest of the house: something that continues a conversation. Providers and middleware implement it.
import type { Json, ModelReply, ModelRequest } from '../core/index.ts';

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
