// An interpreter over a sandbox: cells in, results out; a Python that is lost is replaced at the next cell.
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, type Limits } from '../core/index.ts';
import { Channel, type Message } from './channel.ts';
import type { CellOptions, CellResult, Collected, Interpreter } from './interpreter.ts';
import type { PythonProcess, Sandbox } from './sandbox.ts';
import { Transcript } from './transcript.ts';
import { deferred, type Turns } from './turns.ts';

const START_TIMEOUT_MS = 30_000;
/** After an interrupt, how long a cell may take to give up before its Python is killed. */
const GRACE_MS = 2_000;

type Ready = Extract<Message, { kind: 'ready' }>;
type End = Extract<Message, { kind: 'end' }>;

interface Live {
  readonly process: PythonProcess;
  readonly channel: Channel;
  readonly ready: Ready;
}

interface RunningCell {
  readonly number: number;
  readonly transcript: Transcript;
  readonly onEnd: (end: End) => void;
}

export class Session implements Interpreter {
  readonly #sandbox: Sandbox;
  readonly #limits: Limits;
  readonly #turns: Turns;
  #live: Promise<Live> | undefined;
  #cell: RunningCell | undefined;
  #count = 0;
  #closed = false;

  constructor(sandbox: Sandbox, limits: Limits, turns: Turns) {
    this.#sandbox = sandbox;
    this.#limits = limits;
    this.#turns = turns;
  }

  /** Starts the Python now rather than at the first cell, and says what it is. */
  async start(): Promise<Ready> {
    return (await this.#started()).ready;
  }

  async run(code: string, { onOutput, signal }: CellOptions = {}): Promise<CellResult> {
    if (this.#closed) throw new Problem('the interpreter is closed');
    if (this.#cell) throw new Problem('the interpreter is running another cell');
    const live = await this.#started();
    const release = await this.#turns.take(signal);
    const { cellCpuSeconds, wallFactor } = this.#limits;
    const transcript = new Transcript(onOutput);
    const started = performance.now();
    const stop = new AbortController();
    const aborted = () => stop.abort('cancelled');
    if (signal?.aborted) aborted();
    signal?.addEventListener('abort', aborted, { once: true });
    const limit = { cpuSeconds: cellCpuSeconds, wallSeconds: cellCpuSeconds * wallFactor };
    const unwatch = live.process.watch(limit, (reason) => stop.abort(reason));
    const calmDown = escalation(live.process, stop.signal);
    try {
      const end = await this.#converse(live, code, transcript);
      unwatch();
      if (end.kind === 'end' && end.raw) await Promise.race([live.process.drain(), live.process.exit]);
      const reason = stop.signal.aborted ? String(stop.signal.reason) : undefined;
      return describe(end, reason, transcript, performance.now() - started);
    } finally {
      release();
      calmDown();
      signal?.removeEventListener('abort', aborted);
      this.#cell = undefined;
    }
  }

  collect(): Promise<Collected> {
    return this.#sandbox.collect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#sandbox.close();
  }

  /** Sends the cell and waits for its end, or for the process to go. */
  async #converse(live: Live, code: string, transcript: Transcript): Promise<End | { kind: 'gone'; how: string }> {
    this.#count += 1;
    const number = this.#count;
    const ended = deferred<End>();
    this.#cell = { number, transcript, onEnd: ended.resolve };
    live.channel.send({ cell: number, code });
    return await Promise.race([ended.promise, live.process.exit.then((how) => ({ kind: 'gone' as const, how }))]);
  }

  #started(): Promise<Live> {
    this.#live ??= this.#launch().catch((error: unknown) => {
      this.#live = undefined;
      throw error;
    });
    return this.#live;
  }

  async #launch(): Promise<Live> {
    const process = await this.#sandbox.start();
    const ready = deferred<Ready>();
    const channel = new Channel(
      process.channel,
      (message) => {
        if (message.kind === 'ready') ready.resolve(message);
        else if (message.kind === 'sync') void process.drain().then(() => channel.send({ synced: message.number }));
        else if (message.cell !== this.#cell?.number) return;
        else if (message.kind === 'end') this.#cell.onEnd(message);
        else this.#cell.transcript.add(message.output);
      },
      (reason) => process.kill(reason),
    );
    // What programs write past Python's own streams belongs to the cell that is running.
    process.onRaw((name, text) => this.#cell?.transcript.add({ type: 'stream', name, text }));
    void process.exit.then(() => (this.#live = undefined));
    const late = sleep(START_TIMEOUT_MS, undefined, { ref: false }).then(() => fail('it took more than 30 s'));
    try {
      return { process, channel, ready: await Promise.race([ready.promise, process.exit.then(fail), late]) };
    } catch (error) {
      process.kill();
      throw error;
    }
  }
}

function describe(
  end: End | { kind: 'gone'; how: string },
  reason: string | undefined,
  { outputs }: Transcript,
  wallMs: number,
): CellResult {
  if (end.kind === 'gone') {
    const lost = `${reason ? `${reason}; ` : ''}the interpreter was lost (${end.how})`;
    const status = reason ? 'timeout' : 'crashed';
    return { status, reason: lost, stateLost: true, outputs, cpuMs: 0, wallMs, memoryBytes: null };
  }
  const rest = { stateLost: false, outputs, cpuMs: end.cpuMs, wallMs, memoryBytes: end.memoryBytes };
  return reason ? { status: 'timeout', reason, ...rest } : { status: end.status, ...rest };
}

/** An interrupt first, which keeps the state; then a kill, which does not. */
function escalation(process: PythonProcess, stopped: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    process.interrupt();
    // Once more: the first one may have come before Python had begun the cell.
    timer = setTimeout(() => {
      process.interrupt();
      timer = setTimeout(() => process.kill(), GRACE_MS / 2);
    }, GRACE_MS / 2);
  };
  if (stopped.aborted) begin();
  else stopped.addEventListener('abort', begin, { once: true });
  return () => {
    stopped.removeEventListener('abort', begin);
    clearTimeout(timer);
  };
}

function fail(how: string): never {
  throw new Problem(`the Python interpreter did not start: ${how}`);
}
