import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { interpreterContract } from './contract.ts';

let host: InterpreterHost;
let hasty: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
  hasty = await testHost({ cellCpuSeconds: 1, wallFactor: 3 });
});
afterAll(async () => {
  await host.close();
  await hasty.close();
});

interpreterContract('confined', { host: () => host, hasty: () => hasty });

test('the strongest level is the default', () => {
  expect(host.stack.isolation).toBe('full');
});
