// The grader: a process without environment variables, network use or the agent's code, that reads copies and evaluates checks.
// A file that exceeds its bounds ends it; the parent knows at which check.
import { evaluate, loadEvaluators } from './evaluate.ts';
import type { GraderJob, GraderMessage } from './grader.ts';

const MAX_REASON = 300;

const say = (message: GraderMessage) => process.send?.(message);

process.on('message', ({ checks, material, untilFailure }: GraderJob) => {
  void (async () => {
    try {
      await loadEvaluators(checks);
    } catch (error) {
      say({ fault: `the evaluators cannot be loaded: ${describe(error)}` });
      return;
    }
    say({ loaded: true });
    for (const check of checks) {
      try {
        const result = await evaluate(check, material);
        say({ result });
        if (untilFailure && !result.ok) break;
      } catch (error) {
        say({ fault: `${check.name}: ${describe(error)}` });
        return;
      }
    }
    say({ done: true });
  })();
});
/** A message may hold what was read, of any length. */
function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
}

process.on('disconnect', () => process.exit());
