// The no-work agents, by name.
import { oneColumn } from './one-column.ts';
import { blank, constant, copy, echo, listEverything, nullAction, touch, type NoWorkAction } from './actions.ts';

/** The actions that need the visible instance only. `other-seed` is not among them: it plays a reference. */
export const noWorkActions: Readonly<Record<string, NoWorkAction>> = {
  null: nullAction,
  touch,
  copy,
  echo,
  constant,
  'list-everything': listEverything,
  blank,
  'one-column': oneColumn,
};

export const OTHER_SEED = 'other-seed';
export const noWorkNames: readonly string[] = [...Object.keys(noWorkActions), OTHER_SEED];
export { columnSubmissions } from './one-column.ts';
export { otherInstance, otherSeedAgent } from './other-seed.ts';
