// The conversation of one trial: what the model is sent, what it says, and the record of both.
import type { EventBody, Message, ModelReply, ModelRequest, ReplyPart, SentMessage, UserPart } from '../core/index.ts';
import type { CallContext, Model } from '../model/index.ts';
import { type Dialect, type StepResult, textPart } from '../dialects/index.ts';
import { cut } from './observation.ts';
import type { NoticeReason, PromptTexts } from './prompts/index.ts';

/** What is left of an earlier observation when the conversation has become too long. */
const SHORT = 500;

export interface ConversationOptions {
  readonly model: Model;
  readonly dialect: Dialect;
  readonly system: string;
  readonly parameters: ModelRequest['parameters'];
  readonly say: PromptTexts;
  readonly record: (event: EventBody) => void;
}

export class Conversation {
  readonly #options: ConversationOptions;
  readonly #messages: Message[];
  readonly #told = new Set<NoticeReason>();
  /** Messages that stand as they stood in the last request. */
  #unchanged = -1;

  constructor(options: ConversationOptions, first: string) {
    this.#options = options;
    this.#messages = [{ role: 'user', parts: [textPart(first)] }];
  }

  /** One reply of the model's, or whatever it throws. */
  async ask(context: CallContext): Promise<ModelReply> {
    const { model, dialect, system, parameters, record } = this.#options;
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
      turn: context.turn,
      dialect: dialect.name,
      earlier,
      messages: sent.slice(earlier),
      parameters: request.parameters,
      tools,
    });
    this.#unchanged = this.#messages.length;
    const reply = await model.complete(request, context);
    const { parts, finish, usage, latencyMs, attempts } = reply;
    record({ kind: 'reply', turn: context.turn, parts, finish, usage, latencyMs, attempts });
    return reply;
  }

  /** Keeps a reply. One that says nothing leaves no trace: services refuse messages without content. */
  remember(parts: readonly ReplyPart[]): void {
    const kept = this.#options.dialect.remember(parts);
    if (kept.some(({ type }) => type !== 'reasoning')) this.#messages.push({ role: 'assistant', parts: kept });
  }

  /** Sends results and notices back, and records exactly that. */
  respond(turn: number, results: readonly StepResult[], reasons: readonly NoticeReason[]): void {
    const { dialect, say, record } = this.#options;
    for (const message of dialect.respond(results, this.#notices(reasons))) {
      if (results.length > 0) {
        const call = message.role === 'tool' ? { call: message.id } : {};
        record({ kind: 'observation', turn, parts: message.parts, ...call });
      }
      this.#add(message);
    }
    for (const reason of reasons) record({ kind: 'notice', text: say.notices[reason], reason });
  }

  /** Whether the model has not been told this yet. From now on it has. */
  first(reason: NoticeReason): boolean {
    if (this.#told.has(reason)) return false;
    this.#told.add(reason);
    return true;
  }

  /** Shortens all observations but the last one. False when there was nothing to shorten. */
  shorten(): boolean {
    const { say, record } = this.#options;
    let shorter = false;
    const last = this.#messages.findLastIndex(({ role }) => role !== 'assistant');
    for (const [index, message] of this.#messages.entries()) {
      if (index === 0 || index >= last || message.role === 'assistant') continue;
      const parts = shortened(message.parts, say);
      if (!parts) continue;
      this.#messages[index] = { ...message, parts };
      this.#unchanged = Math.min(this.#unchanged, index);
      shorter = true;
    }
    if (!shorter) return false;
    const text = say.notices['context-shortened'];
    this.#add({ role: 'user', parts: [textPart(text)] });
    record({ kind: 'notice', text, reason: 'context-shortened' });
    return true;
  }

  #notices(reasons: readonly NoticeReason[]): string[] {
    return reasons.map((reason) => this.#options.say.notices[reason]);
  }

  /** Two messages of the user's in a row become one: not every chat template takes them. */
  #add(message: Message): void {
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

function shortened(parts: readonly UserPart[], say: PromptTexts): UserPart[] | undefined {
  const short = parts.map((part) => textPart(part.type === 'text' ? cut(part.text, SHORT, say) : say.shortened));
  const changed = parts.some((part, index) => part.type !== 'text' || part.text !== short[index]?.text);
  return changed ? short : undefined;
}
