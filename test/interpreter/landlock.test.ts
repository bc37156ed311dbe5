// Isolation landlock, with a Python of this machine; these tests do not need the packages.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from '../../setup/command.mjs';
import { defaultLimits } from '../../src/core/index.ts';
import { openHost, type InterpreterHost } from '../../src/interpreter/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { attacks } from './attacks.ts';
import { interpreterContract } from './contract.ts';

const python = { kind: 'host', program: 'python3', source: 'python3' } as const;
/** Version 6 is the first version of Landlock that restricts signals. */
const version = 'import ctypes; print(ctypes.CDLL(None).syscall(444, None, 0, 1))';
const usable = Number(outputOf('python3', ['-c', version]) ?? 0) >= 6;

/** Attacks that this level does not prevent by design; see docs/interpreter.md. */
const beyond = new Set([
  'change the inputs', // their digests detect a change
  'see the processes of the host', // it sees only their process ids
  'list what the supervisor holds', // process 1 belongs to the machine, and every process may read its status
  'find where the harness lies on the host', // it runs the machine's Python, with paths of the machine
  "the harness's own descriptors", // it sees two, which are its own output
  ...(process.getuid?.() === 0 ? ['run a set-uid program to gain rights', 'regain capabilities'] : []), // it is root, without capabilities
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

  test('reports its level', () => {
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

  test('metadata of files of the machine cannot be changed, and copying and unpacking still work', async () => {
    const folder = temporaryFolder();
    const place = join(folder, 'private');
    writeFileSync(place, 'x', { mode: 0o600 });
    const before = statSync(place);
    const interpreter = await host.open([]);
    onTestFinished(() => interpreter.close());
    const { outputs } = await interpreter.run(`import os, shutil, tarfile, zipfile
place = ${JSON.stringify(place)}
for change in (
    lambda: os.chmod(place, 0), lambda: os.utime(place, (1, 1)), lambda: os.utime(place), lambda: os.chown(place, 0, 0),
    lambda: os.setxattr(place, 'user.note', b'x'), lambda: os.chmod(os.path.dirname(place), 0),
    lambda: os.chmod(f"/proc/self/fd/{os.open(place, os.O_PATH)}", 0), lambda: os.lchown(place, 1, 1),
):
    try:
        change()
    except OSError:
        pass
open('output/a', 'w').write('a')
shutil.copy2('output/a', 'output/b')
shutil.copytree('output', os.environ['TMPDIR'] + '/copy')
with tarfile.open('output/c.tar', 'w') as tar: tar.add('output/a')
with tarfile.open('output/c.tar') as tar: tar.extractall('output/unpacked', filter='data')
with zipfile.ZipFile('output/d.zip', 'w') as archive: archive.write('output/a')
zipfile.ZipFile('output/d.zip').extractall('output/unzipped')
print(sorted(os.listdir('output')))`);
    expect(JSON.stringify(outputs)).toContain("['a', 'b', 'c.tar', 'd.zip', 'unpacked', 'unzipped']");
    const after = statSync(place);
    expect([after.mode, after.mtimeMs, after.ctimeMs]).toEqual([before.mode, before.mtimeMs, before.ctimeMs]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('a folder that is replaced by a link while files are collected is not followed', async () => {
    const outside = temporaryFolder();
    for (let number = 0; number < 50; number += 1) writeFileSync(join(outside, `${number}.txt`), 'outside');
    const interpreter = await host.open([]);
    onTestFinished(() => interpreter.close());
    await interpreter.run(`import ctypes, os
os.makedirs('output/d')
for number in range(50): open(f'output/d/{number}.txt', 'w').write('inside')
os.symlink(${JSON.stringify(outside)}, 'output/link')
libc = ctypes.CDLL(None)
if os.fork() == 0:
    os.setsid()
    while True:
        libc.renameat2(-100, b'output/d', -100, b'output/link', 2)`);
    const { files } = await interpreter.collect();
    expect(new Set(files.map(({ bytes }) => Buffer.from(bytes).toString()))).not.toContain('outside');
    expect(files.length).toBeGreaterThan(0);
  });

  test('folders without any rights are removed with the rest', async () => {
    const interpreter = await host.open([]);
    await interpreter.run("import os\nos.mkdir('output/a')\nos.mkdir('output/a/b')\nos.mkdir('output/a/b/c', 0)");
    const { outputs } = await interpreter.run('os.getcwd()');
    const folder = /'([^']+)'/.exec(JSON.stringify(outputs))?.[1] ?? '';
    expect(existsSync(folder)).toBe(true);
    await interpreter.close();
    expect(existsSync(folder)).toBe(false);
  });

  test('the processes that it started end with it, even detached ones', async () => {
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
