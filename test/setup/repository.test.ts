// Rules for the lock file of npm.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';

test('the lock file has no download addresses', () => {
  expect(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved":|https?:\/\/[^"]*\.tgz/);
});

test('no required dependency has an install script, which could compile or download', () => {
  const { packages } = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
  };
  const scripted = Object.entries(packages).filter(
    ([, { hasInstallScript, optional }]) => hasInstallScript && !optional,
  );
  expect(scripted.map(([name]) => name)).toEqual([]);
});
