// The grader process: it has no environment variables, does not use the network and does not run the agent's code. It
// reads copies of the files and evaluates checks. When a check exceeds the limits, the parent kills this process and
// knows which check was running.
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
/** Truncates the message, because it may quote file content of any length. */
function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
}

process.on('disconnect', () => process.exit());
