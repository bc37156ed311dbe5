// A person as an agent: typed code runs in the same interpreter, and is recorded and graded like any trial.
import { asAnswerBlock } from '../../dialects/index.ts';
import type { Agent, NamedAgent, Work } from '../../agent/index.ts';
import { runCell, type Finish } from '../../episode/index.ts';
import type { AnswerSchema, CellOutput } from '../../core/index.ts';
import type { CellResult, Interpreter } from '../../interpreter/index.ts';
import { pythonCall } from '../../system/index.ts';
import type { PlayInput } from './input.ts';
import type { Move, PlayCommand } from './moves.ts';

export interface Player {
  readonly input: PlayInput;
  /** The keys that the query asks for. */
  readonly answer: AnswerSchema | undefined;
  /** What the player sees while a cell runs. */
  readonly show: (output: CellOutput) => void;
  readonly tell: (text: string) => void;
}

const help = `A cell ends with an empty line. To have empty lines inside of it, put it between two lines "%%".
  :files            what is in ./data and ./output
  :reset            delete all variables
  :submit {JSON}    submit ./output, and the answer if the task asks for one
  :quit             give up; nothing is graded
Ctrl-C stops a cell that runs.`;

export function humanAgent(player: Player): NamedAgent {
  const agent: Agent = { work: (work) => new HumanTrial(player, work).play() };
  return { spec: { kind: 'human' }, programFor: () => undefined, forTask: () => agent };
}

class HumanTrial {
  readonly #player: Player;
  readonly #work: Work;
  #cells = 0;
  /** What the last `# %% [answer]` cell printed. */
  #printed = '';
  #running: AbortController | undefined;

  constructor(player: Player, work: Work) {
    this.#player = player;
    this.#work = work;
    player.input.onInterrupt(() => {
      this.#running?.abort();
      return this.#running !== undefined;
    });
  }

  async play(): Promise<Finish> {
    const { input } = this.#player;
    for await (const move of input.moves) {
      const finish = await this.#make(move);
      if (finish) return finish;
      if (this.#work.signal.aborted) break;
    }
    // The end of a script submits the work; a closed terminal does not.
    return input.interactive ? gaveUp() : this.#finish(this.#printed);
  }

  async #make(move: Move): Promise<Finish | undefined> {
    if (move.kind === 'unknown') return this.#say(`there is no command :${move.name}; :help lists them`);
    if (move.kind === 'command') return await this.#command(move.name, move.rest);
    const { status, reason, outputs } = await this.#run(move.code);
    if (status !== 'ok' && reason) this.#say(`the cell was stopped: ${reason}`);
    if (move.answer) this.#printed = printed(outputs);
    return undefined;
  }

  async #command(name: PlayCommand, rest: string): Promise<Finish | undefined> {
    switch (name) {
      case 'help':
        return this.#say(help);
      case 'files':
        await this.#run(pythonCall('show_files'));
        return undefined;
      case 'reset':
        await this.#run('%reset -f');
        return this.#say('All variables are deleted; the files are unchanged.');
      case 'quit':
        return gaveUp();
      case 'submit':
        return this.#submit(rest || this.#printed);
    }
  }

  /** Submits the answer only if it parses, because a typing error must not end the trial. */
  #submit(json: string): Finish | undefined {
    const { answer } = this.#player;
    if (!answer) return this.#finish('');
    const keys = Object.keys(answer).map((key) => `"${key}": …`);
    if (json.trim() === '') return this.#say(`this task asks for an answer: :submit {${keys.join(', ')}}`);
    try {
      JSON.parse(json);
    } catch (error) {
      return this.#say(`that is not JSON (${(error as Error).message}): :submit {${keys.join(', ')}}`);
    }
    return this.#finish(json);
  }

  #finish(json: string): Finish {
    return { kind: 'response', text: json.trim() ? asAnswerBlock(json) : 'Done.' };
  }

  /** Shows a message; the trial continues. */
  #say(text: string): undefined {
    this.#player.tell(text);
    return undefined;
  }

  async #run(code: string): Promise<CellResult> {
    const running = new AbortController();
    this.#running = running;
    this.#cells += 1;
    const signal = AbortSignal.any([this.#work.signal, running.signal]);
    try {
      const interpreter = shown(this.#work.interpreter, this.#player.show);
      return await runCell({ ...this.#work, interpreter, signal }, this.#cells, code);
    } finally {
      this.#running = undefined;
    }
  }
}

/** Wraps an interpreter to show outputs as they arrive. */
function shown(interpreter: Interpreter, onOutput: Player['show']): Interpreter {
  return {
    run: (code, options) => interpreter.run(code, { ...options, onOutput }),
    collect: () => interpreter.collect(),
    close: () => interpreter.close(),
  };
}

function gaveUp(): Finish {
  return { kind: 'ended', outcome: { kind: 'cancelled', reason: 'the player gave up' } };
}

function printed(outputs: readonly CellOutput[]): string {
  return outputs.map((output) => (output.type === 'stream' && output.name === 'stdout' ? output.text : '')).join('');
}
