// `human/`: a person at the terminal, who sees the last message and writes until an empty line or the end of the input.
import type { Message, ModelReply, ModelRequest } from '../core/index.ts';
import { createInterface, type Interface } from 'node:readline';
import { ModelFault, type CallContext, type Model } from './model.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

export function humanModel(name: string, options: { sees: boolean; terminal?: Terminal }): Model {
  const { input, output } = options.terminal ?? { input: process.stdin, output: process.stderr };
  let lines: Lines | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function ask(request: ModelRequest, context: CallContext): Promise<ModelReply> {
    context.signal.throwIfAborted();
    const started = performance.now();
    lines ??= new Lines(input);
    const last = request.messages.at(-1);
    output.write(
      `\n── ${context.trial}, turn ${context.turn}\n${last ? textOf(last) : request.system}\n── (end with an empty line)\n`,
    );
    const text = await lines.paragraph(context.signal);
    const parts = text ? [{ type: 'text' as const, text }] : [];
    return { parts, finish: 'stop', usage: {}, latencyMs: Math.round(performance.now() - started), attempts: 1 };
  }

  return {
    name,
    sees: options.sees,
    // Calls wait for each other: one terminal serves all trials.
    complete(request, context) {
      const answer = turn.then(() => ask(request, context));
      turn = answer.catch(() => undefined);
      return answer;
    },
  };
}

function textOf({ parts }: Message): string {
  return parts.map((part) => ('text' in part ? part.text : `[${part.type}]`)).join('\n');
}

/** Reads paragraphs from a terminal or a pipe. The input is paused between calls, so that the process can end. */
class Lines {
  readonly #reader: Interface;
  readonly #waiting: string[] = [];
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(input: NodeJS.ReadableStream) {
    this.#reader = createInterface({ input, crlfDelay: Infinity });
    this.#reader.on('line', (line) => {
      this.#waiting.push(line);
      this.#wake();
    });
    this.#reader.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  async paragraph(signal: AbortSignal): Promise<string> {
    const taken: string[] = [];
    try {
      for (;;) {
        const line = await this.#line(signal);
        if (line === undefined && taken.length === 0) {
          throw new ModelFault('unavailable', 'no reply: the input has ended', { retryable: false });
        }
        if (line === undefined || line.trim() === '') return taken.join('\n');
        taken.push(line);
      }
    } finally {
      if (!this.#ended) this.#reader.pause();
    }
  }

  async #line(signal: AbortSignal): Promise<string | undefined> {
    if (this.#waiting.length === 0 && !this.#ended) {
      this.#reader.resume();
      await new Promise<void>((resolve, reject) => {
        const abort = () => reject(signal.reason as Error);
        signal.addEventListener('abort', abort, { once: true });
        this.#wake = () => {
          signal.removeEventListener('abort', abort);
          resolve();
        };
      });
    }
    return this.#waiting.shift();
  }
}
