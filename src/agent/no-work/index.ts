// The agents that do no work, by name.
import type { NoWorkName } from '../../core/index.ts';
import { oneColumn } from './one-column.ts';
import { blank, constant, copy, echo, listEverything, nullAction, touch, type NoWorkAction } from './actions.ts';

/** Those whose submission follows from what they see of the instance; `other-seed` works on another instance. */
export const noWorkActions: Readonly<Record<Exclude<NoWorkName, 'other-seed'>, NoWorkAction>> = {
  null: nullAction,
  touch,
  copy,
  echo,
  constant,
  'list-everything': listEverything,
  blank,
  'one-column': oneColumn,
};

export { columnSubmissions } from './one-column.ts';
export { otherInstance, otherSeedAgent } from './other-seed.ts';
