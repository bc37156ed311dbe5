// The grader: a process without environment, network use or code of the agent's, that reads copies and judges.
// It may be killed at any moment by a file that is too much for it; the parent knows which check it was at.
import type { Check } from './check.ts';
import { judge } from './check.ts';
import type { Material } from './material.ts';

process.on('message', ({ checks, material }: { checks: readonly Check[]; material: Material }) => {
  for (const check of checks) {
    try {
      process.send?.({ result: judge(check, material) });
    } catch (error) {
      process.send?.({ fault: `${check.name}: ${error instanceof Error ? error.message : String(error)}` });
    }
  }
  process.disconnect();
});
