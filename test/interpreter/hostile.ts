// Every attack is contained: it reaches nothing, it ends by a limit, and afterwards the sandbox, a second sandbox and a
// new one all work.
import { spawn, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Limits } from '../../src/core/index.ts';
import type { CellResult, Interpreter, InterpreterHost } from '../../src/interpreter/index.ts';
import type { Attack } from './attack.ts';
import { resourceAttacks, resourceLimits } from './attacks-resources.ts';
import { attacks } from './attacks.ts';

const files = [{ path: 'data/a.csv', bytes: Buffer.from('a,b\n1,2\n') }];
const shown = ({ outputs }: CellResult) => outputs.find((output) => output.type === 'result')?.data['text/plain'];
const text = ({ outputs }: CellResult) =>
  outputs.map((output) => (output.type === 'stream' ? output.text : '')).join('');

const limits = {
  cellCpuSeconds: resourceLimits.cpu,
  wallFactor: 2,
  memoryBytes: resourceLimits.memory * 2 ** 20,
  processes: resourceLimits.processes,
};

export interface HostileOptions {
  /** Opens the interpreters. */
  readonly open: (limits: Partial<Limits>) => Promise<InterpreterHost>;
  readonly kinds?: readonly Attack['kind'][];
}

export function hostileSuite({ open, kinds = ['reach', 'bomb', 'confuse'] }: HostileOptions): void {
  let host: InterpreterHost;
  /** Has a longer wall time limit, so that only other limits end an attack on a busy machine. */
  let patient: InterpreterHost;
  let neighbour: Interpreter;
  const tried = attacks.filter(({ kind }) => kinds.includes(kind));
  beforeAll(async () => {
    host = await open(limits);
    patient = await open({ ...limits, wallFactor: 60 });
    neighbour = await host.open([]);
    await neighbour.run('secret = 42');
  });
  afterAll(() => Promise.all([host.close(), patient.close()]));
  underLoad();

  async function expectUnharmed(attacked: Interpreter): Promise<void> {
    expect(shown(await attacked.run('1 + 1'))).toBe('2');
    expect(shown(await neighbour.run('secret'))).toBe('42');
    const fresh = await host.open(files);
    expect(shown(await fresh.run("open('data/a.csv').read()"))).toBe("'a,b\\n1,2\\n'");
    await fresh.close();
  }

  test('there are many attacks', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(75);
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  });

  describe.each(tried.filter(({ kind }) => kind === 'reach'))('reach: $name', ({ code }) => {
    test('is refused', async () => {
      const python = await patient.open(files);
      onTestFinished(() => python.close());
      const result = await python.run(code);
      expect(text(result)).not.toContain('SUCCEEDED');
      expect(result.status, JSON.stringify(result).slice(0, 400)).toBe('ok');
      await expectUnharmed(python);
    });
  });

  describe.each(tried.filter(({ kind }) => kind === 'bomb'))('bomb: $name', ({ code }) => {
    test('ends by a limit', async () => {
      const python = await host.open(files);
      onTestFinished(() => python.close());
      const result = await python.run(code);
      expect(result.status).not.toBe('ok');
      expect(result.wallMs).toBeLessThan(20_000);
      await expectUnharmed(python);
    });
  });

  describe.each(tried.filter(({ kind }) => kind === 'confuse'))('confuse: $name', ({ code }) => {
    test('does not disturb the harness', async () => {
      const python = await host.open(files);
      onTestFinished(() => python.close());
      const result = await python.run(code);
      expect(result.wallMs).toBeLessThan(20_000);
      // An attack that broke its own Python may need a second cell to replace it.
      await python.run('pass');
      await expectUnharmed(python);
      const { inputsIntact, files: collected } = await python.collect();
      expect(inputsIntact).toBe(true);
      expect(collected.every(({ path }) => path.startsWith('output/'))).toBe(true);
    });
  });
}

/**
 * No attack exceeds its limit, even if it hides its usage. Without a control group, memory is measured by polling /proc,
 * so an attack may exceed the limit between two polls; `memoryFactor` is the highest accepted multiple of the limit.
 */
export function resourceSuite({ open, memoryFactor = 1.3 }: HostileOptions & { memoryFactor?: number }): void {
  let host: InterpreterHost;
  // Attacks get enough CPU time to allocate everything if no limit stops them.
  beforeAll(async () => (host = await open({ ...limits, cellCpuSeconds: 30 })));
  afterAll(() => host.close());
  let hasty: InterpreterHost;
  beforeAll(async () => (hasty = await open({ ...limits, wallFactor: 8 })));
  afterAll(() => hasty.close());

  test.each(resourceAttacks)('$of stays within its limit: $name', async ({ of, cells, waitMs, stopped }) => {
    const python = await (of === 'cpu' ? hasty : host).open([]);
    onTestFinished(() => python.close());
    const results: CellResult[] = [];
    for (const code of cells) {
      results.push(await python.run(code));
      if (waitMs && results.length === 1) await sleep(waitMs);
    }
    const used = [
      ...results
        .map(text)
        .join('')
        .matchAll(/^used (\S+)$/gm),
    ].map(([, number]) => Number(number));
    const told = JSON.stringify(results.map(({ status, reason }) => [status, reason]));
    expect(Math.max(0, ...used), told).toBeLessThanOrEqual((of === 'memory' ? memoryFactor : 1.3) * resourceLimits[of]);
    if (stopped) expect(results[0]?.status, told).not.toBe('ok');
    expect(shown(await python.run('1 + 1'))).toBe('2');
  });
}

/** The attacks run on a busy machine: another process uses every core. */
function underLoad(): void {
  const busy: ChildProcess[] = [];
  beforeAll(() => {
    // The nice value equals that of interpreters, so that both get equal CPU shares and other tests continue.
    const spin = ['-e', 'os.setPriority(10); for (;;);'];
    for (let core = 0; core < availableParallelism(); core += 1)
      busy.push(spawn(process.execPath, spin, { stdio: 'ignore' }));
  });
  afterAll(() => {
    for (const each of busy) each.kill('SIGKILL');
  });
}
