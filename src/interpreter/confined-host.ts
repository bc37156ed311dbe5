// Interpreters at isolation `full` and `root`: forked from zygotes, a few of them ahead of time.
import type { PythonChoice } from '../../setup/python.mjs';
import type { InputFile, Limits } from '../core/index.ts';
import type { ConfinedSandbox } from './confined.ts';
import type { Interpreter, InterpreterHost, PythonStack } from './interpreter.ts';
import { Session } from './session.ts';
import { describeImage } from './stack.ts';
import type { Semaphore } from '../system/index.ts';
import { Zygote, type ZygoteUp } from './zygote.ts';

/** Forks of a process with very many children get slow, and so does its end. */
const MAX_LIVE = 250;
/** A zygote is replaced after so many sandboxes, in case something in it grows. */
const MAX_SPAWNED = 1000;
/** Zygotes that may die under one wish. */
const MOST_DEATHS = 3;

export interface ConfinedOptions {
  readonly level: 'full' | 'root';
  /** How many sandboxes are made ahead. */
  readonly ahead: number;
  /** Sandboxes are made before the zygote has imported its modules. */
  readonly early: boolean;
}

export async function openConfinedHost(
  python: PythonChoice,
  limits: Limits,
  turns: Semaphore,
  options: ConfinedOptions,
): Promise<InterpreterHost> {
  const pool = new ZygotePool(python, limits, options);
  const { version, packages, seccomp, landlock } = await proved(pool);
  const without = [...(landlock > 0 ? [] : ['Landlock']), ...(seccomp ? [] : ['the system-call filter'])];
  const stack: PythonStack = {
    isolation: options.level,
    ...(without.length > 0 ? { without } : {}),
    version,
    packages,
    image: python.kind === 'image' ? describeImage(python.image) : null,
  };
  return {
    stack,
    open: async (files: readonly InputFile[]): Promise<Interpreter> =>
      new Session(await pool.take((sandbox) => sandbox.put(files)), limits, turns),
    close: () => pool.close(),
  };
}

/** A zygote may start where no sandbox can be made: one of them shows that the level is really there. */
async function proved(pool: ZygotePool): Promise<ZygoteUp> {
  try {
    const { up } = await pool.zygote();
    const sandbox = await pool.take((made) => made.put([]));
    await sandbox.close();
    return up;
  } catch (error) {
    await pool.close();
    throw error;
  }
}

class ZygotePool {
  readonly #python: PythonChoice;
  readonly #limits: Limits;
  readonly #options: ConfinedOptions;
  #zygotes: Promise<Zygote>[] = [];
  #ahead: Promise<ConfinedSandbox>[] = [];
  #closed = false;

  constructor(python: PythonChoice, limits: Limits, options: ConfinedOptions) {
    this.#python = python;
    this.#limits = limits;
    this.#options = options;
  }

  /** A sandbox that is ready, or the next one that will be, prepared for its trial. */
  async take(prepare: (sandbox: ConfinedSandbox) => Promise<void>): Promise<ConfinedSandbox> {
    for (let made = this.#ahead.shift(); made; made = this.#ahead.shift()) {
      this.#fill();
      try {
        const sandbox = await made;
        await prepare(sandbox);
        return sandbox;
      } catch {
        // Its zygote has died since it was made, and with it perhaps all the others that were made ahead.
        this.#ahead = [];
      }
    }
    this.#fill();
    const sandbox = await this.#spawn();
    await prepare(sandbox);
    return sandbox;
  }

  /** A zygote that takes one more sandbox. */
  async zygote(): Promise<Zygote> {
    for (const each of this.#zygotes) {
      const zygote = await each;
      if (!zygote.dead && zygote.live < MAX_LIVE && zygote.spawned < MAX_SPAWNED) return zygote;
    }
    const made = this.#startZygote();
    this.#zygotes.push(made);
    const forget = () => (this.#zygotes = this.#zygotes.filter((each) => each !== made));
    made.then((zygote) => zygote.gone.then(forget), forget).catch(() => undefined);
    return await made;
  }

  async #startZygote(): Promise<Zygote> {
    const { level, early } = this.#options;
    const zygote = await Zygote.start(this.#python, this.#limits, level);
    if (!early) await zygote.loaded;
    else zygote.loaded.then(() => this.#replaceAhead()).catch(() => undefined); // the next sandbox says what is wrong
    return zygote;
  }

  /** Sandboxes that were made before the modules were there would have to import them. */
  #replaceAhead(): void {
    const early = this.#ahead.splice(0);
    this.#fill();
    for (const each of early) void each.then((sandbox) => sandbox.close()).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#ahead = [];
    const zygotes = await Promise.allSettled(this.#zygotes);
    await Promise.all(zygotes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.close()] : [])));
  }

  async #spawn(): Promise<ConfinedSandbox> {
    for (let tried = 1; ; tried += 1) {
      const zygote = await this.zygote();
      try {
        const sandbox = await zygote.spawn();
        this.#retire();
        return sandbox;
      } catch (error) {
        // One that died while it was asked is no reason to give up: there will be another.
        if (!zygote.dead || this.#closed || tried === MOST_DEATHS) throw error;
      }
    }
  }

  #fill(): void {
    while (!this.#closed && this.#ahead.length < this.#options.ahead) {
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
