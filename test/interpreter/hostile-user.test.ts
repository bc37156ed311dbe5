// The same attacks on the interpreters of an ordinary user with their own clone, simulated by root. Attacks that only use
// CPU time are left out, because they are the same for all users.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { userHost, userObstacle } from '../support/user-host.ts';
import { hostileSuite, resourceSuite } from './hostile.ts';

describe.skipIf(userObstacle())('as an ordinary user', () => {
  let clone = '';
  let before: string[] = [];
  const open = async (limits: Parameters<typeof userHost>[0]) => {
    const host = await userHost(limits);
    clone = host.clone;
    return host;
  };
  hostileSuite({
    open: async (limits) => {
      const host = await open(limits);
      before = stateOf(join(clone, 'python'));
      return host;
    },
    kinds: ['reach', 'confuse'],
  });

  test('the code of the clone is unchanged, including its metadata', () => {
    expect(before.length).toBeGreaterThan(20);
    expect(stateOf(join(clone, 'python'))).toEqual(before);
  });
});

describe.skipIf(userObstacle())('resource limits hold for an ordinary user', () => {
  // Without a control group, memory may exceed the limit briefly. The attacks request at least three times the limit.
  resourceSuite({ open: userHost, memoryFactor: 2 });
});

function stateOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const { mode, size, mtimeMs, ctimeMs } = statSync(join(folder, name));
      return [name, mode, size, mtimeMs, ctimeMs].join(' ');
    });
}
