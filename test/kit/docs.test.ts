// Runs the examples of docs/kit.md without changes; they get a `draw`, and a `check` for their claims.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageRoot } from '../../setup/root.mjs';
import * as kit from '../../src/kit/index.ts';
import { drawOf } from './draw.ts';

const page = readFileSync(join(packageRoot, 'docs/kit.md'), 'utf8');
const examples = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
const folder = mkdtempSync(join(tmpdir(), 'pybench-kit-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(examples.map((code, index) => [index + 1, code] as const))('example %i runs', async (index, code) => {
  const file = join(folder, `example-${index}.ts`);
  const [imports = '', ...rest] = code.split('\n\n');
  writeFileSync(file, `${imports}\nexport default (draw: any, check: any) => {\n${rest.join('\n\n')}\n};\n`);
  const { default: run } = (await import(/* @vite-ignore */ file)) as {
    default: (draw: kit.Draw, check: (holds: boolean) => void) => void;
  };
  let checks = 0;
  run(drawOf(), (holds) => {
    checks += 1;
    expect(holds).toBe(true);
  });
  expect(checks).toBeGreaterThan(0);
});

test('docs/kit.md names every group of functions of the kit', () => {
  expect(examples.length).toBeGreaterThan(7);
  const groups = Object.entries(kit).filter(
    ([, value]) => typeof value === 'object' && Object.values(value).some((each) => typeof each === 'function'),
  );
  expect(groups.length).toBeGreaterThan(11);
  for (const [name] of groups) expect(page).toContain(`\`${name}\``);
});
