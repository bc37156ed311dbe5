// Interpreters at isolation `full`: forked from zygotes, a few of them ahead of time.
import type { Image } from '../../setup/image-store.mjs';
import type { InputFile, Limits } from '../core/index.ts';
import type { ConfinedSandbox } from './confined.ts';
import type { Interpreter, InterpreterHost, Stack } from './interpreter.ts';
import { Session } from './session.ts';
import { describeImage } from './stack.ts';
import type { Turns } from './turns.ts';
import { Zygote } from './zygote.ts';

/** Forks of a process with very many children get slow, and so does its end. */
const MAX_LIVE = 250;
/** A zygote is replaced after so many sandboxes, in case something in it grows. */
const MAX_SPAWNED = 1000;
/** Sandboxes made before they are asked for: they hold no files, so they fit any trial. */
const AHEAD = 2;

export async function openConfinedHost(image: Image, limits: Limits, turns: Turns): Promise<InterpreterHost> {
  const pool = new ZygotePool(image, limits);
  const { version, packages } = (await pool.zygote()).up;
  const stack: Stack = { isolation: 'full', version, packages, image: describeImage(image) };
  return {
    stack,
    open: async (files: readonly InputFile[]): Promise<Interpreter> => {
      const sandbox = await pool.take();
      await sandbox.put(files);
      return new Session(sandbox, limits, turns);
    },
    close: () => pool.close(),
  };
}

class ZygotePool {
  readonly #image: Image;
  readonly #limits: Limits;
  #zygotes: Promise<Zygote>[] = [];
  #ahead: Promise<ConfinedSandbox>[] = [];
  #closed = false;

  constructor(image: Image, limits: Limits) {
    this.#image = image;
    this.#limits = limits;
  }

  /** A sandbox that is ready, or the next one that will be. */
  async take(): Promise<ConfinedSandbox> {
    const first = this.#ahead.shift() ?? this.#spawn();
    this.#fill();
    try {
      return await first;
    } catch {
      // Its zygote has died since: a new one takes over.
      return await this.#spawn();
    }
  }

  /** A zygote that takes one more sandbox. */
  async zygote(): Promise<Zygote> {
    for (const each of this.#zygotes) {
      const zygote = await each;
      if (zygote.live < MAX_LIVE && zygote.spawned < MAX_SPAWNED) return zygote;
    }
    const made = Zygote.start(this.#image, this.#limits);
    this.#zygotes.push(made);
    const forget = () => (this.#zygotes = this.#zygotes.filter((each) => each !== made));
    made.then((zygote) => zygote.gone.then(forget), forget).catch(() => undefined);
    return await made;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#ahead = [];
    const zygotes = await Promise.allSettled(this.#zygotes);
    await Promise.all(zygotes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.close()] : [])));
  }

  async #spawn(): Promise<ConfinedSandbox> {
    const zygote = await this.zygote();
    const sandbox = await zygote.spawn();
    this.#retire();
    return sandbox;
  }

  #fill(): void {
    while (!this.#closed && this.#ahead.length < AHEAD) {
      const next = this.#spawn();
      next.catch(() => undefined); // Whoever takes it hears of it.
      this.#ahead.push(next);
    }
  }

  /** Zygotes that have done their share end when their last sandbox has. */
  #retire(): void {
    for (const each of this.#zygotes) {
      void each.then((zygote) => {
        if (zygote.spawned >= MAX_SPAWNED && zygote.live === 0) return zygote.close();
      });
    }
  }
}
