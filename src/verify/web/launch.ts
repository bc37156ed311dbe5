// Chromium in the tools image: in namespaces of its own without network, as a user without rights, with its own sandbox
// inside of ours. It is driven over pipes, which pass through all of that.
import { chromium, type Browser } from 'playwright-core';
import { findImage } from '../../../setup/image-store.mjs';
import { Problem } from '../../core/index.ts';
import { namespaceObstacle } from '../../interpreter/index.ts';

const NAMESPACES = ['--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--fork', '--kill-child'];

/** A user id that no account of a usual system has. */
const NOBODY = 64_124;
const LAUNCH_MS = 60_000;

/** ROOTFS COMMAND...: makes ROOTFS the root, read-only, lets go of the old one, and becomes COMMAND. */
const ENTER = `
set -eu
root=$1
shift
ulimit -c 0
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777,size=64m tmpfs "$root/tmp"
mount -t tmpfs -o mode=755,size=1m tmpfs "$root/run"
mount -t tmpfs -o mode=755,size=1m tmpfs "$root/dev"
for device in null zero full random urandom; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/shm"
mount -t tmpfs -o mode=1777,size=256m tmpfs "$root/dev/shm"
mount -o remount,bind,ro "$root" 2>/dev/null || true
cd "$root"
pivot_root . mnt
umount -l /mnt
cd /tmp
unset OLDPWD
exec "$@"
`;

const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--user-data-dir=/tmp/profile',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-crash-reporter',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--no-first-run',
  '--mute-audio',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  // A script that hoards is a crash of its page, long before it is a load on the machine.
  '--js-flags=--max-old-space-size=256',
];

export async function launchBrowser(): Promise<Browser> {
  const image = findImage('tools');
  if (!image) throw new Problem('web checks need the tools image: run "./pybench image build tools"');
  const asRoot = process.getuid?.() === 0;
  const own = asRoot ? [] : ['--user', '--map-root-user'];
  // Chromium's own sandbox wants an ordinary user.
  const humbly = asRoot
    ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--inh-caps=-all', '--bounding-set=-all']
    : ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  const enter = ['sh', '-c', ENTER, 'enter-browser', image.rootfs];
  const program = [...humbly, '/usr/lib/chromium/chromium-headless-shell', ...FLAGS, 'about:blank'];
  try {
    return await chromium.launch({
      executablePath: '/usr/bin/env',
      ignoreDefaultArgs: true,
      // Whatever happens to us, nothing stays behind.
      args: ['setpriv', '--pdeathsig', 'KILL', 'unshare', ...own, ...NAMESPACES, ...enter, ...program],
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/tmp',
        LANG: 'C.UTF-8',
        TZ: 'UTC',
      },
      timeout: LAUNCH_MS,
    });
  } catch (error) {
    const obstacle = namespaceObstacle();
    const why = obstacle ? `${obstacle.problem} (${obstacle.fix})` : lastLine(error);
    throw new Problem(`web checks cannot start their browser: ${why}`, { cause: error });
  }
}

/** What the browser said last, in a message that else is mostly our own arguments. */
function lastLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const said = [...text.matchAll(/\[pid=\d+\]\[err\] (.+)/g)].at(-1)?.[1];
  return (said ?? text.split('\n')[0] ?? '').slice(0, 300);
}
