// The contract of interpreters at isolation full and root.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { interpreterContract } from './contract.ts';
import { notebookContract } from './notebook-contract.ts';

const isRoot = process.getuid?.() === 0;

describe.each(['full', 'root'] as const)('isolation %s', (level) => {
  describe.skipIf(level === 'root' && !isRoot)('keeps the contract', () => {
    let host: InterpreterHost;
    let hasty: InterpreterHost;
    beforeAll(async () => {
      host = await testHost({}, level);
      hasty = await testHost({ cellCpuSeconds: 1, wallFactor: 8 }, level);
    });
    afterAll(async () => {
      await host.close();
      await hasty.close();
    });

    interpreterContract(level, { host: () => host, hasty: () => hasty });
    if (level === 'full') notebookContract(level, { host: () => host });
  });
});

test('the strongest level is the default', async () => {
  const host = await testHost();
  expect(host.stack.isolation).toBe('full');
  await host.close();
});
