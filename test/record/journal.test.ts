// The journal: an append-only file of lines, after crashes and disk errors.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wholeLines } from '../../src/core/index.ts';
import { Journal } from '../../src/record/journal.ts';
import { temporaryFolder } from '../support/folder.ts';

test('a journal that was cut off at any byte continues after its last complete line', () => {
  const file = join(temporaryFolder(), 'lines.jsonl');
  const text = '{"a":"é"}\n{"b":2}\n{"c":"三"}\n';
  const bytes = Buffer.from(text);
  for (let end = 0; end <= bytes.length; end += 1) {
    const torn = bytes.subarray(0, end);
    writeFileSync(file, torn);
    const whole = torn.subarray(0, torn.lastIndexOf(0x0a) + 1).toString('utf8');
    expect(wholeLines(torn.toString('utf8'))).toEqual(whole.split('\n').filter(Boolean));
    const journal = new Journal(file);
    journal.append({ next: true });
    journal.close();
    expect(readFileSync(file, 'utf8')).toBe(`${whole}{"next":true}\n`);
  }
});

test('an incomplete line that is longer than the read buffer is removed', () => {
  const file = join(temporaryFolder(), 'lines.jsonl');
  for (const [before, after] of [
    ['{"a":1}\n', '{"a":1}\n'],
    ['', ''],
  ] as const) {
    writeFileSync(file, before + 'x'.repeat(300_000));
    new Journal(file).close();
    expect(readFileSync(file, 'utf8')).toBe(after);
  }
});

test('after a failed write, the journal refuses further lines', () => {
  const journal = new Journal('/dev/full');
  expect(() => journal.append({ a: 1 })).toThrow('ENOSPC');
  expect(() => journal.append({ b: 1 })).toThrow('ENOSPC');
  journal.close();
});
