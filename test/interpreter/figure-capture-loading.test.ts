// The figure capture is in every Python: in the sandbox's own, in scripts that it starts, in a process forked from a zygote.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findPython } from '../../setup/python.mjs';
import { packageRoot } from '../../setup/root.mjs';
import type { CellOutput } from '../../src/core/index.ts';
import { figureCaptureSchema } from '../../src/formats/figure-capture.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { testHost } from '../support/host.ts';
import { siteFiles } from '../support/studio.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost({}, 'none');
});

const textOf = (outputs: readonly CellOutput[]) =>
  outputs
    .map((output) => (output.type === 'stream' ? output.text : output.type === 'error' ? output.traceback : ''))
    .join('');

/** Runs a cell that starts Pythons of its own with `env`. */
async function python(code: string) {
  const interpreter = await host.open(siteFiles());
  onTestFinished(() => interpreter.close());
  await interpreter.run(`
import os, subprocess, sys
os.mkdir('output/figures')
env = {**os.environ, 'PYTHONPATH': 'data/site', 'PYBENCH_FIGURES': 'output/figures'}`);
  const { outputs } = await interpreter.run(code);
  const { files } = await interpreter.collect();
  return { text: textOf(outputs), files };
}

describe('by PYTHONPATH, for a Python that is not in an image', () => {
  test('a script that the code starts is followed', async () => {
    const { files } = await python(`
open('output/plot.py', 'w').write('''
import matplotlib.pyplot as plt
plt.bar(['a', 'b'], [1, 2])
plt.savefig('output/script.png')
''')
subprocess.run([sys.executable, 'output/plot.py'], env=env, check=True)`);
    const picture = files.find(({ path }) => path === 'output/script.png');
    const digest = createHash('sha256')
      .update(picture?.bytes ?? '')
      .digest('hex');
    const record = files.find(({ path }) => path === `output/figures/${digest}.json`);
    const capture = figureCaptureSchema.parse(JSON.parse(Buffer.from(record?.bytes ?? '').toString('utf8')));
    expect(capture.axes[0]?.bars).toMatchObject([{ height: [1, 2] }]);
  });

  test('the sitecustomize that the Python came with still runs', async () => {
    const { text } = await python(`
os.makedirs('output/other')
open('output/other/sitecustomize.py', 'w').write("import sys; sys.stdout.write('customized ')")
env['PYTHONPATH'] = 'data/site:output/other'
subprocess.run([sys.executable, '-c', "import sys; print(any('pybench' in type(f).__module__ for f in sys.meta_path))"], env=env)`);
    expect(text).toBe('customized True\n');
  });

  test('one process forks many, as a zygote does: what is loaded before the fork is followed after it', async () => {
    const { text, files } = await python(`
program = '''
import os, sys
import matplotlib.pyplot as plt
sys.path.insert(0, 'data/site')
import _pybench_figures
_pybench_figures.install()
loaded = set(sys.modules)
for n in range(3):
    if os.fork() == 0:
        plt.bar([1], [n + 1]); plt.savefig(f'output/child{n}.png')
        print([name for name in sys.modules if 'pybench' in name and name not in loaded], flush=True)
        os._exit(0)
    os.wait()
'''
del env['PYTHONPATH']
subprocess.run([sys.executable, '-c', program], env=env)`);
    expect(text).toBe('[]\n[]\n[]\n');
    for (const n of [0, 1, 2]) {
      const picture = files.find(({ path }) => path === `output/child${n}.png`);
      const digest = createHash('sha256')
        .update(picture?.bytes ?? '')
        .digest('hex');
      expect(files.map(({ path }) => path)).toContain(`output/figures/${digest}.json`);
    }
  });
});

/** Runs the image's Python on a program, with the site folder where the sandbox puts it and the folder of records. */
function runInImage(folder: string, args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const image = findPython();
  if (image?.kind !== 'image') throw new Error('no image');
  const entry = `
import ctypes, os, sys, sysconfig
libc = ctypes.CDLL(None, use_errno=True)
place = f"/usr/local/lib/python{sysconfig.get_python_version()}/dist-packages"
if libc.mount(b"/run/pybench/site", place.encode(), None, 4096, None):  # MS_BIND
    raise OSError(ctypes.get_errno(), place)
libc.mount(None, place.encode(), None, 4096 | 32 | 1, None)  # MS_REMOUNT, MS_RDONLY
os.mkdir("/run/pybench-figures")
if libc.mount(b"/workspace/output", b"/run/pybench-figures", None, 4096, None):
    raise OSError(ctypes.get_errno(), "figures")
libc.umount2(b"/mnt", 2)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])`;
  const code = join(packageRoot, 'python');
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--net', '--ipc', '--uts'];
  const enter = ['sh', join(code, 'enter-image.sh'), image.image.rootfs, folder, code];
  const command = ['/usr/bin/python3', '-S', '-B', '-c', entry, ...args];
  const child = spawn('unshare', [...namespaces, '--fork', '--kill-child', ...enter, ...command], {
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/tmp',
      MPLBACKEND: 'Agg',
      MPLCONFIGDIR: '/tmp/mpl',
      LANG: 'C.UTF-8',
    },
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => resolve({ code: exit, text }));
  });
}

function workspace(script: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  mkdirSync(join(folder, 'output'));
  writeFileSync(join(folder, 'script.py'), script);
  return folder;
}

describe('by a .pth file, in an image', () => {
  test('no option and no environment of a Python leaves it out', async ({ skip }) => {
    if (!host.stack.image) skip('this machine has no interpreter image');
    const folder = workspace(`
import subprocess, sys
draw = "import matplotlib; matplotlib.use('Agg'); import matplotlib.pyplot as plt; plt.plot([1, {0}]); plt.savefig('{0}.png')"
for n, flags in enumerate(([], ['-I'], ['-E', '-s'], ['-P'])):
    subprocess.run([sys.executable, *flags, '-c', draw.format(n)], env={'HOME': '/tmp'}, check=True)
`);
    expect(await runInImage(folder, ['script.py'])).toEqual({ code: 0, text: '' });
    const digests = [0, 1, 2, 3].map((n) =>
      createHash('sha256')
        .update(readFileSync(join(folder, `${n}.png`)))
        .digest('hex'),
    );
    expect(readdirSync(join(folder, 'output')).toSorted()).toEqual(
      digests.map((digest) => `${digest}.json`).toSorted(),
    );
  });

  test('a Python that draws nothing imports next to nothing', async ({ skip }) => {
    if (!host.stack.image) skip('this machine has no interpreter image');
    const folder = workspace(`
import sys
print([name for name in sys.modules if name.startswith(('_pybench', 'matplotlib', 'numpy', 'json'))])`);
    expect((await runInImage(folder, ['-B', 'script.py'])).text).toBe("['_pybench_figures']\n");
  });
});
