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
])('where %j, the way out is said', (known, fix) => {
  expect(explain('unshare failed: Operation not permitted', settings(known)).fix).toContain(fix);
});

test('a kernel whose limit of namespaces is zero is reported, and this machine allows namespaces', ({ skip }) => {
  expect(namespaceObstacle()).toBeUndefined();
  // In a namespace whose own limit is zero the kernel refuses.
  const script = 'echo 0 > /proc/sys/user/max_user_namespaces && ! unshare --user true';
  const refused = spawnSync('unshare', ['--user', '--map-root-user', 'sh', '-c', script], { encoding: 'utf8' });
  if (refused.status !== 0) skip('this kernel does not let a namespace forbid more of them');
  expect(refused.stderr).toContain('unshare failed');
});
