// An episode: the conversation of one trial, or of a chat, as a state machine. The caller sends `request()` to a model and
// passes the reply to `step()`, which runs its code and prepares the next request, or says how the episode finished.
// An episode calls no model. A turn is one reply of the model.
import {
  reasonOf,
  type EventBody,
  type InputFile,
  type Language,
  type ModelReply,
  type ModelRequest,
  type RequestParameters,
} from '../core/index.ts';
import {
  answerBlock,
  textPart,
  type Call,
  type Dialect,
  type ReplyReading,
  type Step,
  type StepResult,
  type ToModel,
} from '../dialects/index.ts';
import type { Interpreter } from '../interpreter/index.ts';
import { Conversation } from './conversation.ts';
import type { Finish } from './finish.ts';
import { observe } from './observation.ts';
import { firstMessage, promptTexts, type NoticeReason, type PromptTexts } from './prompts/index.ts';
import { runCell } from './run-cell.ts';

export interface EpisodeOptions {
  readonly dialect: Dialect;
  /** The system prompt. */
  readonly system: string;
  /** The language of notices and observations. */
  readonly lang: Language;
  readonly parameters?: Omit<RequestParameters, 'stop'>;
  /** The number of replies after each message of the user. */
  readonly maxTurns: number;
  /** Figures go to the model as pictures. */
  readonly sees: boolean;
  /** The query asks for an answer block. */
  readonly wantsAnswer: boolean;
  /** The first message of the user. A chat has none: it begins with `say`. */
  readonly query?: { readonly text: string; readonly files: readonly InputFile[] };
}

/** Where the cells of an episode run and where its events go. */
export interface EpisodeContext {
  readonly interpreter: Pick<Interpreter, 'run'>;
  readonly record: (event: EventBody) => void;
}

/** Messages for the model, which are part of the next request; or the end of the episode. */
export type EpisodeStep =
  | { readonly kind: 'messages'; readonly messages: readonly ToModel[] }
  | { readonly kind: 'finish'; readonly finish: Finish };

export class Episode {
  readonly #options: EpisodeOptions;
  readonly #context: EpisodeContext;
  readonly #texts: PromptTexts;
  readonly #conversation: Conversation;
  readonly #told = new Set<NoticeReason>();
  #waitsFor: 'user' | 'reply' | 'cells' = 'user';
  #request: ModelRequest | undefined;
  #turn = 1;
  #lastTurn = 0;
  #cells = 0;
  #lastCode: string | undefined;
  /** Tool calls of the last reply that have no result yet. */
  #openCalls: readonly Call[] = [];

  constructor(options: EpisodeOptions, context: EpisodeContext) {
    const { dialect, system, parameters = {}, lang, query } = options;
    this.#options = options;
    this.#context = context;
    this.#texts = promptTexts[lang];
    const { record } = context;
    this.#conversation = new Conversation({ dialect, system, parameters, texts: this.#texts, record });
    if (query) this.say(query.text, query.files);
  }

  /** The number of the next reply, from 1. */
  get turn(): number {
    return this.#turn;
  }

  /** The request for the next reply. It is recorded once, however often it is asked for. */
  request(): ModelRequest {
    this.#requireOpen();
    this.#request ??= this.#conversation.request(this.#turn);
    return this.#request;
  }

