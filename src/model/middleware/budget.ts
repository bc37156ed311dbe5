// Limits on tokens and money. A reply that crosses a limit is still returned; the next call is refused.
import type { ModelReply, ModelRequest, SpendingLimits } from '../../core/index.ts';
import { estimateTokens } from '../estimate.ts';
import { ModelFault, type CallContext } from '../model.ts';
import type { Middleware } from './middleware.ts';

/** The limits of each trial. Reaching one is an outcome of the trial. */
export function trialBudget(limits: SpendingLimits): Middleware {
  const spent = new Map<string, Spent>();
  return limited('budget', limits, ({ trial, turn }) => {
    // A trial that starts again after a fault of the machine begins at zero.
    const own = (turn === 1 ? undefined : spent.get(trial)) ?? new Spent();
    spent.set(trial, own);
    return own;
  });
}

/** The limits of the run, shared by all trials. Calls that are open when a limit is reached are completed. */
export function runBudget(limits: SpendingLimits): Middleware {
  const spent = new Spent();
  return limited('run-budget', limits, () => spent);
}

class Spent {
  tokens = 0;
  cost = 0;
}

function limited(
  kind: 'budget' | 'run-budget',
  limits: SpendingLimits,
  spentBy: (context: CallContext) => Spent,
): Middleware {
  const whose = kind === 'budget' ? 'trial' : 'run';
  return (model) => ({
    ...model,
    async complete(request, context) {
      const spent = spentBy(context);
      const reached = reachedLimit(spent, limits);
      if (reached) throw new ModelFault(kind, `the ${whose} has spent its ${reached}`, { retryable: false });
      const reply = await model.complete(request, context);
      spent.tokens += tokensOf(request, reply);
      spent.cost += reply.usage.cost ?? 0;
      return reply;
    },
  });
}

function reachedLimit({ tokens, cost }: Spent, limits: SpendingLimits): string | undefined {
  if (limits.tokens !== undefined && tokens >= limits.tokens) return `${limits.tokens} tokens (${tokens})`;
  if (limits.cost !== undefined && cost >= limits.cost) return `${limits.cost} US dollars (${cost.toFixed(4)})`;
  return undefined;
}

/** An estimate if the service does not report tokens. */
function tokensOf(request: ModelRequest, { usage, parts }: ModelReply): number {
  return (usage.inputTokens ?? estimateTokens(request)) + (usage.outputTokens ?? estimateTokens(parts));
}
