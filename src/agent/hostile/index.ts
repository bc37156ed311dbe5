// Hostile trials, as data: agents that break the sandbox, the harness or a verifier instead of working. Each of them ends
// with a score of 0 on every task, and no other trial notices.
import type { SeenInstance } from '../deed.ts';
import { fileDeeds } from './file-deeds.ts';
import type { HostileDeed } from './hostile-deed.ts';
import { collectionDeeds, sandboxDeeds } from './sandbox-deeds.ts';

export { hostileAgent, type HostileDeed } from './hostile-deed.ts';
export const HOSTILE = 'hostile:';

/** All that can be tried on an exam: the same deeds everywhere, and files of the types that its query asks for. */
export function hostileDeeds({ outputs }: Pick<SeenInstance, 'outputs'>): readonly HostileDeed[] {
  const paths = Object.keys(outputs);
  return [...sandboxDeeds, ...collectionDeeds(paths), ...fileDeeds(paths)];
}
