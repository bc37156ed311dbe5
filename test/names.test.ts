// An exported name is declared in one file of src/, so that a search for it has one answer.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../setup/root.mjs';

const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

function declarations(): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const path of readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const source = readFileSync(join(packageRoot, 'src', path), 'utf8');
    for (const [, name = ''] of source.matchAll(declaration)) files.set(name, (files.get(name) ?? new Set()).add(path));
  }
  return files;
}

test('every exported name is declared in one file', () => {
  const all = declarations();
  expect(all.size).toBeGreaterThan(1000);
  const doubled = [...all].filter(([, files]) => files.size > 1);
  expect(Object.fromEntries(doubled.map(([name, files]) => [name, [...files]]))).toEqual({});
});
