// The plain interpreter: one Python subprocess per trial. It keeps honest code apart and nothing more: isolation `none`.
import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PythonChoice } from '../../setup/python.mjs';
import { Problem, type CellOutput, type Limits } from '../core/index.ts';
import { Channel, type Message } from './channel.ts';
import { watchTime } from './clock.ts';
import type { CellOptions, CellResult, Collected, Interpreter } from './interpreter.ts';
import { launch, pythonPid } from './launch.ts';
import { Transcript } from './transcript.ts';
import type { Workspace } from './workspace.ts';

const START_TIMEOUT_MS = 30_000;
/** After an interrupt, how long a cell may take to give up before its Python is killed. */
const GRACE_MS = 2_000;
/** How long to wait for what programs wrote on raw descriptors, after the cell itself has ended. */
const DRAIN_MS = 500;

type Ready = Extract<Message, { kind: 'ready' }>;
type End = Extract<Message, { kind: 'end' }>;

/** A Python that is there, and the cell that it is running. */
interface Live {
  readonly child: ChildProcess;
  readonly channel: Channel;
  readonly ready: Promise<Ready>;
  readonly exit: Promise<string>;
}

interface RunningCell {
  readonly number: number;
  readonly transcript: Transcript;
  readonly mark: string;
  readonly marked: Set<number>;
  readonly onEnd: (end: End) => void;
  readonly onMark: () => void;
}

export class PlainInterpreter implements Interpreter {
  readonly #python: PythonChoice;
  readonly #workspace: Workspace;
  readonly #limits: Limits;
  #live: Live | undefined;
  #cell: RunningCell | undefined;
  #count = 0;
  #closed = false;

  constructor(python: PythonChoice, workspace: Workspace, limits: Limits) {
    this.#python = python;
    this.#workspace = workspace;
    this.#limits = limits;
  }

