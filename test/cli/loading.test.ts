// Which folders of the sources a command loads: a command loads only what it uses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';

const hook = pathToFileURL(join(packageRoot, 'test', 'support', 'list-modules.mjs')).href;

async function loadedFolders(args: readonly string[]): Promise<string[]> {
  const list = join(temporaryFolder(), 'modules');
  const { code } = await pybench(args, { env: { NODE_OPTIONS: `--import=${hook}`, MODULE_LIST: list } });
  expect(code).toBe(0);
  const folders = [...readFileSync(list, 'utf8').matchAll(/\/dist\/src\/([^/]+)\//g)].map(([, folder = '']) => folder);
  return [...new Set(folders)].toSorted();
}

test.each([[['--version']], [['--help']], [['task', '--help']]])('%j loads src/cli only', async (args) => {
  expect(await loadedFolders(args)).toEqual(['cli']);
});

test('task list reads the index of tasks without the kit, the verifiers and the formats', async () => {
  const loaded = await loadedFolders(['task', 'list']);
  expect(loaded).toContain('suite');
  for (const folder of ['kit', 'verify', 'formats', 'interpreter', 'model', 'run'])
    expect(loaded).not.toContain(folder);
});

test('exec loads interpreters without verifiers, formats, models and reports', async () => {
  const loaded = await loadedFolders(['exec', '--help']);
  expect(loaded).toContain('interpreter');
  for (const folder of ['kit', 'verify', 'formats', 'model', 'report', 'run']) expect(loaded).not.toContain(folder);
});
