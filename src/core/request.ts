// Rebuilds requests. An event stores only what its request adds to the one before, because pictures are large.
import type { Event, UnknownEvent } from './event.ts';
import { isKnownEvent } from './event.ts';
import type { DialectName } from './dialect-name.ts';
import type { RequestParameters, SentMessage, Tool } from './message.ts';

export interface SentRequest {
  readonly dialect?: DialectName | undefined;
  readonly messages: readonly SentMessage[];
  readonly parameters: RequestParameters;
  readonly tools: readonly Tool[];
}

/** The complete last request of a turn, or undefined if the turn sent none. */
export function requestAt(events: readonly (Event | UnknownEvent)[], turn: number): SentRequest | undefined {
  let messages: readonly SentMessage[] = [];
  let sent: SentRequest | undefined;
  for (const event of events) {
    if (!isKnownEvent(event) || event.kind !== 'request' || event.turn > turn) continue;
    messages = [...messages.slice(0, event.earlier), ...event.messages];
    if (event.turn === turn)
      sent = { dialect: event.dialect, messages, parameters: event.parameters, tools: event.tools };
  }
  return sent;
}
