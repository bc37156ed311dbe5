// Control groups for the sandboxes of one zygote, where this machine allows us to make them: as root, or as a user with a
// delegated part of the hierarchy. The zygote makes a group in here for each sandbox (python/pybench/sandbox/cgroup.py).
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStat } from '../system/index.ts';

/** Hierarchies of version 1, in the order in which python/pybench/sandbox/cgroup.py expects them. */
const CONTROLLERS = ['memory', 'pids', 'cpuacct'];
/** All attempts together take about three seconds. */
const REMOVALS = 30;

export interface Cgroups {
  readonly version: 1 | 2;
  readonly folders: readonly string[];
  /** Version 2: the group of the zygote itself, because no process may be moved into a delegated part from outside. */
  readonly home: string | undefined;
}

/** Folders that belong to `owner`; undefined where they cannot be made. */
export function makeCgroups(owner: number | undefined): Cgroups | undefined {
  const name = `pybench-${process.pid}-${randomBytes(4).toString('hex')}`;
  return makeFirst(name, owner) ?? makeSecond(name, owner);
}

/** Tries again until the last process has ended. */
export async function removeCgroups({ folders }: Cgroups): Promise<void> {
  for (let tried = 0; tried < REMOVALS && !folders.map(removeTree).every(Boolean); tried += 1)
    await sleep(Math.min(5 * 2 ** tried, 150));
}

/** The command in a shell that removes the groups when Node has died. */
export function keptBy({ folders, home }: Cgroups, command: readonly string[]): string[] {
  return ['sh', '-c', KEEPER, MOVE, home ?? '', folders.join('\n'), ...command];
}

/** If the move is refused, the zygote notices it and works without groups. */
const MOVE = '[ -z "$0" ] || echo $$ 2>/dev/null > "$0/cgroup.procs"; exec "$@"';
const KEEPER = `
home=$1 folders=$2
shift 2
sh -c "$0" "$home" "$@"
code=$?
IFS='
'
for wait in 0 0.1 0.2 0.5 1 2; do
  sleep $wait
  left=
  for folder in $folders; do
    rmdir "$folder"/*/ "$folder" 2>/dev/null
    [ ! -d "$folder" ] || left=1
  done
  [ -n "$left" ] || break
done
exit $code`;

export function openCgroups({ folders }: Cgroups): { descriptors: number[]; close: () => void } {
  const descriptors = folders.map((folder) => openSync(folder, 'r'));
  return { descriptors, close: () => descriptors.forEach((each) => closeSync(each)) };
}

function makeFirst(name: string, owner: number | undefined): Cgroups | undefined {
  const own = ownGroups();
  const mounts = mountsOf('cgroup');
  const parents = CONTROLLERS.map((controller) => {
    const place = mounts.find(({ options }) => options.includes(controller))?.place;
    if (!place) return undefined;
    const inside = join(place, own.get(controller) ?? '/');
    return existsSync(inside) ? inside : place; // in a container only a part of the hierarchy may be visible
  });
  const folders: string[] = [];
  try {
    for (const parent of parents) {
      if (!parent) throw new Error('a controller is missing');
      sweep(parent);
      const folder = join(parent, name);
      mkdirSync(folder); // refused where two of the controllers share a hierarchy, which is not usual
      folders.push(folder);
      if (owner !== undefined) chownSync(folder, owner, owner);
    }
  } catch {
    folders.forEach(removeTree);
    return undefined;
  }
  return { version: 1, folders, home: undefined };
}

function makeSecond(name: string, owner: number | undefined): Cgroups | undefined {
  const place = mountsOf('cgroup2')[0]?.place;
  if (!place) return undefined;
  for (let parent = join(place, ownGroups().get('') ?? '/'); parent.startsWith(place); parent = dirname(parent)) {
    const folder = join(parent, name);
    try {
      const given = readFileSync(join(parent, 'cgroup.subtree_control'), 'utf8').split(/\s+/);
      if (!given.includes('memory') || !given.includes('pids')) continue;
      sweep(parent);
      mkdirSync(folder);
    } catch {
      continue; // we may not divide this group: try its parent
    }
    try {
      writeFileSync(join(folder, 'cgroup.subtree_control'), '+memory +pids');
      const home = join(folder, 'zygote');
      mkdirSync(home);
      const theirs = [folder, join(folder, 'cgroup.procs'), join(folder, 'cgroup.subtree_control')];
      if (owner !== undefined)
        for (const each of [...theirs, home, join(home, 'cgroup.procs')]) chownSync(each, owner, owner);
      return { version: 2, folders: [folder], home };
    } catch {
      removeTree(folder);
    }
  }
  return undefined;
}

/** Removes the groups of a harness that was killed. The kernel refuses to remove groups in use. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^pybench-(\d+)-[\da-f]+$/.exec(name)?.[1]);
    if (pid && !processStat(pid)) removeTree(join(parent, name));
  }
}

/** Returns whether the folder is gone. */
function removeTree(folder: string): boolean {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) removeTree(join(folder, entry.name));
    rmdirSync(folder);
    return true;
  } catch {
    return !existsSync(folder);
  }
}

/** Our own group in each hierarchy, by controller; the hierarchy of version 2 has the empty name. */
function ownGroups(): Map<string, string> {
  const lines = read('/proc/self/cgroup').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, names = '', place = '/'] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
      return line ? names.split(',').map((name) => [name, place] as const) : [];
    }),
  );
}

function mountsOf(kind: 'cgroup' | 'cgroup2'): { place: string; options: string[] }[] {
  const lines = read('/proc/self/mounts').split('\n');
  return lines.flatMap((line) => {
    const [, place, type, options = ''] = line.split(' ');
    return place && type === kind ? [{ place, options: options.split(',') }] : [];
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // not Linux
  }
}
