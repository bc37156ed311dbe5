// The figure capture is in every Python of a sandbox: in the interpreter itself and in scripts that it starts.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { IsolationLevel, Collected } from '../../src/core/index.ts';
import { figureCaptureSchema } from '../../src/formats/index.ts';
import type { Interpreter, InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { siteFiles } from '../support/figure-recorder.ts';

const levels: readonly IsolationLevel[] = process.getuid?.() === 0 ? ['full', 'root', 'none'] : ['full', 'none'];

/** The recorded heights of the bars of a saved figure. */
function barsOf({ files, figures }: Collected, name: string): unknown {
  const bytes = files.find(({ path }) => path === `output/${name}`)?.bytes ?? Buffer.from('not saved');
  const record = figures.get(createHash('sha256').update(bytes).digest('hex'));
  if (!record) return 'not recorded';
  return figureCaptureSchema.parse(JSON.parse(Buffer.from(record).toString('utf8'))).axes[0]?.bars?.[0]?.height;
}

describe.each(levels)('at isolation %s', (level) => {
  let host: InterpreterHost;
  beforeAll(async () => {
    host = await testHost({}, level);
  });
  afterAll(() => host.close());

  async function open(): Promise<Interpreter> {
    const interpreter = await host.open([]);
    onTestFinished(() => interpreter.close());
    return interpreter;
  }

  test('figures saved by the cell, pandas and seaborn are recorded and collected with the outputs', async () => {
    const python = await open();
    const { outputs } = await python.run(`
import matplotlib.pyplot as plt, pandas as pd, seaborn as sns
plt.bar(['a', 'b'], [1, 2]); plt.savefig('output/cell.png'); plt.close()
pd.Series([3, 4]).plot.bar().figure.savefig('output/pandas.png'); plt.close()
sns.barplot(x=['u', 'v'], y=[5, 6]).figure.savefig('output/seaborn.png'); plt.close()
plt.bar([1], [7]); plt.savefig('output/gone.png'); plt.close()
open('output/gone.png', 'ab').write(b'changed');`);
    expect(outputs).toEqual([]);
    const collected = await python.collect();
    expect(['cell', 'pandas', 'seaborn', 'gone'].map((name) => barsOf(collected, `${name}.png`))).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      'not recorded',
    ]);
    expect(collected.figures.size).toBe(3);
  });

  test('no Python option or environment of a script disables the capture', async ({ skip }) => {
    if (!host.stack.image) skip('this machine has no interpreter image');
    const python = await open();
    await python.run(`
import subprocess, sys
draw = "import matplotlib; matplotlib.use('Agg'); import matplotlib.pyplot as plt; plt.bar([1], [{0}]); plt.savefig('output/{0}.png')"
for n, flags in enumerate(([], ['-I'], ['-E', '-s'], ['-P'])):
    subprocess.run([sys.executable, *flags, '-c', draw.format(n)], env={'HOME': '/tmp'}, check=True)`);
    const collected = await python.collect();
    expect([0, 1, 2, 3].map((n) => barsOf(collected, `${n}.png`))).toEqual([[0], [1], [2], [3]]);
  });

  test('a script that draws nothing imports almost nothing', async () => {
    const python = await open();
    const { outputs } = await python.run(`
import subprocess, sys
program = "import sys; print([n for n in sys.modules if n.startswith(('_pybench', 'matplotlib', 'numpy', 'json'))])"
subprocess.run([sys.executable, '-c', program]);`);
    expect(outputs).toEqual([{ type: 'stream', name: 'stdout', text: "['_pybench_figures']\n" }]);
  });
});

test('without an image, the sitecustomize of the Python itself still runs', async () => {
  const host = await testHost({}, 'none');
  const python = await host.open(siteFiles());
  onTestFinished(() => python.close());
  const { outputs } = await python.run(`
import os, subprocess, sys
os.makedirs('output/other')
with open('output/other/sitecustomize.py', 'w') as file: file.write("import sys; sys.stdout.write('customized ')")
look = "import sys; print(any('pybench' in type(f).__module__ for f in sys.meta_path))"
subprocess.run([sys.executable, '-c', look], env={**os.environ, 'PYTHONPATH': 'data/site:output/other'});`);
  expect(outputs).toEqual([{ type: 'stream', name: 'stdout', text: 'customized True\n' }]);
});
