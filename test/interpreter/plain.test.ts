// The contract of interpreters at isolation none.
import { beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { interpreterContract } from './contract.ts';
import { notebookContract } from './notebook-contract.ts';

let host: InterpreterHost;
let hasty: InterpreterHost;
beforeAll(async () => {
  host = await testHost({}, 'none');
  hasty = await testHost({ cellCpuSeconds: 1, wallFactor: 8 }, 'none');
});

interpreterContract('plain', { host: () => host, hasty: () => hasty });
notebookContract('plain', { host: () => host });

test('the plain interpreter reports the weakest level', () => {
  expect(host.stack.isolation).toBe('none');
  expect(host.stack.version).toMatch(/^3\.\d+/);
  expect(host.stack.packages).toHaveProperty('pandas');
});

test('with an image the inputs are read-only and the host is not visible', async ({ skip }) => {
  if (!host.stack.image) skip('this machine has no interpreter image');
  const python = await host.open([{ path: 'data/a.txt', bytes: Buffer.from('a') }]);
  try {
    const { outputs } = await python.run(
      `import os\nprint(os.listdir('/mnt'), os.path.exists(${JSON.stringify(packageRoot)}))\nopen('data/a.txt', 'a')`,
    );
    expect(outputs[0]).toMatchObject({ text: '[] False\n' });
    expect(outputs[1]).toMatchObject({ type: 'error', name: 'OSError' });
  } finally {
    await python.close();
  }
});
