// `interpreter`: a model that works in a Python interpreter, turn by turn. A turn is one reply of the model's.
import { reasonOf, type Outcome, type ModelReply } from '../core/index.ts';
import { ModelFault } from '../model/index.ts';
import { runCell, type Agent, type Finish, type Work } from './agent.ts';
import { answerBlock, type ReplyReading, type Step, type StepResult, textPart } from '../dialects/index.ts';
import { Conversation, type ConversationOptions } from './conversation.ts';
import { observe } from './observation.ts';
import type { NoticeReason } from './prompts/index.ts';

export interface LoopOptions extends Omit<ConversationOptions, 'record'> {
  readonly firstMessage: string;
  readonly maxTurns: number;
  /** Figures go to the model as pictures. */
  readonly sees: boolean;
  /** The query asks for an answer block. */
  readonly wantsAnswer: boolean;
}

export function loopAgent(options: LoopOptions): Agent {
  return { work: (work) => new Loop(options, work).run() };
}

class Loop {
  readonly #options: LoopOptions;
  readonly #work: Work;
  readonly #conversation: Conversation;
  #cells = 0;
  #lastCode: string | undefined;

  constructor(options: LoopOptions, work: Work) {
    this.#options = options;
    this.#work = work;
    this.#conversation = new Conversation({ ...options, record: work.record }, options.firstMessage);
  }

  async run(): Promise<Finish> {
    const { maxTurns, dialect } = this.#options;
    for (let turn = 1; turn <= maxTurns; turn += 1) {
      const reply = await this.#ask(turn);
      if ('kind' in reply) return { kind: 'ended', outcome: reply };
      const reading = dialect.read(reply);
      if (reading.ambiguities.length > 0) {
        this.#work.record({ kind: 'ambiguity', turn, what: [...reading.ambiguities] });
      }
      this.#conversation.remember(reply.parts);
      if (reading.final !== undefined) {
        const finish = this.#conclude(turn, reply, reading, reading.final);
        if (finish) return finish;
      } else {
        if (turn === maxTurns) break;
        await this.#carryOut(turn, reply, reading);
        if (this.#work.signal.aborted) return { kind: 'ended', outcome: this.#cancelled() };
      }
    }
    return { kind: 'ended', outcome: { kind: 'turn-limit' } };
  }

  /** A reply, or how the trial ends without one. */
  async #ask(turn: number): Promise<ModelReply | Outcome> {
    const { trial, signal } = this.#work;
    try {
      return await this.#conversation.ask({ trial, turn, signal });
    } catch (error) {
      if (signal.aborted) return this.#cancelled();
      const tooLong = error instanceof ModelFault && error.kind === 'context-limit';
      if (tooLong && this.#conversation.first('context-shortened') && this.#conversation.shorten()) {
        return await this.#ask(turn);
      }
      return outcomeOf(error);
    }
  }

  /** The end of the trial, or undefined when the model gets another chance. */
  #conclude(turn: number, { finish }: ModelReply, { submits }: ReplyReading, final: string): Finish | undefined {
    const flaw = this.#flawOf(final, finish);
    if (flaw && turn < this.#options.maxTurns && this.#conversation.first(flaw)) {
      const results = submits.map((call) => this.#object({ kind: 'objection', why: 'submit-without-answer', call }));
      this.#conversation.respond(turn, results, [flaw]);
      return undefined;
    }
    if (flaw === 'refusal') {
      return { kind: 'ended', outcome: { kind: 'no-answer', reason: 'the model declined the request' } };
    }
    return { kind: 'response', text: final };
  }

  #flawOf(final: string, finish: ModelReply['finish']): NoticeReason | undefined {
    if (finish === 'refusal') return 'refusal';
    const answered = !this.#options.wantsAnswer || answerBlock(final) !== null;
    if (finish === 'length' && !(this.#options.wantsAnswer && answered)) return 'cut-off';
    if (final === '') return 'empty-reply';
    return answered ? undefined : 'answer-missing';
  }

  async #carryOut(turn: number, { finish }: ModelReply, { steps, ambiguities }: ReplyReading): Promise<void> {
    const notices: NoticeReason[] = [];
    const tell = (reason: NoticeReason, holds: boolean) => {
      if (holds && this.#conversation.first(reason)) notices.push(reason);
    };
    const results: StepResult[] = [];
    for (const step of steps) {
      tell('repeated-code', step.kind === 'run' && step.code.trim() === this.#lastCode);
      results.push(step.kind === 'run' ? await this.#runStep(step) : this.#object(step));
      if (this.#work.signal.aborted) return;
    }
    tell('answer-beside-code', ambiguities.includes('answer-beside-code'));
    tell('cut-off', finish === 'length');
    tell('last-turn', turn === this.#options.maxTurns - 1);
    this.#conversation.respond(turn, results, notices);
  }

  async #runStep(step: Extract<Step, { kind: 'run' }>): Promise<StepResult> {
    this.#cells += 1;
    this.#lastCode = step.code.trim();
    const result = await runCell(this.#work, this.#cells, step.code);
    return { step, parts: observe(result, this.#options.say, this.#options.sees) };
  }

  /** A call always gets a result; one that cannot be carried out gets told why. */
  #object(step: Extract<Step, { kind: 'objection' }>): StepResult {
    const text = this.#options.say.objections[step.why];
    this.#work.record({ kind: 'notice', text, reason: step.why });
    return { step, parts: [textPart(text)] };
  }

  #cancelled(): Outcome {
    return { kind: 'cancelled', reason: reasonOf(this.#work.signal.reason ?? 'stopped') };
  }
}

/** A service that fails says nothing about the agent: only the limits of the trial itself are its own. */
function outcomeOf(error: unknown): Outcome {
  const reason = reasonOf(error);
  if (!(error instanceof ModelFault)) return { kind: 'model-error', reason };
  if (error.kind === 'context-limit') return { kind: 'context-limit' };
  if (error.kind === 'budget') return { kind: 'budget', reason };
  if (error.kind === 'run-budget') return { kind: 'cancelled', reason };
  return { kind: 'model-error', reason: `${error.kind}: ${reason}` };
}
