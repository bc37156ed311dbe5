// Plain Node runs the examples of docs/api.md without changes against the built package.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import { temporaryFolder } from '../support/folder.ts';

const examples = [
  ...readFileSync(join(packageRoot, 'docs', 'api.md'), 'utf8').matchAll(/(`{3,})js\n([\s\S]*?)\n\1\n/g),
];

async function printed(example: number): Promise<string[]> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageRoot, join(folder, 'node_modules', 'pybench'));
  writeFileSync(join(folder, 'example.mjs'), examples[example]?.[2] ?? '');
  const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: folder });
  return stdout.trim().split('\n');
}

test('the example of an interpreter runs', async () => {
  expect(await printed(0)).toEqual([expect.stringMatching(/^ok .*42/), "[ 'output/copy.csv' ]"]);
});

test('the example of a run runs', async () => {
  expect(await printed(1)).toEqual(['1 0', 'chart/tied-winner@1.en#1 no-answer 3']);
});
