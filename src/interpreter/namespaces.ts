// Finds out why this machine refuses namespaces, and how its owner can allow them.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Obstacle {
  readonly problem: string;
  readonly fix: string;
}

/** Why isolation `full` is not available; undefined when it is. */
export function namespaceObstacle(read: (path: string) => string | undefined = readSetting): Obstacle | undefined {
  const tried = tryNamespaces();
  return tried === undefined ? undefined : explain(tried, read);
}

/** The known ways in which kernels and containers refuse, each with its fix. */
export function explain(complaint: string, read: (path: string) => string | undefined): Obstacle {
  const sysctl = (name: string) => read(`/proc/sys/${name.replaceAll('.', '/')}`);
  if (sysctl('user.max_user_namespaces') === '0')
    return {
      problem: 'user namespaces are switched off (user.max_user_namespaces is 0)',
      fix: 'sudo sysctl user.max_user_namespaces=15000',
    };
  if (sysctl('kernel.unprivileged_userns_clone') === '0')
    return {
      problem: 'only root may make user namespaces (kernel.unprivileged_userns_clone is 0)',
      fix: 'sudo sysctl kernel.unprivileged_userns_clone=1',
    };
  if (sysctl('kernel.apparmor_restrict_unprivileged_userns') === '1')
    return {
      problem: 'AppArmor strips user namespaces of their rights (Ubuntu 23.10 and later)',
      fix: 'sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0, or run as root',
    };
  if (/docker|containerd|kubepods|lxc|podman/.test(read('/proc/1/cgroup') ?? '') || read('/.dockerenv') !== undefined)
    return {
      problem: `this container forbids namespaces: ${complaint}`,
      fix: 'start it with --security-opt seccomp=unconfined --security-opt systempaths=unconfined, or with --privileged',
    };
  return {
    problem: `the kernel refuses user namespaces: ${complaint}`,
    fix: 'ask for a kernel with CONFIG_USER_NS, run as root (isolation root), or use --isolation landlock',
  };
}

/** Makes all namespaces that a sandbox needs, in a process that ends at once. Returns its error, or undefined. */
function tryNamespaces(): string | undefined {
  const own = ['--user', '--map-root-user', '--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--fork'];
  const script = 'mount -t tmpfs tmpfs /mnt && mount -t proc proc /proc';
  const { status, stderr, error } = spawnSync('unshare', [...own, 'sh', '-c', script], { encoding: 'utf8' });
  if (error) return error.message;
  return status === 0 ? undefined : (stderr.trim().split('\n')[0] ?? `exit code ${status}`);
}

function readSetting(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