  /** Starts the Python now rather than at the first cell, and says what it is. */
  async start(options: { listPackages?: boolean } = {}): Promise<Ready> {
    this.#live ??= this.#launch(options.listPackages ?? false);
    const live = this.#live;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Problem('the Python interpreter did not start in 30 s')), START_TIMEOUT_MS);
    });
    const gone = live.exit.then((how) => Promise.reject(new Problem(`the Python interpreter did not start: ${how}`)));
    try {
      return await Promise.race([live.ready, gone, late]);
    } catch (error) {
      this.#kill();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async run(code: string, { onOutput, signal }: CellOptions = {}): Promise<CellResult> {
    if (this.#closed) throw new Problem('the interpreter is closed');
    if (this.#cell) throw new Problem('the interpreter is running another cell');
    await this.start();
    const live = this.#live;
    if (!live) throw new Problem('the Python interpreter is gone');
    const transcript = new Transcript(onOutput);
    const started = performance.now();
    const stop = new AbortController();
    const aborted = () => stop.abort('cancelled');
    signal?.addEventListener('abort', aborted, { once: true });
    const { cpuSeconds, wallSeconds } = this.#timeLimit();
    const unwatch = watchTime(pythonPid(live.child, this.#python), { cpuSeconds, wallSeconds }, (reason) =>
      stop.abort(reason),
    );
    const escalate = this.#escalation(live, stop.signal);
    try {
      const end = await this.#converse(live, code, transcript);
      const wallMs = performance.now() - started;
      const reason = stop.signal.aborted ? String(stop.signal.reason) : undefined;
      if (end.kind === 'gone') {
        const lost = `${reason ? `${reason}; ` : ''}the interpreter was lost (${end.how})`;
        const status = reason ? 'timeout' : 'crashed';
        return { status, reason: lost, outputs: transcript.outputs, cpuMs: 0, wallMs, memoryBytes: null };
      }
      return {
        status: reason ? 'timeout' : end.status,
        ...(reason ? { reason } : {}),
        outputs: transcript.outputs,
        cpuMs: end.cpuMs,
        wallMs,
        memoryBytes: end.memoryBytes,
      };
    } finally {
      unwatch();
      escalate();
      signal?.removeEventListener('abort', aborted);
      this.#cell = undefined;
    }
  }

  collect(): Promise<Collected> {
    return this.#workspace.collect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const live = this.#live;
    this.#kill();
    await live?.exit;
    await this.#workspace.remove();
  }

  #timeLimit(): { cpuSeconds: number; wallSeconds: number } {
    const { cellCpuSeconds, wallFactor } = this.#limits;
    return { cpuSeconds: cellCpuSeconds, wallSeconds: cellCpuSeconds * wallFactor };
  }

  /** Sends the cell and waits for its end and for the raw output before it, or for the process to go. */
  async #converse(live: Live, code: string, transcript: Transcript): Promise<End | { kind: 'gone'; how: string }> {
    this.#count += 1;
    const number = this.#count;
    const mark = `\n[cell ${randomUUID()} ends]\n`;
    const ended = deferred<End>();
    const drained = deferred<void>();
    this.#cell = { number, transcript, mark, marked: new Set(), onEnd: ended.resolve, onMark: drained.resolve };
    live.channel.send({ cell: number, code, mark });
    const end = await Promise.race([ended.promise, live.exit.then((how) => ({ kind: 'gone' as const, how }))]);
    if (end.kind === 'end') await Promise.race([drained.promise, sleep(DRAIN_MS, undefined, { ref: false })]);
    return end;
  }

  /** An interrupt first, which keeps the state; then a kill, which does not. */
  #escalation(live: Live, stopped: AbortSignal): () => void {
    let timer: NodeJS.Timeout | undefined;
    const begin = () => {
      const pid = pythonPid(live.child, this.#python);
      if (pid) trySignal(pid, 'SIGINT');
      timer = setTimeout(() => this.#kill(), GRACE_MS);
    };
    stopped.addEventListener('abort', begin, { once: true });
    return () => {
      stopped.removeEventListener('abort', begin);
      clearTimeout(timer);
    };
  }

  #launch(listPackages: boolean): Live {
    const child = launch(this.#python, { workspace: this.#workspace.folder, listPackages });
    const { promise: ready, resolve: markReady } = deferred<Ready>();
    const channel = new Channel(
      child.stdio[3] as Duplex,
      (message) => {
        if (message.kind === 'ready') markReady(message);
        else if (message.cell !== this.#cell?.number) return;
        else if (message.kind === 'end') this.#cell.onEnd(message);
        else this.#cell.transcript.add(message.output);
      },
      () => this.#kill(),
    );
    let complaint = '';
    this.#readRaw(child, 'stdout');
    this.#readRaw(child, 'stderr', (text) => (complaint = `${complaint}${text}`.slice(-2000)));
    const exit = new Promise<string>((resolve) => {
      child.on('error', (error) => resolve(error.message));
      child.on('exit', (code, signal) => {
        const last = complaint.trim().split('\n').at(-1);
        resolve(`${signal ? `killed by ${signal}` : `exit code ${code}`}${last && !this.#cell ? `: ${last}` : ''}`);
      });
    });
    void exit.then(() => {
      if (this.#live?.child === child) this.#live = undefined;
    });
    return { child, channel, ready, exit };
  }

  /** What programs write past Python's own streams belongs to the cell that is running, up to its mark. */
  #readRaw(child: ChildProcess, name: 'stdout' | 'stderr', onIdle?: (text: string) => void): void {
    const stream = child[name];
    let rest = '';
    const show = (text: string) => {
      const output: CellOutput = { type: 'stream', name, text };
      if (text) this.#cell?.transcript.add(output);
    };
    stream?.setEncoding('utf8');
    stream?.on('error', () => undefined);
    stream?.on('data', (chunk: string) => {
      const cell = this.#cell;
      if (!cell) return onIdle?.(chunk);
      rest += chunk;
      const end = rest.indexOf(cell.mark);
      if (end >= 0) {
        show(rest.slice(0, end));
        rest = '';
        cell.marked.add(name === 'stdout' ? 1 : 2);
        if (cell.marked.size === 2) cell.onMark();
      } else if (rest.length > cell.mark.length) {
        // The mark may arrive in two pieces: keep back as much as could be its beginning.
        show(rest.slice(0, -cell.mark.length));
        rest = rest.slice(-cell.mark.length);
      }
    });
  }

  #kill(): void {
    const pid = this.#live?.child.pid;
    // A group of its own: with an image the namespace ends with it, otherwise at least its own children do.
    if (pid) trySignal(-pid, 'SIGKILL');
  }
}

/** Promise.withResolvers, which Node 20 does not have yet. */
function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  const box: { resolve?: (value: T) => void } = {};
  const promise = new Promise<T>((resolve) => (box.resolve = resolve));
  return { promise, resolve: (value) => box.resolve?.(value) };
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
