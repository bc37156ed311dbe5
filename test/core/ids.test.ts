// Identifiers of tasks, instances and trials: parsing and printing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { categories, isTaskId, languages, parseTrialId, printTrialId, type TrialId } from '../../src/core/index.ts';

const trialIds = fc
  .record({
    category: fc.constantFrom(...categories),
    slug: fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    seed: fc.integer({ min: 0, max: 10 ** 12 }),
    lang: fc.constantFrom(...languages),
    clean: fc.boolean(),
    attempt: fc.integer({ min: 1, max: 99_999 }),
  })
  .map(({ category, slug, seed, lang, clean, attempt }): TrialId => ({
    task: `${category}/${slug}`,
    seed,
    lang,
    ...(clean ? { twin: 'clean' as const } : {}),
    attempt,
  }));

test('a printed trial id parses to the same trial id', () => {
  fc.assert(
    fc.property(trialIds, (id) => {
      expect(parseTrialId(printTrialId(id))).toEqual(id);
    }),
  );
});

test('an instance id parses as the trial id of its first attempt', () => {
  expect(parseTrialId('chart/tied-winner@7.zh~clean')).toEqual({
    task: 'chart/tied-winner',
    seed: 7,
    lang: 'zh',
    twin: 'clean',
    attempt: 1,
  });
  expect(printTrialId({ task: 'chart/tied-winner', seed: 7, lang: 'zh', twin: 'clean', attempt: 2 })).toBe(
    'chart/tied-winner@7.zh~clean#2',
  );
});

test.each(['tied-winner', 'chart/Tied', 'charts/x', 'chart/x/y', 'chart/../x', 'chart/', 'chart/x-'])(
  '"%s" is not a task id',
  (text) => expect(isTaskId(text)).toBe(false),
);

test.each([
  'chart/x',
  'chart/x@',
  'chart/x@-1.en',
  'chart/x@1.fr',
  'chart/x@1.en~dirty',
  'chart/x@1.en#0',
  'chart/x@1.5.en',
])('"%s" is not a trial id', (text) => expect(parseTrialId(text)).toBeUndefined());
