// The grader: a process without environment, network use or code of the agent's, that reads copies and judges.
// It may be killed at any moment by a file that is too much for it; the parent knows which check it was at.
import type { Check } from './check.ts';
import { judge } from './check.ts';
import type { GraderMessage } from './grader.ts';
import type { Material } from './material.ts';

const say = (message: GraderMessage) => process.send?.(message);

process.on('message', ({ checks, material }: { checks: readonly Check[]; material: Material }) => {
  void (async () => {
    for (const check of checks) {
      try {
        say({ result: await judge(check, material) });
      } catch (error) {
        say({ fault: `${check.name}: ${error instanceof Error ? error.message : String(error)}` });
        return;
      }
    }
    say({ done: true });
  })();
});
process.on('disconnect', () => process.exit());
