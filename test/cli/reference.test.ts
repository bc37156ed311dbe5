// docs/commands.md and the --help output, both generated from the definitions of the commands.
import { expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { commandReference } from '../../src/cli/reference.ts';
import { pybench } from '../support/cli.ts';

test('docs/commands.md equals the reference generated from the commands', async () => {
  await expect(await commandReference(commands)).toMatchFileSnapshot('../../docs/commands.md');
});

test.each(commands.map(({ name }) => name))('pybench %s --help shows examples and exits with 0', async (name) => {
  const { code, stdout, stderr } = await pybench([...name.split(' '), '--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Examples:');
  expect(stdout).toContain('--json');
});

test('without arguments pybench prints help that names "pybench start"', async () => {
  const { code, stdout } = await pybench([]);
  expect(code).toBe(0);
  expect(stdout).toContain('pybench start');
});
