// The limits of graders are CPU time: a check that takes seconds gets the same verdict on a busy machine, and a check
// that takes too long is stopped by its CPU time and not by the clock.
import { spawn, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSqlite } from '../../src/formats/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { tableEquals, type Submission } from '../../src/verify/index.ts';
import { testHost, verifyOn } from '../support/host.ts';

let host: InterpreterHost;
const busy: ChildProcess[] = [];
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => {
  for (const child of busy) child.kill('SIGKILL');
  return host.close();
});

/**
 * A file with one row that takes some seconds to read: its only value is the length of a long text that the reader
 * builds.
 */
async function slowFile(): Promise<Submission> {
  const bytes = await writeSqlite(
    [],
    [
      'CREATE TABLE t (n INTEGER)',
      'INSERT INTO t VALUES (0)',
      `ALTER TABLE t ADD COLUMN id TEXT GENERATED ALWAYS AS (${Array<string>(8).fill('length(hex(zeroblob(30000000)))').join(' + ')}) VIRTUAL`,
    ],
  );
  const columns = { id: { value: { type: 'text' } } } as const;
  return {
    answer: { schema: undefined, block: null },
    outputs: { 'output/a.sqlite': { type: 'table', about: { en: '', zh: '' }, columns, key: ['id'], sheet: 't' } },
    files: new Map([['output/a.sqlite', bytes]]),
    figures: new Map(),
  };
}

test('a check under heavy load gives the same verdict', { timeout: 600_000 }, async () => {
  const submission = await slowFile();
  const verdict = async () => {
    const [result] = await verifyOn(host)([tableEquals('output/a.sqlite', [{ id: '480000000' }])], submission);
    return { ok: result?.ok, message: result?.message };
  };
  const quiet = await verdict();
  expect(quiet.message).not.toContain('could not be examined');
  for (let each = 0; each < 8 * availableParallelism(); each += 1)
    busy.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  expect(await verdict()).toEqual(quiet);
});