  /** Takes the reply to `request()`: runs its code, or finishes. */
  async step(reply: ModelReply, signal: AbortSignal = new AbortController().signal): Promise<EpisodeStep> {
    this.request();
    this.#waitsFor = 'cells';
    try {
      return await this.#take(reply, signal);
    } finally {
      // A finish or an error: #goOn has not been called.
      if (this.#waitsFor === 'cells') this.#waitsFor = 'user';
    }
  }

  async #take(reply: ModelReply, signal: AbortSignal): Promise<EpisodeStep> {
    const turn = this.#turn;
    this.#turn += 1;
    this.#conversation.recordReply(turn, reply);
    const reading = this.#options.dialect.read(reply);
    if (reading.ambiguities.length > 0) {
      this.#context.record({ kind: 'ambiguity', turn, what: [...reading.ambiguities] });
    }
    this.#conversation.remember(reply.parts);
    this.#openCalls = callsOf(reading);
    if (reading.final !== undefined) return this.#conclude(turn, reply, reading, reading.final);
    if (turn === this.#lastTurn) return finished({ kind: 'ended', outcome: { kind: 'turn-limit' } });
    return await this.#carryOut(turn, reply, reading, signal);
  }

  /** The model refused `request()` as too long: shortens earlier observations, once after each message of the user. */
  contextTooLong(): EpisodeStep {
    this.#requireOpen();
    const notice = this.#isFirst('context-shortened') ? this.#conversation.shorten() : undefined;
    if (notice) return this.#goOn([notice]);
    this.#waitsFor = 'user';
    return finished({ kind: 'ended', outcome: { kind: 'context-limit' } });
  }

  /** A message of the user. It opens the episode, also after a finish, for `maxTurns` further replies. */
  say(text: string, files: readonly InputFile[] = []): void {
    if (this.#waitsFor === 'cells') throw new Error('the episode runs cells: wait for step() first');
    const results = this.#openCalls.map((call) => this.#unfinished(call));
    this.#openCalls = [];
    this.#conversation.say(firstMessage(text, files, this.#texts), results);
    this.#told.clear();
    this.#lastTurn = this.#turn - 1 + this.#options.maxTurns;
    this.#goOn([]);
  }

  #requireOpen(): void {
    if (this.#waitsFor === 'user') throw new Error('the episode waits for a message of the user: call say() first');
    if (this.#waitsFor === 'cells') throw new Error('the episode runs cells: wait for step() first');
  }

  #goOn(messages: readonly ToModel[]): EpisodeStep {
    this.#waitsFor = 'reply';
    this.#request = undefined;
    return { kind: 'messages', messages };
  }

  #respond(turn: number, results: readonly StepResult[], notices: readonly NoticeReason[]): EpisodeStep {
    this.#openCalls = [];
    return this.#goOn(this.#conversation.respond(turn, results, notices));
  }

  /** The finish, or one reminder about what the final response lacks. */
  #conclude(turn: number, { finish }: ModelReply, { submits }: ReplyReading, final: string): EpisodeStep {
    const flaw = this.#flawOf(final, finish);
    if (flaw && turn < this.#lastTurn && this.#isFirst(flaw)) {
      const results = submits.map((call) => this.#object({ kind: 'objection', why: 'submit-without-answer', call }));
      return this.#respond(turn, results, [flaw]);
    }
    if (flaw === 'refusal') {
      const reason = 'the model declined the request';
      return finished({ kind: 'ended', outcome: { kind: 'no-answer', reason } });
    }
    return finished({ kind: 'response', text: final });
  }

  #flawOf(final: string, finish: ModelReply['finish']): NoticeReason | undefined {
    if (finish === 'refusal') return 'refusal';
    const answered = !this.#options.wantsAnswer || answerBlock(final) !== null;
    if (finish === 'length' && !(this.#options.wantsAnswer && answered)) return 'cut-off';
    if (final === '') return 'empty-reply';
    return answered ? undefined : 'answer-missing';
  }

  async #carryOut(
    turn: number,
    { finish }: ModelReply,
    { steps, ambiguities }: ReplyReading,
    signal: AbortSignal,
  ): Promise<EpisodeStep> {
    const notices: NoticeReason[] = [];
    const tell = (reason: NoticeReason, holds: boolean) => {
      if (holds && this.#isFirst(reason)) notices.push(reason);
    };
    const results: StepResult[] = [];
    for (const step of steps) {
      tell('repeated-code', step.kind === 'run' && step.code.trim() === this.#lastCode);
      results.push(step.kind === 'run' ? await this.#runStep(step, signal) : this.#object(step));
      if (signal.aborted) return finished(cancelled(signal));
    }
    tell('answer-beside-code', ambiguities.includes('answer-beside-code'));
    tell('cut-off', finish === 'length');
    tell('last-turn', turn === this.#lastTurn - 1);
    return this.#respond(turn, results, notices);
  }

  async #runStep(step: Extract<Step, { kind: 'run' }>, signal: AbortSignal): Promise<StepResult> {
    this.#cells += 1;
    this.#lastCode = step.code.trim();
    const result = await runCell({ ...this.#context, signal }, this.#cells, step.code);
    return { step, parts: observe(result, this.#texts, this.#options.sees) };
  }

  /** The result of a call that cannot be carried out: the reason. */
  #object(step: Extract<Step, { kind: 'objection' }>): StepResult {
    const text = this.#texts.objections[step.why];
    this.#context.record({ kind: 'notice', text, reason: step.why });
    return { step, parts: [textPart(text)] };
  }

  /** The result of a call that was open when the user went on: services refuse a call without a result. */
  #unfinished(call: Call): StepResult {
    const text = call.name === 'submit' ? this.#texts.submitted : this.#texts.notCompleted;
    return { step: { kind: 'run', code: '', call }, parts: [textPart(text)] };
  }

  /** Whether the model gets this notice for the first time since the last message of the user. */
  #isFirst(reason: NoticeReason): boolean {
    if (this.#told.has(reason)) return false;
    this.#told.add(reason);
    return true;
  }
}

function callsOf({ steps, submits }: ReplyReading): Call[] {
  return [...steps.flatMap(({ call }) => (call ? [call] : [])), ...submits];
}

function finished(finish: Finish): EpisodeStep {
  return { kind: 'finish', finish };
}

/** The finish of work that its signal has stopped. */
export function cancelled({ reason }: AbortSignal): Finish {
  return { kind: 'ended', outcome: { kind: 'cancelled', reason: reasonOf(reason ?? 'stopped') } };
}
