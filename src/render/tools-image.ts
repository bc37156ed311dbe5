// Programs of the tools image: each in namespaces of its own, without network, as a user without rights.
import { findImage } from '../../setup/image-store.mjs';
import { Problem } from '../core/index.ts';

const NAMESPACES = ['--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--fork', '--kill-child'];

/** A user id that no account of a usual system has. */
const UNUSED_ID = 64_124;

/** ROOTFS SIZE COMMAND...: makes ROOTFS the root, read-only, lets go of the old one, and becomes COMMAND. */
const ENTER = `
set -eu
root=$1 size=$2
shift 2
ulimit -c 0
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777,size="$size" tmpfs "$root/tmp"
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

export interface ToolsCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How `program` of the tools image is started. It talks through pipes, has /tmp to itself, and ends with its parent. */
export function toolsCommand(program: readonly string[], { tmp = '64m' } = {}): ToolsCommand {
  const image = findImage('tools');
  if (!image) throw new Problem('rendering needs the tools image: run "./pybench image build tools"');
  const asRoot = process.getuid?.() === 0;
  const own = asRoot ? [] : ['--user', '--map-root-user'];
  const withoutRights = asRoot
    ? ['setpriv', `--reuid=${UNUSED_ID}`, `--regid=${UNUSED_ID}`, '--clear-groups', '--inh-caps=-all', '--bounding-set=-all'] // prettier-ignore
    : ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  const enter = ['sh', '-c', ENTER, 'enter-tools', image.rootfs, tmp];
  return {
    file: '/usr/bin/env',
    args: ['setpriv', '--pdeathsig', 'KILL', 'unshare', ...own, ...NAMESPACES, ...enter, ...withoutRights, ...program],
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/tmp',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
    },
  };
}
