// Interpreters at isolation `full` and `root`: forked from zygotes, a few of them in advance.
import type { PythonChoice } from '../../setup/python.mjs';
import type { InputFile, Limits } from '../core/index.ts';
import type { ConfinedSandbox } from './confined.ts';
import type { Interpreter, InterpreterHost, OpenOptions, PythonStack } from './interpreter.ts';
import { Session } from './session.ts';
import { describeImage } from './stack.ts';
import type { Semaphore } from '../system/index.ts';
import { Zygote, type ZygoteUp } from './zygote.ts';

/** A process with hundreds of children forks and ends slowly. */
const MAX_LIVE = 250;
/** A zygote is replaced after this number of sandboxes, in case something in it grows. */
const MAX_SPAWNED = 1000;
/** How many zygotes may end while one sandbox is made. */
const MOST_ENDED = 3;

export interface ConfinedOptions {
  readonly level: 'full' | 'root';
  /** How many sandboxes are made in advance. */
  readonly ahead: number;
  /** What is imported before a sandbox gets its Python; a sandbox never waits for other modules. */
  readonly modules: readonly string[];
  /** Whether the zygote then imports the other common modules, for later sandboxes. */
  readonly background: boolean;
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
    open: async (files: readonly InputFile[], { modules }: OpenOptions = {}): Promise<Interpreter> =>
      new Session(await pool.take((sandbox) => sandbox.put(files), modules), limits, turns),
    close: () => pool.close(),
  };
}

/** A zygote may start where no sandbox can be made: a first sandbox proves that the level is available. */
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
  /** How many zygotes still have modules to import in the background. */
  #loading = 0;
  #closed = false;

  constructor(python: PythonChoice, limits: Limits, options: ConfinedOptions) {
    this.#python = python;
    this.#limits = limits;
    this.#options = options;
  }

  /** A sandbox that is ready, or the next one that will be, prepared for its trial. */
  async take(
    prepare: (sandbox: ConfinedSandbox) => Promise<void>,
    modules: readonly string[] = this.#options.modules,
  ): Promise<ConfinedSandbox> {
    // Sandboxes made in advance may lack a named module: one import in the zygote is cheaper than one in each sandbox.
    const asAhead = this.#loading === 0 || modules.every((name) => this.#options.modules.includes(name));
    for (let made = asAhead ? this.#ahead.shift() : undefined; made; made = this.#ahead.shift()) {
      this.#fill();
      try {
        const sandbox = await made;
        await prepare(sandbox);
        return sandbox;
      } catch {
        // Its zygote has ended, perhaps with all other sandboxes that were made in advance.
        this.#ahead = [];
      }
    }
    this.#fill();
    const sandbox = await this.#spawn(modules);
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
    const { level, modules, background } = this.#options;
    const zygote = await Zygote.start(this.#python, this.#limits, { level, first: modules, background });
    this.#loading += 1;
    const ended = zygote.gone.then(() => false);
    void Promise.race([zygote.loaded.then(() => true), ended]).then((loaded) => {
      this.#loading -= 1;
      if (loaded) this.#replaceAhead();
    });
    return zygote;
  }

  /** Sandboxes that were made before all modules were imported would have to import them themselves. */
  #replaceAhead(): void {
    const made = this.#ahead.splice(0);
    this.#fill();
    for (const each of made) void each.then((sandbox) => sandbox.close()).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#ahead = [];
    const zygotes = await Promise.allSettled(this.#zygotes);
    await Promise.all(zygotes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.close()] : [])));
  }

  async #spawn(modules: readonly string[]): Promise<ConfinedSandbox> {
    for (let tried = 1; ; tried += 1) {
      const zygote = await this.zygote();
      try {
        const sandbox = await zygote.spawn(modules);
        this.#retire();
        return sandbox;
      } catch (error) {
        // If the zygote ended meanwhile, another one is started.
        if (!zygote.dead || this.#closed || tried === MOST_ENDED) throw error;
      }
    }
  }

  #fill(): void {
    while (!this.#closed && this.#ahead.length < this.#options.ahead) {
      const next = this.#spawn(this.#options.modules);
      next.catch(() => undefined); // The caller that takes it gets the error.
      this.#ahead.push(next);
    }
  }

  /** Ends the zygotes that make no more sandboxes and whose last sandbox has ended. */
  #retire(): void {
    for (const each of this.#zygotes) {
      void each.then((zygote) => {
        if (zygote.spawned >= MAX_SPAWNED && zygote.live === 0) return zygote.close();
      });
    }
  }
}
