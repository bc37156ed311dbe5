// A warm child process that works on one thing after another. It is watched while it works, never keeps this process
// alive while it is idle, and ends when it is closed or when this process ends.
import type { ChildProcess } from 'node:child_process';
import { killTree, treeOf, treeEnd } from './process-tree.ts';
import type { ProcessUsage } from './proc.ts';
import { deferred } from './semaphore.ts';

/** How long an idle process may take to end by itself when it is closed. */
const GRACE_MS = 2000;

export interface Watching {
  readonly usage: (pid: number) => ProcessUsage;
  readonly everyMs: number;
}

/** Called with the usage at intervals. Returns a description of the exceeded bound, or undefined. */
export type Excess = (usage: ProcessUsage) => string | undefined;

export class BoundedProcess {
  readonly #child: ChildProcess;
  readonly #watching: Watching;
  readonly #ended = deferred<string>();
  #usable = true;
  #working = false;
  #disconnected = false;

  constructor(child: ChildProcess, watching: Watching) {
    this.#child = child;
    this.#watching = watching;
    child.on('error', (error) => {
      this.kill();
      this.#ended.resolve(error.message);
    });
    const onEnd = (code: number | null, signal: string | null) => {
      this.#usable = false;
      this.#ended.resolve(`ended with ${signal ?? `code ${code}`}`);
    };
    // Before "close", all messages of the process are read. Node does not emit "close" after a disconnect on this side.
    child.on('close', onEnd);
    child.on('exit', (code, signal) => this.#disconnected && onEnd(code, signal));
    this.#setAwaited(false);
  }

  /** Whether the process can take more work. */
  get usable(): boolean {
    return this.#usable;
  }

  /** How the process ended. */
  get ended(): Promise<string> {
    return this.#ended.promise;
  }

  usage(): ProcessUsage {
    return this.#watching.usage(this.#child.pid ?? 0);
  }

  /** Waits for `work`. Kills the process as soon as `excess` gives a reason, which is part of the result. */
  async watch<Result>(
    excess: Excess,
    work: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly exceeded: string | undefined }> {
    let exceeded: string | undefined;
    const timer = setInterval(() => {
      exceeded ??= excess(this.usage());
      if (exceeded !== undefined) this.kill();
    }, this.#watching.everyMs);
    this.#working = true;
    this.#setAwaited(true);
    try {
      const result = await work();
      return { result, exceeded };
    } finally {
      clearInterval(timer);
      this.#working = false;
      this.#setAwaited(false);
    }
  }

  /** Kills the process and all its descendants, in case it can no longer end them itself. */
  kill(): void {
    this.#usable = false;
    const { pid, exitCode, signalCode } = this.#child;
    // The id of an ended process may belong to another process now.
    if (pid !== undefined && exitCode === null && signalCode === null) killTree(pid);
  }

  /** Ends the process and waits until it and all its descendants have ended. */
  async close(): Promise<void> {
    this.#usable = false;
    this.#setAwaited(true);
    const tree = this.#child.pid === undefined ? [] : treeOf(this.#child.pid);
    // A process with an IPC channel ends when the channel is closed, so that it can clean up.
    if (this.#child.connected && !this.#working) {
      this.#disconnected = true;
      this.#child.disconnect();
    } else this.kill();
    const late = setTimeout(() => this.kill(), GRACE_MS);
    await this.ended;
    clearTimeout(late);
    await treeEnd(tree);
  }

  /** Sets whether the child keeps this process alive. */
  #setAwaited(awaited: boolean): void {
    const method = awaited ? 'ref' : 'unref';
    this.#child[method]();
    this.#child.channel?.[method]();
    for (const stream of [this.#child.stdin, this.#child.stdout]) {
      // A pipe is a socket, but its type lacks these methods.
      if (stream && 'ref' in stream && 'unref' in stream) (stream as { ref(): void; unref(): void })[method]();
    }
  }
}
