// Machines that forbid user namespaces: the detected cause and the suggested fix.
import { expect, test } from 'vitest';
import { spawnSync } from 'node:child_process';
import { explain, namespaceObstacle } from '../../src/interpreter/namespaces.ts';

const settings = (known: Record<string, string>) => (path: string) => known[path];

test.each([
  [{ '/proc/sys/user/max_user_namespaces': '0' }, 'sudo sysctl user.max_user_namespaces=15000'],
  [{ '/proc/sys/kernel/unprivileged_userns_clone': '0' }, 'sudo sysctl kernel.unprivileged_userns_clone=1'],
  [{ '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1' }, 'apparmor_restrict_unprivileged_userns=0'],
  [{ '/proc/1/cgroup': '0::/docker/4f2a' }, '--security-opt seccomp=unconfined'],
  [{}, '--isolation landlock'],
])('on a machine with %j the message names a fix', (known, fix) => {
  expect(explain('unshare failed: Operation not permitted', settings(known)).fix).toContain(fix);
});

test('this machine allows namespaces, and unshare fails where their limit is zero', ({ skip }) => {
  expect(namespaceObstacle()).toBeUndefined();
  // The kernel refuses a new namespace inside a namespace with a limit of zero.
  const script = 'echo 0 > /proc/sys/user/max_user_namespaces && ! unshare --user true';
  const refused = spawnSync('unshare', ['--user', '--map-root-user', 'sh', '-c', script], { encoding: 'utf8' });
  if (refused.status !== 0) skip('this kernel does not let a namespace forbid more of them');
  expect(refused.stderr).toContain('unshare failed');
});
