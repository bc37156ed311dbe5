// The lifetimes of zygotes and sandboxes: dead ones are replaced, closed ones leave nothing behind, all end with Node.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import type { CellResult, InterpreterHost } from '../../src/interpreter/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { testHost } from '../support/host.ts';
import { atRest, descendants, eventually } from '../support/processes.ts';

/** `PYBENCH_IN_SEQUENCE=1000 npm test -- test/interpreter/pool.test.ts` is slower and more thorough. */
const IN_SEQUENCE = Number(process.env['PYBENCH_IN_SEQUENCE'] ?? 150);

const shown = ({ outputs }: CellResult) => outputs.find((output) => output.type === 'result')?.data['text/plain'];
/** The Python processes of this test in order: the zygote, the warm process, then sandboxes. */
const pythons = () => descendants(process.pid).filter(({ command }) => /^\S*python\S* .* zygote$/.test(command));

test.each([
  ['zygote', 0],
  ['warm process', 1],
])('a %s that dies takes its interpreters with it, and the next one works', async (_, place) => {
  const host = await testHost();
  onTestFinished(() => host.close());
  const python = await host.open([]);
  await python.run('x = 1');
  const running = python.run('import time; time.sleep(100)');
  process.kill(pythons()[place]?.pid ?? Number.NaN, 'SIGKILL');
  expect(await running).toMatchObject({ status: 'crashed', reason: expect.stringContaining('its sandbox is gone') });
  await expect(python.run('x')).rejects.toThrow('the sandbox is gone');
  const next = await host.open([]);
  expect(shown(await next.run('1 + 1'))).toBe('2');
  await next.close();
});

/** Which of these modules are imported in a new interpreter. */
async function foundImported(host: InterpreterHost, names: readonly string[], modules?: readonly string[]) {
  const python = await host.open([], { ...(modules && { modules }) });
  const code = `import sys; [each for each in ${JSON.stringify(names)} if each in sys.modules]`;
  const found = shown(await python.run(code)) ?? '[]';
  await python.close();
  return names.filter((name) => found.includes(`'${name}'`));
}

test('an interpreter waits only for the modules that it requests', async () => {
  const host = await testHost({}, undefined, { modules: [], background: false });
  onTestFinished(() => host.close());
  expect(await foundImported(host, ['numpy', 'pandas'])).toEqual([]);
  expect(await foundImported(host, ['numpy', 'pandas'], ['numpy'])).toEqual(['numpy']);
  expect(await foundImported(host, ['numpy', 'pandas', 'sympy'], ['pandas', 'no_such_module'])).toEqual([
    'numpy',
    'pandas',
  ]);
  const python = await host.open([]);
  expect(shown(await python.run('import sympy; sympy.sqrt(4)'))).toBe('2');
});

test('the other modules are imported in the background, for later interpreters', async () => {
  const host = await testHost({}, undefined, { modules: [] });
  onTestFinished(() => host.close());
  const end = Date.now() + 60_000;
  while ((await foundImported(host, ['markdown'])).length === 0) expect(Date.now()).toBeLessThan(end);
});

test('a figure is recorded whether matplotlib was imported in advance or not', async () => {
  for (const modules of [[], ['matplotlib.pyplot']]) {
    const host = await testHost({}, undefined, { modules, background: false });
    onTestFinished(() => host.close());
    const python = await host.open([]);
    await python.run("import matplotlib.pyplot as plt; plt.plot([1, 2]); plt.savefig('output/a.png')");
    expect((await python.collect()).figures).toHaveLength(1);
    await python.close();
  }
});

test('the error for a zygote that ends before it is ready gives a reason', async () => {
  const opening = testHost({}, 'full');
  const killed = eventually(() => pythons().length > 0).then(() =>
    process.kill(pythons()[0]?.pid ?? Number.NaN, 'SIGKILL'),
  );
  await expect(opening).rejects.toThrow('the sandbox cannot be made on this machine: ');
  expect(await killed).toBe(true);
});

test.each(['SIGKILL', 'SIGTERM', 'SIGSEGV'] as const)('when Node dies by %s no process remains', async (signal) => {
  const holder = spawn(process.execPath, [join(packageRoot, 'test', 'support', 'holder.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve) =>
    holder.stdout.on('data', (text: Buffer) => String(text).includes('holding') && resolve()),
  );
  const before = descendants(holder.pid ?? 0);
  expect(before.length).toBeGreaterThan(6);
  holder.kill(signal);
  const alive = () => before.filter(({ pid, command }) => commandOf(pid) === command);
  expect(await eventually(() => alive().length === 0), JSON.stringify(alive())).toBe(true);
  expect(await eventually(() => groupsOf(holder.pid ?? 0).length === 0)).toBe(true);
});

test(
  'interpreters made and closed in sequence leave no process, mount, file or descriptor behind',
  { timeout: 120_000 + 1000 * IN_SEQUENCE },
  async () => {
    // Uses a separate folder for temporary files, because other tests run at the same time.
    const usual = process.env['TMPDIR'];
    process.env['TMPDIR'] = temporaryFolder();
    onTestFinished(() => void (usual === undefined ? delete process.env['TMPDIR'] : (process.env['TMPDIR'] = usual)));
    const host = await testHost();
    onTestFinished(() => host.close());
    const once = async () => {
      const python = await host.open([{ path: 'data/a.txt', bytes: Buffer.from('a') }]);
      await python.run("open('output/b.txt', 'w').write('b')");
      await python.collect();
      await python.close();
    };
    for (let round = 0; round < 10; round += 1) await once();
    const [before, memory] = [await atRest(inventory), process.memoryUsage().heapUsed];
    for (let round = 0; round < IN_SEQUENCE; round += 1) await once();
    expect(
      await eventually(() =>
        Object.entries(inventory()).every(([what, count]) => count <= before[what as keyof typeof before]),
      ),
      JSON.stringify([before, inventory()]),
    ).toBe(true);
    expect(process.memoryUsage().heapUsed - memory).toBeLessThan(30 * 2 ** 20);
  },
);

/** Control groups that a harness of this process id has made. */
function groupsOf(pid: number): string[] {
  const found = spawnSync('find', ['/sys/fs/cgroup', '-maxdepth', '6', '-name', `pybench-${pid}-*`], {
    encoding: 'utf8',
  });
  return found.stdout.split('\n').filter(Boolean);
}

function inventory() {
  return {
    processes: descendants(process.pid).length,
    groups: groupsOf(process.pid).length,
    mounts: readFileSync('/proc/mounts', 'utf8').split('\n').length,
    folders: readdirSync(tmpdir()).filter((name) => name.startsWith('pybench-')).length,
    descriptors: readdirSync('/proc/self/fd').length,
  };
}

function commandOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')) ? undefined : text;
  } catch {
    return undefined;
  }
}
