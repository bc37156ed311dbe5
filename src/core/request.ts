// A request as it was sent: events keep of each only what the one before did not have, for pictures are large.
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

/** The request of a turn, whole; the last one sent when a turn took more than one. Undefined when there was none. */
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
