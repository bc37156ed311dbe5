// The agents that do no work, by name.
import { oneColumn } from './one-column.ts';
import { blank, constant, copy, echo, listEverything, nullDeed, touch, type NoWork } from './deeds.ts';

/** Those whose deed follows from what they see of the exam; `other-seed` has to work for its own. */
export const deeds: Readonly<Record<string, NoWork>> = {
  null: nullDeed,
  touch,
  copy,
  echo,
  constant,
  'list-everything': listEverything,
  blank,
  'one-column': oneColumn,
};

export const OTHER_SEED = 'other-seed';
export const noWorkNames: readonly string[] = [...Object.keys(deeds), OTHER_SEED];
export { columnDeeds } from './one-column.ts';
export { otherExam, otherSeedAgent } from './other-seed.ts';
