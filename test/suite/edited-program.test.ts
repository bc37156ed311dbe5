// Wrong programs that are written as edits of the reference.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTask } from '../../src/suite/index.ts';
import { temporaryFolder } from '../support/folder.ts';

const reference = '# %%\ntotal = 0\nfor n in [1, 2]:\n    total += n\n\n# %% [answer]\nprint(total)\n';
const task = `level: easy
skills: [sums]
query: { en: Add the numbers. }
answer: { total: { value: { type: integer }, about: { en: the sum } } }
checks: [{ kind: answer, field: total, expected: 3 }]
`;

/** The task with one wrong program, given as YAML. */
async function load(wrong: string, name = 'wrong-half.yaml') {
  const suite = temporaryFolder();
  const folder = join(suite, 'math', 'sum');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'task.yaml'), task);
  writeFileSync(join(folder, 'reference.py'), reference);
  writeFileSync(join(folder, name), wrong);
  return await loadTask('math/sum', `dir:${suite}`);
}

test('edits are applied to the reference in order, and the title names the checks that must fail', async () => {
  const { programs } = await load(`mistake: Counts instead of adding
fails: [answer total, answer *]
edits:
  - find: |2-
          total += n
    replace: |2-
          total += 1
  - find: total += 1
    replace: 'total += 1  # one each'
`);
  expect(programs.get('wrong-half')).toEqual({
    name: 'wrong-half',
    title: 'Counts instead of adding (fails: answer total, answer *)',
    cells: [
      { code: 'total = 0\nfor n in [1, 2]:\n    total += 1  # one each', answer: false },
      { code: 'print(total)', answer: true },
    ],
  });
});

test.each([
  ['is not in', 'find: total -= n', /wrong-half\.yaml:4:11: edits\[0\]\.find: this text is not in reference\.py/],
  ['occurs more than once in', 'find: total', /edits\[0\]\.find: this text occurs 3 times in reference\.py/],
])('an edit whose text %s the reference is an error with its line', async (_, find, message) => {
  const wrong = `mistake: None\nfails: [answer total]\nedits:\n  - ${find}\n    replace: ''\n`;
  await expect(load(wrong)).rejects.toThrow(message);
});

test('a file that does not name the checks that must fail is refused', async () => {
  await expect(load('mistake: None\nedits: [{ find: total = 0, replace: total = 1 }]\n')).rejects.toThrow(/fails/);
});

test('a right program that is written as edits is refused', async () => {
  const edits = 'mistake: None\nfails: [answer total]\nedits: [{ find: total = 0, replace: total = 1 }]\n';
  await expect(load(edits, 'also-half.yaml')).rejects.toThrow(/also-half\.yaml: only wrong programs/);
});
