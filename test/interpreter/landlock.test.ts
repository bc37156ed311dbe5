// Isolation landlock, on a Python of this machine: it need not have the packages for what is tested here.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { outputOf } from '../../setup/command.mjs';
import { defaultLimits } from '../../src/core/index.ts';
import { openHost, type InterpreterHost } from '../../src/interpreter/index.ts';
import { attacks } from './attacks.ts';
import { interpreterContract } from './contract.ts';

const python = { kind: 'host', program: 'python3', source: 'python3' } as const;
/** 6 is the first version of Landlock that fences signals. */
const version = 'import ctypes; print(ctypes.CDLL(None).syscall(444, None, 0, 1))';
const usable = Number(outputOf('python3', ['-c', version]) ?? 0) >= 6;

/** What the level does not do, by design: see docs/interpreter.md. */
const beyond = new Set([
  'change the inputs', // noticed by their digest, not prevented
  'see the processes of the host', // their numbers; nothing else of them
  "the harness's own descriptors", // two of them, which are its own output
  ...(process.getuid?.() === 0 ? ['run a set-uid program to gain rights', 'regain capabilities'] : []), // it is root, without any capability
]);

describe.skipIf(!usable)('isolation landlock', () => {
  let host: InterpreterHost;
  let hasty: InterpreterHost;
  beforeAll(async () => {
    host = await openHost(python, defaultLimits, { isolation: 'landlock' });
    hasty = await openHost(python, { ...defaultLimits, cellCpuSeconds: 1, wallFactor: 8 }, { isolation: 'landlock' });
  });
  afterAll(() => Promise.all([host.close(), hasty.close()]));

  interpreterContract('landlock', { host: () => host, hasty: () => hasty, packages: false });

  test('says what it is', () => {
    expect(host.stack).toMatchObject({ isolation: 'landlock', image: null });
  });

  describe.each(attacks.filter(({ kind, name }) => kind === 'reach' && !beyond.has(name)))(
    'reach: $name',
    ({ code }) => {
      test('is refused', async () => {
        const interpreter = await host.open([]);
        onTestFinished(() => interpreter.close());
        const { outputs } = await interpreter.run(code);
        expect(JSON.stringify(outputs)).not.toContain('SUCCEEDED');
      });
    },
  );

  test('what it started ends with it, however it hides', async () => {
    const interpreter = await host.open([]);
    await interpreter.run(
      "import os, subprocess\nsubprocess.Popen(['setsid', 'sh', '-c', '(sleep 4217 &) ; exec sleep 4217'])",
    );
    await interpreter.run(
      'if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        os.execvp("sleep", ["sleep", "4217"])\n    os._exit(0)',
    );
    await interpreter.close();
    expect(outputOf('pgrep', ['-f', 'sleep 4217']) ?? '').toBe('');
  });
});
