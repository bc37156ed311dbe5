// A workspace on disk may contain any kind of file: collecting always ends, and takes every readable file.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderAnswer } from '../../src/dialects/index.ts';
import { defaultLimits } from '../../src/core/index.ts';
import { Workspace } from '../../src/interpreter/index.ts';

const files = [{ path: 'data/a.csv', bytes: Buffer.from('a\n1\n') }];
const make = () => Workspace.create(files, defaultLimits);

test.each([
  ['a pipe', (place: string) => execFileSync('mkfifo', [place])],
  ['a folder', (place: string) => mkdirSync(place)],
  ['a link', (place: string) => symlinkSync('/etc/hostname', place)],
  ['nothing', () => undefined],
  [
    'a file of a terabyte',
    (place: string) => {
      writeFileSync(place, '');
      truncateSync(place, 2 ** 40);
    },
  ],
])('an input that has become %s is changed', async (_, put) => {
  const workspace = await make();
  rmSync(join(workspace.folder, 'data/a.csv'));
  put(join(workspace.folder, 'data/a.csv'));
  expect((await workspace.collect()).inputsIntact).toBe(false);
  await workspace.remove();
});

test('a file that cannot be read is skipped, and the other files are collected', async () => {
  const workspace = await make();
  const output = join(workspace.folder, 'output');
  execFileSync('mkfifo', [join(output, 'pipe')]);
  symlinkSync('/dev/zero', join(output, 'link'));
  mkdirSync(join(output, 'shut'));
  writeFileSync(join(output, 'shut/inside'), 'in');
  chmodSync(join(output, 'shut'), 0);
  writeFileSync(Buffer.concat([Buffer.from(`${output}/`), Buffer.of(0xff)]), 'x');
  writeFileSync(join(output, 'z'), 'kept');
  const { files: found, left, inputsIntact } = await workspace.collect();
  expect(found.map(({ path }) => path)).toEqual(['output/shut/inside', 'output/z']);
  expect(left.map(({ path }) => path).toSorted()).toEqual(['output', 'output/link', 'output/pipe']);
  expect(inputsIntact).toBe(true);
  await workspace.remove();
  expect(existsSync(workspace.folder)).toBe(false);
});

test('a pipe or a link is not accepted as a saved answer', async () => {
  const workspace = await make();
  execFileSync('mkfifo', [join(workspace.folder, 'answer.json')]);
  expect(folderAnswer(workspace.folder)).toBeUndefined();
  symlinkSync('/etc/hostname', join(workspace.folder, 'answer.md'));
  expect(folderAnswer(workspace.folder)).toBeUndefined();
  await workspace.remove();
});
