// Which folders of the sources a command loads: a command loads only what it uses.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { pybench } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';

const hook = pathToFileURL(join(packageRoot, 'test', 'support', 'list-modules.mjs')).href;

/** Paths below dist/src. */
async function loadedModules(args: readonly string[]): Promise<string[]> {
  const list = join(temporaryFolder(), 'modules');
  const { code } = await pybench(args, { env: { NODE_OPTIONS: `--import=${hook}`, MODULE_LIST: list } });
  expect(code).toBe(0);
  return [...readFileSync(list, 'utf8').matchAll(/\/dist\/src\/(.+)/g)].map(([, path = '']) => path);
}

async function loadedFolders(args: readonly string[]): Promise<string[]> {
  const folders = (await loadedModules(args)).flatMap((path) => /^([^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(folders)].toSorted();
}

test.each([[['--version']], [['--help']], [['task', '--help']]])('%j loads src/cli only', async (args) => {
  expect(await loadedFolders(args)).toEqual(['cli']);
});

const unusedByReports = 'kit suite formats interpreter model render episode agent trial run services gates launch';

// `--help` of a command loads the command with its imports.
test.each([
  { command: 'task list', loads: 'suite', not: 'kit verify formats interpreter model run' },
  { command: 'exec', loads: 'interpreter', not: 'kit verify formats model report run' },
  { command: 'report', loads: 'results', not: unusedByReports },
  { command: 'compare', loads: 'results', not: unusedByReports },
  { command: 'task grade', loads: 'services', not: 'model episode agent results stats run gates report launch' },
  { command: 'task check', loads: 'gates', not: 'model results stats run report launch' },
  { command: 'audit', loads: 'gates', not: 'model results stats run report launch' },
  { command: 'regrade', loads: 'run', not: 'model episode agent gates' },
  { command: 'reexecute', loads: 'run', not: 'model episode agent gates report' },
])('$command loads src/$loads, but not $not', async ({ command, loads, not }) => {
  const loaded = await loadedFolders([...command.split(' '), '--help']);
  expect(loaded).toContain(loads);
  expect(loaded.filter((folder) => not.split(' ').includes(folder))).toEqual([]);
});

test.each(['report', 'compare'])('%s loads the kinds of checks without what evaluates them', async (command) => {
  const loaded = await loadedModules([command, '--help']);
  expect(loaded).toContain('verify/kinds/registry.js');
  expect(loaded.filter((path) => /^verify\/(?:index|evaluate|graders|mutants\/.*)\.js$/.test(path))).toEqual([]);
  expect(loaded.filter((path) => /^verify\/kinds\/.*\b(?:evaluate|execute|prepare|mutators?)\b/.test(path))).toEqual(
    [],
  );
});

test('audit --stale opens no interpreter', async () => {
  // It has all packages, and starts no interpreter.
  const python = join(temporaryFolder(), 'python');
  writeFileSync(python, '#!/bin/sh\ntest "$1 $2" = "-s -c" && echo python\n');
  chmodSync(python, 0o755);
  const stale = ['audit', 'chart/tied-winner', '--stale', '--records', temporaryFolder(), '--json'];
  const { code, stdout } = await pybench(stale, { env: { PYBENCH_PYTHON: python } });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ tasks: [{ id: 'chart/tied-winner', stale: { kind: 'unrecorded' } }] });
});
