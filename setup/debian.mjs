// The host's Debian as a base for building images: its archive, packages and permissions.
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { hasCommand, outputOf, runCommand } from './command.mjs';
import { SetupProblem } from './problem.mjs';

export const isRoot = process.getuid?.() === 0;

/**
 * The address of the host's Debian archive, so that an image comes from where the host's own packages do.
 * Undefined on other systems: the tool's own default serves there.
 */
export function hostArchive() {
  const targets = outputOf('apt-get', ['indextargets', '--format', '$(ORIGIN)\t$(LABEL)\t$(REPO_URI)']);
  const line = targets?.split('\n').find((each) => each.startsWith('Debian\tDebian\t'));
  return line?.split('\t')[2];
}

/** Why this machine cannot build an image, or undefined when it can. */
export function whyNoImage() {
  if (process.platform !== 'linux') return `images are built on Linux, this is ${process.platform}`;
  if (!hasCommand('unshare')) return 'the program "unshare" (util-linux) is missing';
  if (hasBuilder()) return isRoot || hasSubordinateIds() ? undefined : 'the user has no range in /etc/subuid';
  if (!hasCommand('apt-get')) return 'mmdebstrap is missing and this is not a Debian-like system';
  if (!isRoot && !hasCommand('sudo')) return 'mmdebstrap is missing, and installing it needs root or sudo';
  return undefined;
}

/**
 * Installs the packages that build an image, if they are missing.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensureBuilder(progress) {
  if (hasBuilder()) return;
  const packages = ['mmdebstrap', 'uidmap'];
  if (!existsSync('/usr/share/keyrings/debian-archive-keyring.gpg')) packages.push('debian-archive-keyring');
  progress.step(`Installing ${packages.join(', ')}, which build the interpreter image`);
  await apt(['update', '-q'], progress);
  await apt(['install', '-yq', '--no-install-recommends', ...packages], progress);
}

function hasBuilder() {
  return hasCommand('mmdebstrap') && (isRoot || hasCommand('newuidmap'));
}

function hasSubordinateIds() {
  const user = userInfo();
  return (
    existsSync('/etc/subuid') &&
    readFileSync('/etc/subuid', 'utf8')
      .split('\n')
      .some((line) => line.startsWith(`${user.username}:`) || line.startsWith(`${user.uid}:`))
  );
}

/**
 * @param {string[]} args
 * @param {import('./progress.mjs').Progress} progress
 */
async function apt(args, progress) {
  const canAsk = process.stdin.isTTY;
  const command = isRoot
    ? ['apt-get', ...args]
    : ['sudo', ...(canAsk ? [] : ['-n']), 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
  const { code, tail } = await runCommand(/** @type {string} */ (command[0]), command.slice(1), {
    onLine: (line) => progress.update(line),
    inheritStdin: !isRoot && canAsk,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
  });
  if (code !== 0) {
    throw new SetupProblem(`"${command.join(' ')}" failed: ${lastError(tail)}`, {
      fix: 'check the network and your rights, then run the command again',
    });
  }
}

/**
 * The line of a program's output that says what went wrong.
 * @param {string[]} tail
 */
export function lastError(tail) {
  return (tail.findLast((line) => /^(E:|error|sudo:)/i.test(line)) ?? tail.at(-1) ?? 'no output').trim();
}
