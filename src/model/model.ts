// The interface of a model: it continues a conversation. Providers and middleware implement it.
import type { Json, ModelReply, ModelRequest } from '../core/index.ts';

/** The trial and turn of a call: for recording, replay, the cache by attempt, and budgets. */
export interface CallContext {
  readonly trial: string;
  readonly turn: number;
  readonly signal: AbortSignal;
}

export interface Model {
  /** `provider/model`, as the user wrote it. */
  readonly name: string;
  /** Whether it accepts pictures. */
  readonly sees: boolean;
  /** Of a replay: the settings of the recorded agent. */
  readonly recorded?: Readonly<Record<string, Json>>;
  complete(request: ModelRequest, context: CallContext): Promise<ModelReply>;
}

/**
 * Why a call failed. `context-limit`: the conversation is too long. `budget`: the trial reached its own limit; `run-budget`:
 * the run reached its limit. The other kinds are faults of the service.
 */
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
  /** The wait that the service asked for, in ms. */
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
