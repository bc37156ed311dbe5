// Hostile agents: they attack the sandbox, the harness or a verifier instead of working. Each of their trials ends with
// a score of 0 on every task and does not affect other trials.
import type { VisibleInstance } from '../submitted-work.ts';
import { fileActions } from './file-actions.ts';
import type { HostileAction } from './hostile-action.ts';
import { collectionActions, sandboxActions } from './sandbox-actions.ts';

export { hostileAgent, type HostileAction } from './hostile-action.ts';

/** All actions for an instance: those against the sandbox are the same everywhere, those with files fit the paths that its query asks for. */
export function hostileActions({ outputs }: Pick<VisibleInstance, 'outputs'>): readonly HostileAction[] {
  const paths = Object.keys(outputs);
  return [...sandboxActions, ...collectionActions(paths), ...fileActions(paths)];
}
