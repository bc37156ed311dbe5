// Maps errors of the SDK, of services and of the network to ModelFault.
import {
  AISDKError,
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { ModelFault } from '../model.ts';
import { isContextLimit } from './context-limit.ts';
import { retryAfterMs } from './retry-after.ts';

export interface FaultContext {
  readonly maxTokens: number | undefined;
  /** Removes secrets from a text of the service. */
  readonly clean: (text: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Undefined if a service cannot cause the error: a bug of PyBench. */
export function faultOf(error: unknown, context: FaultContext): ModelFault | undefined {
  const own = chain(error).find((each) => each instanceof ModelFault);
  if (own) return own;
  if (APICallError.isInstance(error)) return callFault(error, context);
  if (InvalidResponseDataError.isInstance(error) && /without a finish reason/.test(error.message)) {
    return new ModelFault('unavailable', 'the stream ended before the reply did', { retryable: true });
  }
  if (
    [JSONParseError, TypeValidationError, InvalidResponseDataError, EmptyResponseBodyError].some((kind) =>
      kind.isInstance(error),
    )
  ) {
    return new ModelFault('malformed', 'the service sent a reply that is not in its format', { retryable: true });
  }
  if (AISDKError.isInstance(error)) {
    return new ModelFault('rejected', oneLine(error.message, context), { retryable: false });
  }
  return chain(error).some(isNetworkError) ? networkFault(error, context) : reportedFault(error, context);
}

function callFault(error: APICallError, context: FaultContext): ModelFault {
  const { statusCode: status, responseBody = '', responseHeaders } = error;
  if (status === undefined || (status >= 200 && status < 300)) return networkFault(error, context);
  // If the SDK cannot parse the body, its message is the status alone.
  const said = error.data === undefined ? responseBody || error.message : error.message;
  const text = oneLine(`${status}: ${said}`, context);
  const wait = retryAfterMs(responseHeaders ?? {}, responseBody, context.now());
  return statusFault(status, text, `${error.message} ${responseBody}`, context, wait);
}

function statusFault(status: number, text: string, evidence: string, context: FaultContext, wait?: number): ModelFault {
  const retry = { retryable: true, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
  if (status === 429) {
    // The account has no credit: a retry cannot succeed.
    const empty = /insufficient_quota|exceeded your current quota, please check your plan/i.test(evidence);
    return new ModelFault('rate-limit', text, empty ? { retryable: false } : retry);
  }
  if (status === 401 || status === 403) return new ModelFault('auth', text, { retryable: false });
  if (isContextLimit(status, evidence, context.maxTokens)) {
    return new ModelFault('context-limit', text, { retryable: false });
  }
  if (status >= 500 || [408, 409, 425].includes(status)) return new ModelFault('unavailable', text, retry);
  return new ModelFault('rejected', text, { retryable: false });
}

function networkFault(error: unknown, context: FaultContext): ModelFault {
  const codes = chain(error).map(codeOf);
  const kind = codes.some((code) => /TIMEOUT|ETIMEDOUT/.test(code)) ? 'timeout' : 'unavailable';
  const code = codes.find((each) => each !== '');
  const text = error instanceof Error ? error.message : String(error);
  return new ModelFault(kind, oneLine(code && !text.includes(code) ? `${text} (${code})` : text, context), {
    retryable: true,
  });
}

const statusOfType: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  context_length_exceeded: 400,
  overloaded_error: 529,
};

/** An error that the service reports inside a stream: an object with a message, and a type or code. */
function reportedFault(error: unknown, context: FaultContext): ModelFault | undefined {
  if (error === null || typeof error !== 'object' || error instanceof Error) return undefined;
  const { type, code, message } = error as Readonly<Record<string, unknown>>;
  const status = typeof code === 'number' ? code : (statusOfType[String(code)] ?? statusOfType[String(type)] ?? 500);
  const text = typeof message === 'string' ? message : JSON.stringify(error);
  return statusFault(status, oneLine(text, context), JSON.stringify(error), context);
}

function chain(error: unknown): unknown[] {
  const all: unknown[] = [];
  for (let each = error; each !== undefined && each !== null && all.length < 8;) {
    all.push(each);
    each = (each as { cause?: unknown }).cause;
  }
  return all;
}

function codeOf(error: unknown): string {
  const code: unknown = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : '';
}

function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /^(UND_ERR_|E[A-Z]+$)/.test(codeOf(error)) || /^(terminated|fetch failed|other side closed)$/.test(error.message)
  );
}

function oneLine(text: string, { clean }: FaultContext): string {
  const line = clean(text).replace(/\s+/g, ' ').trim();
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}
