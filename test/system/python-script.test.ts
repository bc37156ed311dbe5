// Scripts of python/scripts/: their text, and the cell that calls one.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Problem } from '../../src/core/index.ts';
import { pythonCall, pythonLiteral, pythonScript } from '../../src/system/index.ts';

const python = (code: string) => execFileSync('python3', ['-c', code], { encoding: 'utf8' });

test('a missing script is an error that names its file', () => {
  expect(() => pythonScript('no_such_script')).toThrow(Problem);
  expect(() => pythonScript('no_such_script')).toThrow('python/scripts/no_such_script.py');
});

test('a literal of every JSON type has the same value in Python', () => {
  const text = '"\\ \n \u2028 \ud800 中😀';
  for (const value of [text, { [text]: [null, true, 1.5, text] }, -2.5e-7])
    expect(JSON.parse(python(`import json\nprint(json.dumps(${pythonLiteral(value)}))`))).toEqual(value);
});

test('a call leaves no new name in the globals', () => {
  const cell = pythonCall('list_files');
  expect(python(`before = set(globals())\n${cell}\nprint(*set(globals()) - before)`).trim()).toBe('before');
});
