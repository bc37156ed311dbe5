// Builds an image: a Debian root file system from a package list, beside its place, then renamed into it.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from './command.mjs';
import { ensureBuilder, hostArchive, isRoot, lastError, whyNoImage } from './debian.mjs';
import { readImageList } from './image-list.mjs';
import { findImage, imageFolder, imagesFolder, removeImageFolder } from './image-store.mjs';
import { makeFolder } from './folder.mjs';
import { SetupProblem } from './problem.mjs';

/** Free space asked for before a build starts, in GiB. */
const SPACE_NEEDED = { interpreter: 6, tools: 4 };

/** Files that no agent reads; they would only enlarge the image. */
const LEFT_OUT = ['/usr/share/man/*', '/usr/share/doc/*', '/usr/share/info/*', '/usr/share/locale/*'];

/**
 * The image of this name, built first if need be.
 * @param {import('./image-list.mjs').ImageName} name
 * @param {import('./progress.mjs').Progress} progress
 * @returns {Promise<import('./image-store.mjs').Image>}
 */
export async function ensureImage(name, progress) {
  const found = findImage(name);
  if (found) return found;
  const obstacle = whyNoImage();
  if (obstacle) throw new SetupProblem(`cannot build the ${name} image: ${obstacle}`);
  await makeRoom(name);
  await ensureBuilder(progress);
  return await buildImage(readImageList(name), progress);
}

/**
 * @param {import('./image-list.mjs').ImageList} list
 * @param {import('./progress.mjs').Progress} progress
 */
async function buildImage(list, progress) {
  const part = `${imageFolder(list)}.part-${process.pid}`;
  const rootfs = join(part, 'rootfs');
  makeFolder(part);
  progress.step(
    `Building the ${list.name} image (Debian ${list.suite}, ${list.packages.length} named packages; once per machine)`,
  );
  try {
    const { code, tail } = await runCommand(...builderCommand(list, rootfs), {
      onLine: watchBuild(list.name, progress),
    });
    if (code !== 0) {
      throw new SetupProblem(`the ${list.name} image could not be built: ${lastError(tail)}`, {
        fix: 'check the network and the free disk space, then run "./pybench image build"',
      });
    }
    const packages = installedPackages(rootfs);
    const manifest = {
      name: list.name,
      list: list.digest,
      digest: createHash('sha256').update(JSON.stringify(packages)).digest('hex').slice(0, 16),
      builtAt: new Date().toISOString(),
      packages,
    };
    writeFileSync(join(part, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
    settle(part, imageFolder(list));
  } finally {
    progress.done();
    await removeImageFolder(part);
  }
  const built = findImage(list.name);
  if (!built) throw new SetupProblem(`the ${list.name} image was built but is not in ${imagesFolder()}`);
  progress.step(`The ${list.name} image is ready (${Object.keys(built.manifest.packages).length} packages)`);
  return built;
}

/**
 * The build ends with this process. As root it gets a mount and a process namespace of its own, so that nothing it mounts or
 * starts outlives it.
 * @param {import('./image-list.mjs').ImageList} list
 * @param {string} rootfs
 * @returns {[string, string[]]}
 */
function builderCommand(list, rootfs) {
  const archive = hostArchive();
  const build = [
    'mmdebstrap',
    `--mode=${isRoot ? 'root' : 'unshare'}`,
    '--variant=minbase',
    '--format=directory',
    '--verbose',
    '--aptopt=APT::Install-Recommends "false"',
    '--aptopt=Acquire::Retries "3"',
    ...LEFT_OUT.map((path) => `--dpkgopt=path-exclude=${path}`),
    '--dpkgopt=path-include=/usr/share/doc/*/copyright',
    '--customize-hook=mkdir -p "$1/workspace" && rm -f "$1/etc/resolv.conf" "$1/etc/hostname"',
    `--include=${list.packages.join(',')}`,
    list.suite,
    rootfs,
    ...(archive ? [archive] : []),
  ];
  const apart = isRoot ? ['unshare', '--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'] : [];
  return ['setpriv', ['--pdeathsig', 'KILL', ...apart, ...build]];
}

/**
 * Counts the package manager's own lines, to show the progress.
 * @param {string} name
 * @param {import('./progress.mjs').Progress} progress
 */
function watchBuild(name, progress) {
  const counts = { total: 0, unpacked: 0, configured: 0 };
  /** @param {string} line */
  return (line) => {
    const newly = /(\d+) newly installed/.exec(line);
    if (newly) counts.total += Number(newly[1]);
    if (/^Get:\d+ /.test(line)) progress.update(`${name} image: downloading ${line.split(' ')[4] ?? ''}`);
    if (line.startsWith('Unpacking ')) {
      counts.unpacked += 1;
      progress.update(`${name} image: unpacked ${counts.unpacked} of ${counts.total} packages`);
    }
    if (line.startsWith('Setting up ')) {
      counts.configured += 1;
      progress.update(`${name} image: set up ${counts.configured} of ${counts.total} packages`);
    }
  };
}

/**
 * @param {string} rootfs
 * @returns {Record<string, string>}
 */
function installedPackages(rootfs) {
  const status = readFileSync(join(rootfs, 'var/lib/dpkg/status'), 'utf8');
  return Object.fromEntries(
    status
      .split('\n\n')
      .filter((entry) => entry.includes('\nStatus: install ok installed'))
      .map((entry) => [/^Package: (.*)$/m.exec(entry)?.[1] ?? '', /^Version: (.*)$/m.exec(entry)?.[1] ?? ''])
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );
}

/**
 * Puts a finished build in its place, unless another process has put its image there first.
 * @param {string} part
 * @param {string} place
 */
function settle(part, place) {
  try {
    renameSync(part, place);
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

/**
 * Removes the files of interrupted builds, then checks the free space.
 * @param {import('./image-list.mjs').ImageName} name
 */
async function makeRoom(name) {
  const folder = imagesFolder();
  try {
    makeFolder(folder);
  } catch (error) {
    throw new SetupProblem(`cannot write to the cache folder ${folder}`, { fix: 'set XDG_CACHE_HOME', cause: error });
  }
  for (const entry of readdirSync(folder)) {
    const builder = Number(/\.part-(\d+)$/.exec(entry)?.[1]);
    if (builder && !isAlive(builder)) await removeImageFolder(join(folder, entry));
  }
  const { bavail, bsize } = statfsSync(dirname(folder));
  const free = (bavail * bsize) / 2 ** 30;
  if (free < SPACE_NEEDED[name]) {
    throw new SetupProblem(
      `the ${name} image needs ${SPACE_NEEDED[name]} GiB free in ${folder}, there are ${free.toFixed(1)}`,
      { fix: 'free some space or set XDG_CACHE_HOME to a larger disk' },
    );
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
