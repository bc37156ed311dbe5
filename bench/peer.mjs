// The peer's side of the interpreter benchmark: nbclient with ipykernel, and a bare python3, both in the packages of the
// interpreter image. "node bench/peer.mjs" measures and prints {nbclient, bare}.
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findImage } from '../setup/image-store.mjs';
import { SetupProblem } from '../setup/problem.mjs';
import { firstCell, fullModules, importCell, taskCells, trivialCell } from './workload.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** @typedef {'nbclient' | 'bare'} PeerKind */

/** A driver in the images, which does what it is asked one command after another. */
export class Peer {
  /** @param {import('node:child_process').ChildProcess} child @param {AsyncIterator<string>} lines @param {() => string} complaint */
  constructor(child, lines, complaint) {
    this.child = child;
    this.lines = lines;
    this.complaint = complaint;
    /** @type {Record<string, string>} */
    this.versions = {};
  }

  static async start() {
    const { child, complaint } = launch();
    if (!child.stdout) throw new Error('no pipe to the peer');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const peer = new Peer(child, lines, complaint);
    const { versions } = /** @type {{ versions: Record<string, string> }} */ (await peer.#answer());
    peer.versions = versions;
    return peer;
  }

  /**
   * @template T
   * @param {Record<string, unknown>} command
   * @returns {Promise<T>}
   */
  async ask(command) {
    this.child.stdin?.write(`${JSON.stringify(command)}\n`);
    const answer = await this.#answer();
    if (typeof answer['error'] === 'string')
      throw new Error(`the peer could not do "${String(command['do'])}": ${answer['error']}`);
    return /** @type {T} */ (answer);
  }

  close() {
    this.child.kill('SIGKILL');
  }

  /** @returns {Promise<Record<string, unknown>>} */
  async #answer() {
    const { value, done } = await this.lines.next();
    if (done) throw new SetupProblem(`the peer of the benchmark ended: ${this.complaint()}`);
    return JSON.parse(value);
  }
}

function launch() {
  const [interpreter, tools] = [findImage('interpreter'), findImage('tools')];
  if (!interpreter || !tools)
    throw new SetupProblem('the benchmark needs both images', { fix: 'run "./pybench image build"' });
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--net', '--ipc', '--uts'];
  const enter = ['sh', join(here, 'enter-peer.sh'), interpreter.rootfs, tools.rootfs, here];
  const command = ['/usr/bin/python3', '-s', '-B', '/run/pybench/peer-nbclient.py'];
  const child = spawn('unshare', [...namespaces, '--fork', '--kill-child', ...enter, ...command], {
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
  let tail = '';
  child.stderr.on('data', (/** @type {Buffer} */ chunk) => (tail = `${tail}${chunk.toString('utf8')}`.slice(-2000)));
  return { child, complaint: () => tail.trim().split('\n').at(-1) ?? 'no reason given' };
}

export const defaults = {
  starts: 10,
  roundTrips: 300,
  alive: 6,
  tasks: 16,
  atOnce: 16,
  /** @type {readonly string[]} */
  modules: fullModules,
  /** @type {readonly string[]} */
  cells: taskCells,
};

/**
 * Everything about one kind of peer.
 * @param {Peer} peer
 * @param {PeerKind} kind
 * @param {typeof defaults} options
 */
export async function measure(peer, kind, options) {
  /** @type {{ ready: number[], firstCell: number[], stop: number[] }} */
  const starts = await peer.ask({ do: 'starts', kind, count: options.starts, code: firstCell });
  /** @type {{ roundTrip: number[] }} */
  const { roundTrip } = await peer.ask({ do: 'roundTrips', kind, count: options.roundTrips, code: trivialCell });
  return {
    ready: summary(starts.ready),
    firstCell: summary(starts.firstCell),
    stop: summary(starts.stop),
    roundTrip: summary(roundTrip),
    memory: {
      alive: options.alive,
      threeModules: await memory(peer, kind, options.alive, firstCell),
      allModules: await memory(peer, kind, options.alive, importCell(options.modules)),
    },
    throughput: await throughput(peer, kind, options),
  };
}

/** @param {Peer} peer @param {PeerKind} kind @param {number} count @param {string} code */
async function memory(peer, kind, count, code) {
  /** @type {{ pss: number[], uss: number[], tables: number[], lost: number }} */
  const { pss, uss, tables, lost } = await peer.ask({ do: 'memory', kind, count, code });
  // Per interpreter: proportional and unique set size, page tables, and what the machine's MemAvailable fell by, which
  // is the fairest of them and on a busy machine the least exact.
  return { pssMiB: mib(mean(pss)), ussMiB: mib(mean(uss)), tablesMiB: mib(mean(tables)), lostMiB: mib(lost) };
}

/** @param {Peer} peer @param {PeerKind} kind @param {typeof defaults} options */
async function throughput(peer, kind, { tasks, atOnce, cells }) {
  /** @type {{ seconds: number, failures: string[] }} */
  const { seconds, failures } = await peer.ask({ do: 'throughput', kind, tasks, at_once: atOnce, cells });
  const tasksPerSecond = Number(((tasks - failures.length) / seconds).toFixed(3));
  return { tasksPerSecond, tasks, atOnce, seconds: Number(seconds.toFixed(2)), failures };
}

/** @param {readonly number[]} samples milliseconds */
export function summary(samples) {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
    return Number(value.toFixed(3));
  };
  return { p50: at(0.5), p95: at(0.95), min: at(0), n: sorted.length };
}

/** @param {number} bytes */
const mib = (bytes) => Number((bytes / 2 ** 20).toFixed(1));

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param {Partial<typeof defaults>} [options] */
export async function measurePeer(options = {}) {
  const wanted = { ...defaults, ...options };
  const peer = await Peer.start();
  try {
    // Font caches and the page cache, which our own side has warm too.
    await peer.ask({ do: 'starts', kind: 'nbclient', count: 1, code: `${firstCell}\nplt.figure().canvas.draw()` });
    return {
      versions: peer.versions,
      loadBefore: loadavg(),
      nbclient: await measure(peer, 'nbclient', wanted),
      bare: await measure(peer, 'bare', wanted),
      loadAfter: loadavg(),
    };
  } finally {
    peer.close();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const counts = /** @type {const} */ (['starts', 'roundTrips', 'alive', 'tasks', 'atOnce']);
  const flags = Object.fromEntries(counts.map((name) => [name, { type: /** @type {const} */ ('string') }]));
  const { values } = parseArgs({ options: flags });
  const asked = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  try {
    process.stdout.write(`${JSON.stringify(await measurePeer(asked), null, 2)}\n`);
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    process.stderr.write(`pybench: ${error.message}\n`);
    process.exitCode = 1;
  }
}
