// Verification with real parts: a fresh interpreter runs programs, and a grader process evaluates checks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { programPasses, tableEquals, type ProgramCase, type Submission } from '../../src/verify/index.ts';
import { testHost, verifyOn } from '../support/host.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost({ cellCpuSeconds: 10 });
});
afterAll(() => host.close());

const about = { en: '', zh: '' };
const submission = (files: Record<string, string | Uint8Array>): Submission => ({
  answer: { schema: undefined, block: null },
  outputs: {
    'output/m.py': { type: 'file', about },
    'output/t.csv': { type: 'table', about, columns: { id: { value: { type: 'text' } } }, key: ['id'] },
  },
  figures: new Map(),
  files: new Map(
    Object.entries(files).map(([path, text]) => [path, typeof text === 'string' ? Buffer.from(text) : text]),
  ),
});

describe('program', () => {
  const cases: ProgramCase[] = [
    { call: 'half', args: [7], expect: { returns: 3.5 } },
    { call: 'half', args: [0], expect: { returns: 0 } },
    { call: 'half', args: ['x'], expect: { raises: 'HalfError', with: { position: 0 } } },
  ];
  const good =
    'class HalfError(ValueError):\n    def __init__(self, position):\n        self.position = position\ndef half(n):\n    if isinstance(n, str):\n        raise HalfError(0)\n    return n / 2\n';
  const grade = async (source: string | undefined) => {
    const files = source === undefined ? {} : { 'output/m.py': source };
    const [result] = await verifyOn(host)([programPasses('output/m.py', 'halves', cases, 'm.py')], submission(files));
    return result;
  };

  test('a right module passes', async () => {
    expect(await grade(good)).toMatchObject({ ok: true, message: expect.stringContaining('all 3 hidden cases') });
  });

  test.each([
    ['is missing', undefined, 'is missing'],
    ['does not parse', 'def half(', 'SyntaxError'],
    ['lacks the function', 'x = 1', '3 of 3 hidden cases'],
    ['returns something else', good.replace('n / 2', 'n // 2'), 'expected 3.5, got 3'],
    [
      'raises another exception',
      good.replace('HalfError(0)', 'KeyError(0)'),
      'expected HalfError to be raised, got KeyError',
    ],
    ['gives another position', good.replace('HalfError(0)', 'HalfError(1)'), 'HalfError.position should be 0, is 1'],
    ['returns no plain data', good.replace('n / 2', 'object()'), 'not plain data'],
    ['returns NaN', good.replace('n / 2', "float('nan')"), 'not plain data'],
    ['never returns', good.replace('return n / 2', 'while True: pass'), 'took more than 5 s'],
    ['kills its interpreter', `import os\nos._exit(0)`, 'could not be run'],
    [
      'forges results without knowing them',
      `import json\njson.dump([], open('output/results.json', 'w'))\nimport os\nos._exit(0)`,
      'could not be run',
    ],
    ['prints instead of returning', good.replace('return n / 2', 'print(n / 2)'), 'expected 3.5, got null'],
  ])('a module that %s fails', async (_, source, message) => {
    const result = await grade(source);
    expect(result).toMatchObject({ ok: false });
    expect(result?.message).toContain(message);
  });

  test('the module can find neither later cases nor expected results', async () => {
    const snoop =
      "import os\nfound = ''\nfor folder, _, names in os.walk('.'):\n    for name in names:\n        found += open(os.path.join(folder, name), errors='replace').read()\ndef half(n):\n    return found\n";
    const [result] = await verifyOn(host)(
      [programPasses('output/m.py', 'halves', cases, 'm.py')],
      submission({ 'output/m.py': snoop }),
    );
    const seen = JSON.stringify(result?.evidence);
    expect(seen).toContain('import os');
    for (const word of ['args', '"call', 'returns']) expect(seen.match(/got (.*)/)?.[1] ?? '').not.toContain(word);
    expect(result?.message).not.toContain('"returns"');
  });
});

describe('the grader process', () => {
  const check = tableEquals('output/t.csv', [{ id: 'a' }]);

  test('a file that is too large is a failed check, and the checks after it still run', async () => {
    const bomb = Buffer.alloc(200 * 2 ** 20, 'a\n');
    const results = await verifyOn(host)([check, { ...check, name: 'again' }], submission({ 'output/t.csv': bomb }));
    expect(results).toHaveLength(2);
    for (const result of results) {
      expect(result).toMatchObject({ ok: false, message: expect.stringContaining('larger than 64 MB') });
    }
  });

  test('a fault of the verifier is thrown and does not become a failed check', async () => {
    await expect(verifyOn(host)([tableEquals('output/unasked.csv', [])], submission({}))).rejects.toThrow(
      'the query asks for no table at "output/unasked.csv"',
    );
  });
});
