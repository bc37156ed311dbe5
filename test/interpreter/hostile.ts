// Every attack is contained: it reaches nothing, it ends by a limit, and afterwards the sandbox, its neighbour and a new
// one all work.
import { spawn, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CellResult, Interpreter, InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { attacks } from './attacks.ts';

const files = [{ path: 'data/a.csv', bytes: Buffer.from('a,b\n1,2\n') }];
const shown = ({ outputs }: CellResult) => outputs.find((output) => output.type === 'result')?.data['text/plain'];
const text = ({ outputs }: CellResult) =>
  outputs.map((output) => (output.type === 'stream' ? output.text : '')).join('');

export function hostileSuite(level: 'full' | 'root'): void {
  let host: InterpreterHost;
  let neighbour: Interpreter;
  beforeAll(async () => {
    host = await testHost({ cellCpuSeconds: 2, wallFactor: 2, memoryBytes: 512 * 2 ** 20 }, level);
    neighbour = await host.open([]);
    await neighbour.run('secret = 42');
  });
  afterAll(() => host.close());
  underLoad();

  async function expectUnharmed(attacked: Interpreter): Promise<void> {
    expect(shown(await attacked.run('1 + 1'))).toBe('2');
    expect(shown(await neighbour.run('secret'))).toBe('42');
    const fresh = await host.open(files);
    expect(shown(await fresh.run("open('data/a.csv').read()"))).toBe("'a,b\\n1,2\\n'");
    await fresh.close();
  }

  test('there are many attacks', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(60);
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  });

  describe.each(attacks.filter(({ kind }) => kind === 'reach'))('reach: $name', ({ code }) => {
    test('is refused', async () => {
      const python = await host.open(files);
      onTestFinished(() => python.close());
      const result = await python.run(code);
      expect(text(result)).not.toContain('SUCCEEDED');
      expect(result.status, JSON.stringify(result).slice(0, 400)).toBe('ok');
      await expectUnharmed(python);
    });
  });

  describe.each(attacks.filter(({ kind }) => kind === 'bomb'))('bomb: $name', ({ code }) => {
    test('ends by a limit', async () => {
      const python = await host.open(files);
      onTestFinished(() => python.close());
      const result = await python.run(code);
      expect(result.status).not.toBe('ok');
      expect(result.wallMs).toBeLessThan(20_000);
      await expectUnharmed(python);
    });
  });

  describe.each(attacks.filter(({ kind }) => kind === 'confuse'))('confuse: $name', ({ code }) => {
    test('confuses nobody', async () => {
      const python = await host.open(files);
      onTestFinished(() => python.close());
      const result = await python.run(code);
      expect(result.wallMs).toBeLessThan(20_000);
      // What broke its own Python may need a second cell to be rid of it.
      await python.run('pass');
      await expectUnharmed(python);
      const { inputsIntact, files: collected } = await python.collect();
      expect(inputsIntact).toBe(true);
      expect(collected.every(({ path }) => path.startsWith('output/'))).toBe(true);
    });
  });
}

/** Attacks meet a busy machine: every core has something else to do while they run. */
function underLoad(): void {
  const busy: ChildProcess[] = [];
  beforeAll(() => {
    // As nice as interpreters are, so that it is a fair fight, and other tests go on.
    const spin = ['-e', 'os.setPriority(10); for (;;);'];
    for (let core = 0; core < availableParallelism(); core += 1)
      busy.push(spawn(process.execPath, spin, { stdio: 'ignore' }));
  });
  afterAll(() => {
    for (const each of busy) each.kill('SIGKILL');
  });
}
