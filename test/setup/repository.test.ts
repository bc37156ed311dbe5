// What must never be in the repository.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';

test('the lock file carries no download addresses', () => {
  expect(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved":|https?:\/\/[^"]*\.tgz/);
});

test('no dependency compiles or downloads at install', () => {
  const { packages } = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
  };
  const scripted = Object.entries(packages).filter(
    ([, { hasInstallScript, optional }]) => hasInstallScript && !optional,
  );
  expect(scripted.map(([name]) => name)).toEqual([]);
});
