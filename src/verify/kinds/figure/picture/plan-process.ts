// A child process that finds text in the agent's pictures. The parent kills it if a picture takes too many resources.
import { planOf, type TextPlan } from './plan.ts';

export type PlanMessage = { readonly plan: TextPlan } | { readonly problem: string };

const say = (message: PlanMessage) => process.send?.(message);

process.on('message', (png: Uint8Array) => {
  void planOf(png).then(
    (plan) => say({ plan }),
    // Any error here is attributed to the agent's picture.
    (error: unknown) => say({ problem: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
