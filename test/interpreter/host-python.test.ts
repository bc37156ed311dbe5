// Isolation full and root without an image: the root folder consists of the machine's own Python and libraries.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { outputOf } from '../../setup/command.mjs';
import { defaultLimits } from '../../src/core/index.ts';
import { openHost, type InterpreterHost } from '../../src/interpreter/index.ts';
import { attacks } from './attacks.ts';
import { interpreterContract } from './contract.ts';

const python = { kind: 'host', program: 'python3', source: 'python3' } as const;
const usable = outputOf('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9); print(1)']) !== undefined;
const levels = process.getuid?.() === 0 ? (['full', 'root'] as const) : (['full'] as const);

describe.skipIf(!usable).each(levels)('isolation %s without an image', (level) => {
  let host: InterpreterHost;
  let hasty: InterpreterHost;
  beforeAll(async () => {
    host = await openHost(python, defaultLimits, { isolation: level });
    hasty = await openHost(python, { ...defaultLimits, cellCpuSeconds: 1, wallFactor: 8 }, { isolation: level });
  });
  afterAll(() => Promise.all([host.close(), hasty.close()]));

  interpreterContract(`${level} without an image`, { host: () => host, hasty: () => hasty, packages: false });

  test('reports its level and Python', () => {
    expect(host.stack).toMatchObject({ isolation: level, image: null });
  });

  describe.each(attacks.filter(({ kind }) => kind === 'reach'))('reach: $name', ({ code }) => {
    test('is refused', async () => {
      const interpreter = await host.open([{ path: 'data/a.csv', bytes: Buffer.from('a,b\n1,2\n') }]);
      onTestFinished(() => interpreter.close());
      const { outputs } = await interpreter.run(code);
      expect(JSON.stringify(outputs)).not.toContain('SUCCEEDED');
    });
  });

  test('sees the libraries of the machine, but no files of its users', async () => {
    const interpreter = await host.open([]);
    onTestFinished(() => interpreter.close());
    const { outputs } = await interpreter.run(
      "import os\nsorted(os.listdir('/')), os.listdir('/etc'), os.path.exists('/home')",
    );
    const seen = outputs.map((output) => ('data' in output ? output.data['text/plain'] : '')).join('');
    expect(seen).toContain("'usr'");
    expect(seen).not.toContain('shadow');
    expect(seen).toContain('False)');
  });
});
