// The trial of a hostile agent ends with a score of 0 too if its code fails at once: this test finds actions whose code is
// not there.
import { describe, expect, test } from 'vitest';
import { hostileActions } from '../../src/agent/index.ts';

const endings = ['svg', 'html', 'pdf', 'docx', 'xlsx', 'pptx', 'zip', 'png', 'gif', 'wav', 'csv', 'tsv', 'py'];
const about = { en: '', zh: '' };
const outputs = Object.fromEntries(
  endings.map((ending) => [`output/file.${ending}`, { type: 'file', about } as const]),
);
const actions = hostileActions({ outputs });
const cells = actions.flatMap((action) => action.cells.map((cell) => [action.name, cell] as const));

const lastLine = (cell: string) => cell.trimEnd().split('\n').at(-1) ?? '';

describe('the code of every action exists', () => {
  test.each(cells.filter(([, cell]) => cell.includes('def ')))('%s', (_, cell) => {
    const call = lastLine(cell);
    const called = /^\w+/.exec(call)?.[0] ?? '';
    expect(cell).toContain(`\ndef ${called}(`);
    if (called !== 'write_broken') return;
    const content = /"([\w-]+)"\)$/.exec(call)?.[1] ?? '';
    expect(cell).toContain(`\ndef ${content.replaceAll('-', '_')}(`);
  });
});

test('two actions have different names', () => {
  expect(new Set(actions.map(({ name }) => name)).size).toBe(actions.length);
});
