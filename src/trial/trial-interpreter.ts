// The interpreter of a trial. A sandbox can be lost through the machine or through the agent's code. Once per trial, its
// cells run again in a fresh sandbox: that repairs a loss through the machine, while code that breaks its sandbox breaks
// the second one too, which ends the trial as a failure. This costs no model call.
import { Problem, reasonOf, type InputFile, type Collected } from '../core/index.ts';
import {
  SandboxLost,
  type CellOptions,
  type CellResult,
  type Interpreter,
  type InterpreterHost,
} from '../interpreter/index.ts';

export class TrialInterpreter implements Interpreter {
  readonly #reopen: () => Promise<Interpreter>;
  readonly #onLoss: (reason: string) => void;
  readonly #cells: string[] = [];
  #inner: Interpreter;
  #lost = false;

  private constructor(inner: Interpreter, reopen: () => Promise<Interpreter>, onLoss: (reason: string) => void) {
    this.#inner = inner;
    this.#reopen = reopen;
    this.#onLoss = onLoss;
  }

  /** Calls `onLoss` with the reason of a loss, before the cells run again. */
  static async open(
    host: InterpreterHost,
    files: readonly InputFile[],
    onLoss: (reason: string) => void,
  ): Promise<TrialInterpreter> {
    const open = () => host.open(files);
    return new TrialInterpreter(await open(), open, onLoss);
  }

  /** Whether a cell has run. */
  get used(): boolean {
    return this.#cells.length > 0;
  }

  async run(code: string, options: CellOptions = {}): Promise<CellResult> {
    this.#cells.push(code);
    const result = await this.#resultOrLoss(() => this.#inner.run(code, options));
    if ('outputs' in result && !result.sandboxLost) return result;
    return await this.#runAgain(lossOf(result), options);
  }

  async collect(): Promise<Collected> {
    const collected = await this.#resultOrLoss(() => this.#inner.collect());
    if ('files' in collected) return collected;
    await this.#runAgain(collected.lost, {});
    return await this.#inner.collect();
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  /** The result, or why the sandbox is lost. */
  async #resultOrLoss<T>(work: () => Promise<T>): Promise<T | { lost: string }> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SandboxLost)) throw error;
      return { lost: reasonOf(error) };
    }
  }

  /** The result of the last cell in a fresh sandbox. */
  async #runAgain(reason: string, { signal }: CellOptions): Promise<CellResult> {
    if (this.#lost || signal?.aborted) throw new SandboxLost(`the sandbox was lost again: ${reason}`);
    this.#lost = true;
    this.#onLoss(reason);
    await this.#inner.close().catch(() => undefined);
    this.#inner = await this.#reopen();
    let last: CellResult | undefined;
    for (const code of this.#cells) {
      last = await this.#inner.run(code, signal ? { signal } : {});
      if (last.sandboxLost) throw new SandboxLost(`the sandbox was lost again: ${lossOf(last)}`);
    }
    if (!last) throw new Problem('the sandbox was lost before its first cell');
    return last;
  }
}

function lossOf(loss: CellResult | { lost: string }): string {
  return 'lost' in loss ? loss.lost : (loss.reason ?? loss.status);
}
