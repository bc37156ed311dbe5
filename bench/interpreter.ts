// `npm run bench:interpreter`: compares our interpreters with nbclient (ipykernel) and with a bare python3, on the same
// packages. All sides take each measure before the next measure starts, so that other load affects all of them.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { createProgress } from '../setup/progress.mjs';
import { ensurePython } from '../setup/python.mjs';
import { defaultLimits, Problem } from '../src/core/index.ts';
import { openHost } from '../src/interpreter/index.ts';
import { modulesAhead } from '../src/interpreter/modules.ts';
import * as ours from './ours.ts';
import { Peer, type PeerKind } from './peer.ts';
import { quantiles, rounded, type Quantiles } from './quantiles.ts';
import { firstCell, importCell, taskCells, trivialCell } from './workload.ts';

const STARTS = 10;
const OUR_STARTS = 40;
const TRIPS = 300;
const TASKS = 32;
const AT_ONCE = 16;
const PEERS_ALIVE = 6;

interface Side {
  /** Milliseconds from the request for an interpreter to the end of its first pandas cell. */
  readonly firstCell: Quantiles;
  /** Milliseconds of a trivial cell in an interpreter that is already open. */
  readonly roundTrip: Quantiles;
  /** Memory of an interpreter that is idle after a pandas cell, with the whole stack imported. */
  readonly memoryBytes: number;
  /** The same with only pandas, numpy and matplotlib imported. Ours always has the whole stack. */
  readonly memoryBytesThreeModules: number;
  /** Tasks of five cells per second, with sixteen at once. */
  readonly throughput: number;
}

interface Benchmark {
  readonly ours: Side & { readonly firstCellPooled: Quantiles; readonly isolation: string; readonly alive: number };
  readonly nbclient: Side;
  readonly bare: Side;
  /** The factor by which ours is better than nbclient. */
  readonly ratio: Readonly<Record<Measure, number>>;
  readonly versions: Readonly<Record<string, string>>;
  readonly load: { readonly before: number[]; readonly after: number[] };
}
type Measure = 'firstCell' | 'firstCellPooled' | 'roundTrip' | 'memory' | 'memoryThreeModules' | 'throughput';

/** Takes one measure of all sides, one after another. */
async function each<T>(what: string, mine: () => Promise<T>, theirs: (kind: PeerKind) => Promise<T>) {
  process.stderr.write(`measuring ${what}\n`);
  return { ours: await mine(), nbclient: await theirs('nbclient'), bare: await theirs('bare') };
}

async function measure(alive: number): Promise<Benchmark> {
  const before = loadavg();
  const python = await ensurePython(createProgress());
  const peer = await Peer.start();
  const cold = await openHost(python, defaultLimits, { ahead: 0, modules: modulesAhead });
  const warm = await openHost(python, defaultLimits, { ahead: 2, modules: modulesAhead });
  try {
    // Warms up the font caches and the page cache on both sides.
    await peer.firstCells('nbclient', 1, `${firstCell}\nplt.figure().canvas.draw()`);
    await ours.firstCells(warm, 2, firstCell);
    const first = await each(
      'the first pandas cell',
      () => ours.firstCells(cold, OUR_STARTS, firstCell),
      (kind) => peer.firstCells(kind, STARTS, firstCell),
    );
    const pooled = await ours.firstCells(warm, OUR_STARTS, firstCell, 200);
    const trip = await each(
      'the round trip of a trivial cell',
      () => ours.roundTrips(cold, TRIPS, trivialCell),
      (kind) => peer.roundTrips(kind, TRIPS, trivialCell),
    );
    const memory = await each(
      `memory, ${alive} of ours alive at once`,
      () => ours.memoryBytes(cold, alive, firstCell),
      (kind) => peer.memoryBytes(kind, PEERS_ALIVE, importCell(modulesAhead)),
    );
    const small = await each(
      'memory with three modules',
      () => Promise.resolve(memory.ours),
      (kind) => peer.memoryBytes(kind, PEERS_ALIVE, firstCell),
    );
    const throughput = await each(
      `tasks of five cells, ${AT_ONCE} at once`,
      () => ours.throughput(cold, TASKS * 4, AT_ONCE, taskCells),
      (kind) => peer.throughput(kind, TASKS, AT_ONCE, taskCells),
    );
    const side = (name: 'ours' | PeerKind): Side => ({
      firstCell: quantiles(first[name]),
      roundTrip: quantiles(trip[name]),
      memoryBytes: Math.round(memory[name]),
      memoryBytesThreeModules: Math.round(small[name]),
      throughput: rounded(throughput[name]),
    });
    const mine = { ...side('ours'), firstCellPooled: quantiles(pooled), isolation: cold.stack.isolation, alive };
    const theirs = side('nbclient');
    return {
      ours: mine,
      nbclient: theirs,
      bare: side('bare'),
      ratio: ratios(mine, theirs),
      versions: peer.versions,
      load: { before, after: loadavg() },
    };
  } finally {
    peer.close();
    await Promise.all([cold.close(), warm.close()]);
  }
}

