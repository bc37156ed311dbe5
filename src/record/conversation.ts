// A recorded conversation, read back from events.
import {
  isKnownEvent,
  requestAt,
  type DialectName,
  type Event,
  type RequestParameters,
  type SentMessage,
  type Tool,
  type UnknownEvent,
} from '../core/index.ts';
import { dialects, type Dialect } from '../dialects/index.ts';

export type Recorded = readonly (Event | UnknownEvent)[];
export type EventOf<K extends Event['kind']> = Extract<Event, { kind: K }>;

export interface RecordedRequest {
  readonly messages: readonly SentMessage[];
  readonly tools: readonly Tool[];
  readonly dialect: Dialect;
  readonly reasoningEffort: string | undefined;
}

export function knownEvents(events: Recorded): Event[] {
  return events.filter(isKnownEvent);
}

/** The request of a turn as it was sent; undefined if the turn has no request. */
export function recordedRequest(events: Recorded, turn: number): RecordedRequest | undefined {
  const sent = requestAt(events, turn);
  if (!sent) return undefined;
  const { messages, tools, parameters } = sent;
  return { messages, tools, dialect: dialectOf(sent), reasoningEffort: parameters.reasoningEffort };
}

interface Sent {
  readonly dialect?: DialectName | undefined;
  readonly tools: readonly Tool[];
  readonly parameters: RequestParameters;
}

/** Runs of version 0.1 do not name the dialect: it follows from the tools, from the stop sequences, or from neither. */
export function dialectOf({ dialect, tools, parameters: { stop = [] } }: Sent): Dialect {
  if (dialect) return dialects[dialect];
  if (tools.length > 0) return dialects.tools;
  return dialects.tags.stop.some((end) => stop.includes(end)) ? dialects.tags : dialects.fence;
}

/** How the trial ended, and the results of its checks. */
export function verdictOf(events: readonly Event[]) {
  const end = events.findLast((event) => event.kind === 'trial-end');
  const checks = events.flatMap((event) => (event.kind === 'check' ? [event.result] : []));
  return {
    ...(end ? { outcome: end.outcome, score: end.score } : {}),
    checks: checks.map(({ name, ok, message }) => ({ name, ok, message })),
  };
}
