// Interpreters of an unprivileged user with a separate clone, which is the usual setup, for tests that run as root.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cacheRoot, packageRoot } from '../../setup/root.mjs';
import type { InputFile, Limits, Collected } from '../../src/core/index.ts';
import type { CellResult, Interpreter, InterpreterHost, PythonStack } from '../../src/interpreter/index.ts';

/** A user id that no account of a usual system has. */
const USER = '61234';
const AS_USER = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', '--inh-caps=-all'];

/** Why these tests cannot run here; undefined if they can. */
export function userObstacle(): string | undefined {
  if (process.getuid?.() !== 0) return 'the tests run as an ordinary user already';
  return spawnSync('env', [...AS_USER, process.execPath, '-e', '0']).status === 0
    ? undefined
    : 'an ordinary user cannot run this Node';
}

/** The unprivileged user owns the folder of the clone and every file in it. */
export async function userHost(limits: Partial<Limits>): Promise<InterpreterHost & { readonly clone: string }> {
  const place = mkdtempSync(join(tmpdir(), 'pybench-user-'));
  const [clone, cache, home] = ['clone', 'cache/pybench', 'home'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [clone, cache, home, join(clone, 'node_modules')]) mkdirSync(folder, { recursive: true });
  for (const name of ['dist', 'python', 'images', 'package.json'])
    cpSync(join(packageRoot, name), join(clone, name), { recursive: true });
  cpSync(join(packageRoot, 'test/support/user-host.mjs'), join(clone, 'user-host.mjs'));
  spawnSync('chown', ['-R', `${USER}:${USER}`, place]);
  const mounts = 'mount --bind "$1" "$2" && mount --bind "$3" "$4" && shift 4 && exec "$@"';
  const settings = JSON.stringify({ clone, limits, isolation: 'full' });
  const own = ['env', `HOME=${home}`, `XDG_CACHE_HOME=${join(place, 'cache')}`, `TMPDIR=${home}`];
  const command = [...AS_USER, ...own, process.execPath, join(clone, 'user-host.mjs'), settings];
  const binds = [cacheRoot(), cache, join(packageRoot, 'node_modules'), join(clone, 'node_modules')];
  const child = spawn('unshare', ['--mount', 'sh', '-c', mounts, 'sh', ...binds, ...command], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = new Line(child);
  const stack = (await line.answerTo(0)) as PythonStack;
  let count = 0;
  return {
    clone,
    stack,
    open: async (files) => {
      count += 1;
      const inputs = files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes).toString('base64') }));
      await line.ask({ op: 'open', sandbox: count, files: inputs });
      return remote(line, count);
    },
    close: async () => {
      const gone = new Promise((resolve) => child.on('exit', resolve));
      child.stdin?.end();
      await gone;
      rmSync(place, { recursive: true, force: true });
    },
  };
}

function remote(line: Line, sandbox: number): Interpreter {
  return {
    run: async (code) => (await line.ask({ op: 'run', sandbox, code })) as CellResult,
    collect: async () => {
      const { files, ...rest } = (await line.ask({ op: 'collect', sandbox })) as Omit<
        Collected,
        'figures' | 'files'
      > & {
        files: { path: string; bytes: string }[];
      };
      const decoded: InputFile[] = files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes, 'base64') }));
      return { ...rest, files: decoded, figures: new Map() };
    },
    close: async () => void (await line.ask({ op: 'close', sandbox })),
  };
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

class Line {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        const { id, result, error } = JSON.parse(line) as { id: number; result?: unknown; error?: string };
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error === undefined) waiting?.resolve(result);
        else waiting?.reject(new Error(error));
      });
    child.on('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the process of the ordinary user has ended'));
    });
  }

  answerTo(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  ask(request: object): Promise<unknown> {
    this.#asked += 1;
    const answer = this.answerTo(this.#asked);
    this.#child.stdin?.write(`${JSON.stringify({ id: this.#asked, ...request })}\n`);
    return answer;
  }
}