function ratios(mine: Benchmark['ours'], theirs: Side): Benchmark['ratio'] {
  return {
    firstCell: rounded(theirs.firstCell.p50 / mine.firstCell.p50),
    firstCellPooled: rounded(theirs.firstCell.p50 / mine.firstCellPooled.p50),
    roundTrip: rounded(theirs.roundTrip.p50 / mine.roundTrip.p50),
    memory: rounded(theirs.memoryBytes / mine.memoryBytes),
    memoryThreeModules: rounded(theirs.memoryBytesThreeModules / mine.memoryBytesThreeModules),
    throughput: rounded(mine.throughput / theirs.throughput),
  };
}

const ms = ({ p50, p95 }: Quantiles) => `${p50} ms (p95 ${p95})`;
const mib = (bytes: number) => `${rounded(bytes / 2 ** 20)} MiB`;
const times = (value: number) => `${value} ×`;
function print({ ours: mine, nbclient, bare, ratio, versions, load }: Benchmark): void {
  const table = new Table({
    head: ['', `ours (${mine.isolation})`, 'nbclient', 'bare python3', 'ours is better than nbclient by'],
    style: { head: [], border: [] },
  });
  table.push(
    ['first pandas cell', ms(mine.firstCell), ms(nbclient.firstCell), ms(bare.firstCell), times(ratio.firstCell)],
    ['… made ahead', ms(mine.firstCellPooled), '', '', times(ratio.firstCellPooled)],
    ['trivial cell', ms(mine.roundTrip), ms(nbclient.roundTrip), ms(bare.roundTrip), times(ratio.roundTrip)],
    [
      'memory, whole stack',
      mib(mine.memoryBytes),
      mib(nbclient.memoryBytes),
      mib(bare.memoryBytes),
      times(ratio.memory),
    ],
    [
      'memory, three modules',
      '(the same)',
      mib(nbclient.memoryBytesThreeModules),
      mib(bare.memoryBytesThreeModules),
      times(ratio.memoryThreeModules),
    ],
    [
      'five-cell tasks, 16 at once',
      `${mine.throughput} /s`,
      `${nbclient.throughput} /s`,
      `${bare.throughput} /s`,
      times(ratio.throughput),
    ],
    ['alive at once', String(mine.alive), '', '', ''],
  );
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  process.stdout.write(`${table.toString()}\n${packages.join(', ')}\n`);
  process.stdout.write(`load before ${load.before[0]?.toFixed(1)}, after ${load.after[0]?.toFixed(1)}\n`);
}

const { values } = parseArgs({ options: { json: { type: 'boolean' }, alive: { type: 'string', default: '60' } } });
try {
  const alive = Number(values.alive);
  if (!Number.isInteger(alive) || alive < 1) throw new Problem('--alive takes a number of interpreters');
  const result = await measure(alive);
  if (values.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else print(result);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  process.stderr.write(`pybench: ${error.message}\n`);
  process.exitCode = 1;
}
