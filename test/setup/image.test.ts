// The lists of packages of the images, their recorded manifests, and a built image.
import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageNames, readImageList } from '../../setup/image-list.mjs';
import { findImage, imageFolder, recordedManifest } from '../../setup/image-store.mjs';
import { packageRoot } from '../../setup/root.mjs';

test.each(imageNames)('the %s list names a suite and packages, and its digest names the folder', (name) => {
  const list = readImageList(name);
  expect(list.suite).toBe('trixie');
  expect(list.packages.length).toBeGreaterThan(3);
  expect(new Set(list.packages).size).toBe(list.packages.length);
  expect(imageFolder(list)).toContain(list.digest);
});

test.each(imageNames)('the recorded manifest of the %s image has the digest and the packages of its list', (name) => {
  const list = readImageList(name);
  const recorded = recordedManifest(name);
  expect(recorded?.list).toBe(list.digest);
  const packages = JSON.parse(readFileSync(join(packageRoot, 'images', `${name}.manifest.json`), 'utf8')).packages;
  for (const each of list.packages) expect(packages).toHaveProperty(each);
});

test('a built image has the packages of its list', ({ skip }) => {
  const image = findImage('interpreter');
  if (!image) return skip('this machine has no interpreter image');
  for (const each of readImageList('interpreter').packages) expect(image.manifest.packages).toHaveProperty(each);
});
