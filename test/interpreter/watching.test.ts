// How a sandbox limits CPU time, tested with a fake control group instead of a kernel one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { testHost } from '../support/host.ts';

const folder = join(packageRoot, 'python');
const modules = readdirSync(join(folder, 'pybench'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.py'))
  .map((path) => ({ path: `data/pybench/${path}`, bytes: readFileSync(join(folder, 'pybench', path)) }));

const program = `
import sys
sys.path.insert(0, 'data')
from pybench.sandbox.watching import Watch

class Group:
    used = 0
    def cpu_seconds(self):
        return self.used
    def memory_bytes(self, *_):
        return 0
    def tasks(self):
        return 1

group = Group()
watch = Watch({'cellCpuSeconds': 2, 'memoryBytes': 1 << 30}, group)

def at(seconds):
    group.used = seconds
    return watch.time_passed() or watch.excess(None)

watch.begin(2, 3600)
`;

test.each([
  ['a cell', '[at(1.9), at(2.1)]', "[None, 'the cell used more than 2 s of CPU time']"],
  [
    'what runs on after a cell',
    '[at(1.0), watch.end(), at(1.2), at(3.1), at(3.3)]',
    "[None, None, None, None, 'what ran on after the cell used more than 2 s of CPU time']",
  ],
  [
    'a cell that continues after its interrupt',
    '[at(2.1) is None, at(2.2), at(2.4)]',
    "[False, None, 'what ran on after the cell used more than 0.2 s of CPU time']",
  ],
  [
    'what runs on after an interrupted cell',
    '[at(2.1) is None, watch.end(), at(2.2), at(4.1), at(4.3)]',
    "[False, None, None, None, 'what ran on after the cell used more than 2 s of CPU time']",
  ],
  [
    'a Python that follows one that was killed just below its limit',
    '[at(2.1) is None, at(2.2), watch.forgive(), at(2.5), at(4.4), at(4.6)]',
    "[False, None, None, None, None, 'what ran on after the cell used more than 2 s of CPU time']",
  ],
])('%s has a separate budget of CPU time', async (_, looks, reasons) => {
  const host = await testHost();
  onTestFinished(() => host.close());
  const python = await host.open(modules);
  const { outputs } = await python.run(program + looks);
  const shown = outputs.find((output) => output.type === 'result')?.data['text/plain'];
  expect(String(shown).replaceAll(/\s+/g, ' '), JSON.stringify(outputs)).toBe(reasons);
});
