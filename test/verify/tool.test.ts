// Submitted command-line tools, run in a sandbox: arguments, input, files, exit codes, and tools that try to cheat.
import { afterAll, beforeAll, describe, expect, test, onTestFinished } from 'vitest';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { openVerifier, programPasses, toolPasses, type Submission, type ToolCase } from '../../src/verify/index.ts';
import { testHost, verifyOn } from '../support/host.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost({ cellCpuSeconds: 20 });
});
afterAll(() => host.close());

const submission = (source: string): Submission => ({
  answer: { schema: undefined, block: null },
  outputs: { 'output/t.py': { type: 'file', about: { en: '', zh: '' } } },
  figures: new Map(),
  files: new Map([['output/t.py', Buffer.from(source)]]),
});

/** Sums the numbers of a file or of stdin, writes a report, and exits with 3 for a negative sum. */
const good = `import json, sys
args = sys.argv[1:]
if not args: sys.exit('usage: t.py FILE [OUT]')
text = sys.stdin.read() if args[0] == '-' else open(args[0], encoding='utf-8').read()
total = sum(float(each) for each in text.split())
print('总和', total)
if __name__ == '__main__' and len(args) > 1:
    json.dump({'total': total, 'args': len(args)}, open(args[1], 'w'))
sys.exit(3 if total < 0 else 0)
`;
const cases: ToolCase[] = [
  { run: ['-'], stdin: '1 2.5\n', expect: { exit: 0, stdout: { text: '总和 3.5\n' } } },
  { run: ['in/a.txt'], files: { 'in/a.txt': '-4\r\n' }, expect: { exit: 3, stdout: { lines: ['总和 -4.0', ''] } } },
  {
    run: ['-', 'r.json'],
    stdin: '0.1 0.2',
    expect: { exit: 0, files: { 'r.json': { json: { args: 2, total: 0.3 } }, 'other.json': null } },
  },
  { run: [], expect: { exit: 1, stdout: { text: '' } } },
];
const grade = async (source: string, which = cases) =>
  (await verifyOn(host)([toolPasses('output/t.py', 'sums', which, 't.py')], submission(source)))[0];

const call = (name: string, returns: number) => ({ call: name, args: [], expect: { returns } });

describe('a tool', { timeout: 120_000 }, () => {
  test('that behaves as expected passes', async () => {
    expect(await grade(good)).toMatchObject({ ok: true, message: 'output/t.py: all 4 hidden cases are right' });
  });

  test.each([
    ['ends with another code', good.replace('3 if', '4 if'), 't.py in/a.txt: expected the exit code 3, got 4'],
    [
      'prints a space too many',
      good.replace("'总和'", "'总和 '"),
      'stdout: line 1 should be "总和 3.5", is "总和  3.5"',
    ],
    ['prints a line too many', good.replace('print(', "print('hm'); print("), 'line 1 should be'],
    ['prints one too few', good.replace("print('总和', total)", 'pass'), 'stdout: line 1 should be "总和 3.5", is ""'],
    ['is off by more than rounding', good.replace("'total': total", "'total': total + 1e-6"), 'r.json: expected'],
    ['writes no report', good.replace('len(args) > 1', 'False'), 'r.json was not written'],
    [
      'writes a file too many',
      good.replace("'w'))", "'w')); open('other.json', 'w')"),
      'other.json should not be there',
    ],
    ['writes no JSON', good.replace('json.dump(', 'print('), 'r.json: it is not valid JSON'],
    ['crashes', good.replace('total =', 'total = 1 / 0 #'), 'stderr ends with "ZeroDivisionError: division by zero"'],
    ['does not parse', 'def', 'SyntaxError: invalid syntax'],
    ['kills its own group', `import os, signal\nos.killpg(0, signal.SIGKILL)`, 'expected the exit code 0, got -9'],
  ])('that %s fails', async (_, source, message) => {
    const result = await grade(source);
    expect(result).toMatchObject({ ok: false });
    expect(result?.message).toContain(message);
  });

  test('that overwrites the result file is still graded by its behaviour', async () => {
    const meddling = `import sys\nopen(sys.argv[0].replace('data/output/t.py', 'output/results-0.json'), 'w').write('[]')\n`;
    expect(await grade(meddling + good)).toMatchObject({ ok: true });
    expect(await grade(meddling)).toMatchObject({ ok: false });
  });

  test('that never ends is stopped, and is not run for all remaining cases', async () => {
    const many = Array.from({ length: 12 }, () => cases[0] as ToolCase);
    expect((await grade('while True: pass', many))?.message).toContain('12 of 12 hidden cases are wrong');
  });

  test('cannot find the expected results in the sandbox', async () => {
    const snoop = `import os\nimport sys\nhere = os.path.dirname(os.path.dirname(os.path.dirname(sys.argv[0])))\nfor root in (here, '/tmp', '.'):\n  for top, _, names in os.walk(root):\n    for name in names:\n        try: text = open(os.path.join(top, name), errors='replace').read(20000)\n        except OSError: continue\n        if '7dd' + '1c' in text: print('found', top, name)\n`;
    const secret: ToolCase[] = [{ run: [], expect: { exit: 0, stdout: { text: '7dd1c' } } }];
    const result = await grade(snoop, secret);
    expect(result?.message).toContain('is ""');
  });

  test('one sandbox serves all checks of a file, even after a check that crashes Python', async () => {
    let opened = 0;
    const counting: InterpreterHost = {
      stack: host.stack,
      close: () => host.close(),
      open: (files) => {
        opened += 1;
        return host.open(files);
      },
    };
    const source = `import os\nn = 0\ndef dies(): os._exit(1)\ndef next():\n    global n\n    n += 1\n    return n\n`;
    const checks = [
      programPasses('output/t.py', 'first', [call('next', 1), call('next', 2)], 't.py'),
      programPasses('output/t.py', 'deadly', [call('dies', 1)], 't.py'),
      programPasses('output/t.py', 'again', [call('next', 1)], 't.py'),
    ];
    const verifier = openVerifier(counting);
    onTestFinished(() => verifier.close());
    const results = await verifier.verify(checks, submission(source));
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(results[1]?.message).toContain('could not be run');
    expect(opened).toBe(1);
  });
});
