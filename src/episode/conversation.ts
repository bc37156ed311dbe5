// The messages of an episode and their record: what the model is sent and what it replies.
import type {
  EventBody,
  Message,
  ModelReply,
  ModelRequest,
  ReplyPart,
  RequestParameters,
  SentMessage,
  UserPart,
} from '../core/index.ts';
import { type Dialect, type StepResult, textPart, type ToModel } from '../dialects/index.ts';
import { cut } from './observation.ts';
import type { NoticeReason, PromptTexts } from './prompts/index.ts';

/** The length to which earlier observations are cut when the conversation has become too long. */
const SHORT = 500;

export interface ConversationOptions {
  readonly dialect: Dialect;
  readonly system: string;
  readonly parameters: Omit<RequestParameters, 'stop'>;
  readonly texts: PromptTexts;
  readonly record: (event: EventBody) => void;
}

export class Conversation {
  readonly #options: ConversationOptions;
  readonly #messages: Message[] = [];
  /** The index of the last recorded message that is unchanged since; the system prompt is message 0. */
  #unchanged = -1;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** The request for the next reply, recorded. */
  request(turn: number): ModelRequest {
    const { dialect, system, parameters, record } = this.#options;
    const { tools, stop } = dialect;
    const request: ModelRequest = {
      system,
      messages: [...this.#messages],
      tools,
      parameters: { ...parameters, ...(stop.length > 0 ? { stop } : {}) },
    };
    const sent: SentMessage[] = [{ role: 'system', parts: [textPart(system)] }, ...this.#messages];
    const earlier = this.#unchanged + 1;
    record({
      kind: 'request',
      turn,
      dialect: dialect.name,
      earlier,
      messages: sent.slice(earlier),
      parameters: request.parameters,
      tools,
    });
    this.#unchanged = this.#messages.length;
    return request;
  }

  recordReply(turn: number, { parts, finish, usage, latencyMs, attempts }: ModelReply): void {
    this.#options.record({ kind: 'reply', turn, parts, finish, usage, latencyMs, attempts });
  }

  /** Appends a reply. An empty one is not kept: services refuse messages without content. */
  remember(parts: readonly ReplyPart[]): void {
    const kept = this.#options.dialect.remember(parts);
    if (kept.some(({ type }) => type !== 'reasoning')) this.#messages.push({ role: 'assistant', parts: kept });
  }

  /** Appends results and notices, and records exactly these. */
  respond(turn: number, results: readonly StepResult[], reasons: readonly NoticeReason[]): ToModel[] {
    const { dialect, texts, record } = this.#options;
    const messages = dialect.respond(
      results,
      reasons.map((reason) => texts.notices[reason]),
    );
    for (const message of messages) {
      if (results.length > 0) {
        const call = message.role === 'tool' ? { call: message.id } : {};
        record({ kind: 'observation', turn, parts: message.parts, ...call });
      }
      this.#addMerged(message);
    }
    for (const reason of reasons) record({ kind: 'notice', text: texts.notices[reason], reason });
    return messages;
  }

  /** Appends a message of the user, after results for the calls that have none yet. The next request records both. */
  say(text: string, results: readonly StepResult[]): void {
    for (const message of this.#options.dialect.respond(results, [])) this.#messages.push(message);
    const message = { role: 'user' as const, parts: [textPart(text)] };
    if (this.#messages.at(-1)?.role === 'user') this.#addMerged(message);
    else this.#messages.push(message);
  }

  /** Shortens all observations but the last one. Returns the notice, or nothing if no observation is long. */
  shorten(): ToModel | undefined {
    const { texts, record } = this.#options;
    let shorter = false;
    const last = this.#messages.findLastIndex(({ role }) => role !== 'assistant');
    for (const [index, message] of this.#messages.entries()) {
      if (index === 0 || index >= last || message.role === 'assistant') continue;
      const parts = shortened(message.parts, texts);
      if (!parts) continue;
      this.#messages[index] = { ...message, parts };
      this.#unchanged = Math.min(this.#unchanged, index);
      shorter = true;
    }
    if (!shorter) return undefined;
    const text = texts.notices['context-shortened'];
    const notice = { role: 'user' as const, parts: [textPart(text)] };
    this.#addMerged(notice);
    record({ kind: 'notice', text, reason: 'context-shortened' });
    return notice;
  }

  /** Merges two user messages in a row into one: some chat templates refuse them. */
  #addMerged(message: Message): void {
    const index = this.#messages.length - 1;
    const last = this.#messages[index];
    if (message.role === 'user' && last && last.role !== 'assistant') {
      this.#messages[index] = { ...last, parts: [...last.parts, ...message.parts] };
      this.#unchanged = Math.min(this.#unchanged, index);
    } else {
      this.#messages.push(message);
    }
  }
}

function shortened(parts: readonly UserPart[], texts: PromptTexts): UserPart[] | undefined {
  const short = parts.map((part) => textPart(part.type === 'text' ? cut(part.text, SHORT, texts) : texts.shortened));
  const changed = parts.some((part, index) => part.type !== 'text' || part.text !== short[index]?.text);
  return changed ? short : undefined;
}
