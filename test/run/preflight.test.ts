// The syntax check of the programs of a scripted agent.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { checkPrograms } from '../../src/run/preflight.ts';
import { loadTask, parseProgram } from '../../src/suite/index.ts';
import { testHost } from '../support/host.ts';
import { namedAgent } from '../support/recorded-runs.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.close());

async function check(source: string) {
  const task = await loadTask('chart/tied-winner');
  const broken = { ...task, programs: new Map([['reference', parseProgram('reference', source)]]) };
  return await checkPrograms(namedAgent('reference'), [broken], host);
}

test('a reference with a syntax error is named with its file and cell', async () => {
  await expect(check('# %%\nx = 1\n# %%\nx = (\n')).rejects.toThrow(
    /^tasks\/chart\/tied-winner\/reference\.py, cell 2, line 1: SyntaxError: /,
  );
});

test('a program with valid syntax passes, including top-level await', async () => {
  await expect(check('import asyncio\nawait asyncio.sleep(0)\n')).resolves.toBeUndefined();
});
