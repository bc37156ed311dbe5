// The peers of the interpreter benchmark, with the packages of the interpreter image: nbclient with ipykernel and one
// kernel per task, as in the original PyBench; and a bare python3.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findImage } from '../setup/image-store.mjs';
import { packageRoot } from '../setup/root.mjs';
import { Problem } from '../src/core/index.ts';
import type { BenchInstance, Left } from './instances.ts';
import { availableBytes } from './memory.ts';

export type PeerKind = 'nbclient' | 'bare';

/** The driver process inside the images (peer-nbclient.py), which executes one command after another. */
export class Peer {
  readonly versions: Readonly<Record<string, string>>;
  readonly #child: ChildProcess;
  readonly #hear: () => Promise<Record<string, unknown>>;

  private constructor(
    child: ChildProcess,
    hear: () => Promise<Record<string, unknown>>,
    versions: Record<string, string>,
  ) {
    this.#child = child;
    this.#hear = hear;
    this.versions = versions;
  }

  static async start(): Promise<Peer> {
    const child = launch();
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString('utf8')}`.slice(-2000)));
    const hear = async () => {
      const { value, done } = await lines.next();
      if (done) throw new Problem(`the peer of the benchmark ended: ${complaint.trim().split('\n').at(-1)}`);
      return JSON.parse(value) as Record<string, unknown>;
    };
    const { versions } = (await hear()) as { versions: Record<string, string> };
    return new Peer(child, hear, versions);
  }

  /** Milliseconds from the request for an interpreter to the end of its first cell, one interpreter after another. */
  async firstCells(kind: PeerKind, count: number, code: string): Promise<number[]> {
    return (await this.#ask<{ firstCell: number[] }>({ do: 'starts', kind, count, code })).firstCell;
  }

  async roundTrips(kind: PeerKind, count: number, code: string): Promise<number[]> {
    return (await this.#ask<{ roundTrip: number[] }>({ do: 'roundTrips', kind, count, code })).roundTrip;
  }

  /** Decrease of the machine's available memory per idle interpreter after the code. */
  async memoryBytes(kind: PeerKind, count: number, code: string): Promise<number> {
    await availableBytes(); // waits until memory is stable
    return (await this.#ask<{ lost: number }>({ do: 'memory', kind, count, code })).lost;
  }

  /** Tasks per second, each in a new interpreter. */
  async throughput(kind: PeerKind, tasks: number, atOnce: number, cells: readonly string[]): Promise<number> {
    const command = { do: 'throughput', kind, tasks, at_once: atOnce, cells };
    const { seconds, failures } = await this.#ask<{ seconds: number; failures: string[] }>(command);
    if (failures.length === tasks) throw new Problem(`no task of the peer succeeded: ${failures[0]}`);
    return (tasks - failures.length) / seconds;
  }

  /** Plays each instance in a separate kernel and folder; throws if a cell fails. */
  async play(
    instances: readonly BenchInstance[],
    atOnce: number,
  ): Promise<{ readonly seconds: number; readonly left: ReadonlyMap<string, Left> }> {
    const sent = instances.map(({ name, files, program }) => ({
      name,
      files: Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('base64')])),
      cells: program.cells.map(({ code }) => code),
    }));
    const { seconds, failures, printed, outputs } = await this.#ask<{
      seconds: number;
      failures: string[];
      printed: Record<string, string[]>;
      outputs: Record<string, string[]>;
    }>({ do: 'play', kind: 'nbclient', instances: sent, at_once: atOnce });
    if (failures.length > 0)
      throw new Problem(`not a measurement: the peer failed ${failures.length} instances, such as ${failures[0]}`);
    const answerOf = ({ name, program }: BenchInstance) =>
      printed[name]?.[program.cells.findLastIndex(({ answer }) => answer)]?.trim() ?? '';
    const left = instances.map(
      (instance) => [instance.name, { outputs: outputs[instance.name] ?? [], answer: answerOf(instance) }] as const,
    );
    return { seconds, left: new Map(left) };
  }

  /** Milliseconds of `python3 -m nbconvert --execute` on a notebook of these cells. */
  async nbconvert(cells: readonly string[]): Promise<number> {
    return (await this.#ask<{ ms: number }>({ do: 'nbconvert', cells })).ms;
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  async #ask<T>(command: { readonly do: string; readonly [name: string]: unknown }): Promise<T> {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
    const answer = await this.#hear();
    if (typeof answer['error'] === 'string')
      throw new Problem(`the peer could not do "${command.do}": ${answer['error']}`);
    return answer as T;
  }
}

function launch() {
  const [interpreter, tools] = [findImage('interpreter'), findImage('tools')];
  if (!interpreter || !tools) throw new Problem('the benchmark needs both images: run "./pybench image build"');
  const here = join(packageRoot, 'bench');
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--net', '--ipc', '--uts'];
  const enter = ['sh', join(here, 'enter-peer.sh'), interpreter.rootfs, tools.rootfs, here];
  const command = ['/usr/bin/python3', '-s', '-B', '/run/pybench/peer-nbclient.py'];
  return spawn('unshare', [...namespaces, '--fork', '--kill-child', ...enter, ...command], {
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/tmp/home',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      MPLCONFIGDIR: '/tmp/matplotlib',
      OMP_NUM_THREADS: '1',
      OPENBLAS_NUM_THREADS: '1',
      PYDEVD_DISABLE_FILE_VALIDATION: '1',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}
