// An interpreter in a sandbox: takes cells and returns results. A Python that has ended is replaced at the next cell.
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, reasonOf, type Limits, type Collected } from '../core/index.ts';
import { Channel, type ChannelMessage } from './channel.ts';
import type { CellOptions, CellResult, Interpreter } from './interpreter.ts';
import { SandboxLost, type PythonProcess, type Sandbox } from './sandbox.ts';
import { freshRoom, CellTranscript } from './transcript.ts';
import { deferred, type Semaphore } from '../system/index.ts';

const START_TIMEOUT_MS = 30_000;
/** After an interrupt, how long a cell may take to end before its Python is killed. */
const GRACE_MS = 2_000;
/** After a kill, how long the sandbox may take to report the end of the Python before it is abandoned. */
const KILL_MS = 10_000;
/** The sandbox watches the wall time of a cell; if it fails to, we stop the cell this much later. */
const LATE_SECONDS = 10;

type Ready = Extract<ChannelMessage, { kind: 'ready' }>;
type End = Extract<ChannelMessage, { kind: 'end' }>;

interface Live {
  readonly process: PythonProcess;
  readonly channel: Channel;
  readonly ready: Ready;
}

interface RunningCell {
  readonly number: number;
  readonly transcript: CellTranscript;
  readonly onEnd: (end: End) => void;
}

export class Session implements Interpreter {
  readonly #sandbox: Sandbox;
  readonly #limits: Limits;
  readonly #turns: Semaphore;
  #live: Promise<Live> | undefined;
  #cell: RunningCell | undefined;
  readonly #room = freshRoom();
  #count = 0;
  #closed = false;

  constructor(sandbox: Sandbox, limits: Limits, turns: Semaphore) {
    this.#sandbox = sandbox;
    this.#limits = limits;
    this.#turns = turns;
  }

  /** Starts the Python now rather than at the first cell, and returns its versions. */
  async start(): Promise<Ready> {
    return (await this.#started()).ready;
  }

  async run(code: string, { onOutput, signal }: CellOptions = {}): Promise<CellResult> {
    if (this.#closed) throw new Problem('the interpreter is closed');
    if (this.#cell) throw new Problem('the interpreter is running another cell');
    const live = await this.#started().catch((error: unknown) => this.#lose(error));
    const release = await this.#turns.take(signal);
    const { cellCpuSeconds, wallFactor } = this.#limits;
    const transcript = new CellTranscript(onOutput, this.#room);
    const started = performance.now();
    const stop = new AbortController();
    const aborted = () => stop.abort('cancelled');
    if (signal?.aborted) aborted();
    signal?.addEventListener('abort', aborted, { once: true });
    const limit = { cpuSeconds: cellCpuSeconds, wallSeconds: cellCpuSeconds * wallFactor };
    const unwatch = live.process.watch(limit, (reason) => stop.abort(reason));
    const late = setTimeout(
      () => stop.abort(`the cell ran for more than ${limit.wallSeconds} s`),
      (limit.wallSeconds + LATE_SECONDS) * 1000,
    );
    const cancelEscalation = escalation(live.process, stop.signal, () => this.#sandbox.discard());
    try {
      const end = await this.#exchange(live, code, transcript);
      unwatch();
      if (end.kind === 'end' && end.raw) {
        await Promise.race([live.process.drain(), live.process.exit, sleep(GRACE_MS, undefined, { ref: false })]);
      }
      const reason = stop.signal.aborted ? String(stop.signal.reason) : undefined;
      const result = describe(end, reason, transcript, performance.now() - started);
      return this.#sandbox.gone ? { ...result, sandboxLost: true } : result;
    } finally {
      release();
      clearTimeout(late);
      cancelEscalation();
      signal?.removeEventListener('abort', aborted);
      this.#cell = undefined;
    }
  }

  async collect(): Promise<Collected> {
    return await this.#sandbox.collect().catch((error: unknown) => this.#lose(error));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#sandbox.close();
  }

  /** A fault before the first cell comes from the machine; afterwards a cell may be the reason. */
  #lose(error: unknown): never {
    if (this.#count === 0 || !(error instanceof Problem)) throw error;
    throw new SandboxLost(reasonOf(error), { cause: error });
  }

  /** Sends the cell and waits for its end or the end of the process. */
  async #exchange(live: Live, code: string, transcript: CellTranscript): Promise<End | { kind: 'gone'; how: string }> {
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
    const channel = new Channel(process.channel, {
      onMessage: (message) => {
        if (message.kind === 'ready') ready.resolve(message);
        else if (message.kind === 'sync') sync(message.number);
        else if (message.cell !== this.#cell?.number) return;
        else if (message.kind === 'end') this.#cell.onEnd(message);
        else this.#cell.transcript.add(message.output);
      },
      onTooLong: () => this.#cell?.transcript.leaveOut(),
      onGarbage: (reason) => process.kill(reason),
    });
    const sync = answering(process, (number) => channel.send({ synced: number }));
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
  { outputs }: CellTranscript,
  wallMs: number,
): CellResult {
  if (end.kind === 'gone') {
    const lost = `${reason ? `${reason}; ` : ''}the interpreter was lost (${end.how})`;
    const status = reason ? 'timeout' : 'crashed';
    return { status, reason: lost, stateLost: true, outputs, cpuMs: 0, wallMs, memoryBytes: null };
  }
  // The value comes from the Python and is untrusted: no cell uses more CPU time than all cores have.
  const cpuMs = Math.min(end.cpuMs, wallMs * availableParallelism());
  const rest = { stateLost: false, outputs, cpuMs, wallMs, memoryBytes: end.memoryBytes };
  return reason ? { status: 'timeout', reason, ...rest } : { status: end.status, ...rest };
}

/**
 * Answers sync requests. A Python waits for each answer before it sends another request, so only the last one is
 * answered. Only one drain runs at a time, for any number of requests.
 */
function answering(process: PythonProcess, answer: (number: number) => void): (number: number) => void {
  let last: number | undefined;
  let draining = false;
  const drain = async () => {
    draining = true;
    for (let asked = last; asked !== undefined; asked = last) {
      await Promise.race([process.drain(), process.exit]);
      if (last === asked) last = undefined;
      answer(asked);
    }
    draining = false;
  };
  return (number) => {
    last = number;
    if (!draining) void drain();
  };
}

/** An interrupt first, which keeps the state; then a kill, which does not; then the sandbox is abandoned. */
function escalation(process: PythonProcess, stopped: AbortSignal, giveUp: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    process.interrupt();
    // Again: the first one may have arrived before Python began the cell.
    timer = setTimeout(() => {
      process.interrupt();
      timer = setTimeout(() => {
        process.kill();
        timer = setTimeout(giveUp, KILL_MS);
      }, GRACE_MS / 2);
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
