// A process that looks for text in pictures of the agent's: it may be killed at any moment by one that is too much.
import { planOf, type TextPlan } from './plan.ts';

export type PlanMessage = { readonly plan: TextPlan } | { readonly problem: string };

const say = (message: PlanMessage) => process.send?.(message);

process.on('message', (png: Uint8Array) => {
  void planOf(png).then(
    (plan) => say({ plan }),
    // Whatever goes wrong here goes wrong with what the agent has made.
    (error: unknown) => say({ problem: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
