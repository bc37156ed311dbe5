// The parser of programs in percent format.
import { expect, test } from 'vitest';
import { parseProgram } from '../../src/suite/index.ts';

test('a program is parsed into its title, its cells, and the cell that prints the answer', () => {
  const source = '"""What it does."""\n# %% Read\nx = 1\n\n# %%\n\n# %% [answer]\nprint(x)\n';
  expect(parseProgram('reference', source)).toEqual({
    name: 'reference',
    title: 'Read',
    cells: [
      { code: '"""What it does."""', answer: false },
      { code: 'x = 1', answer: false },
      { code: 'print(x)', answer: true },
    ],
  });
});
