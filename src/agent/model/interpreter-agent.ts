// `interpreter`: a model that works in a Python interpreter. This is the loop that calls the model; Episode holds the rules.
import { reasonOf, type ModelReply, type Outcome } from '../../core/index.ts';
import { cancelled, Episode, type EpisodeOptions, type EpisodeStep, type Finish } from '../../episode/index.ts';
import { ModelFault, type Model } from '../../model/index.ts';
import type { Agent, Assignment } from '../agent.ts';

export function interpreterAgent(model: Model, options: EpisodeOptions): Agent {
  return { work: (work) => converse(model, new Episode(options, work), work) };
}

/** Asks the model until the episode finishes. */
async function converse(
  model: Model,
  episode: Episode,
  assignment: Pick<Assignment, 'trial' | 'signal'>,
): Promise<Finish> {
  for (;;) {
    const step = await nextStep(model, episode, assignment);
    if (step.kind === 'finish') return step.finish;
  }
}

async function nextStep(
  model: Model,
  episode: Episode,
  { trial, signal }: Pick<Assignment, 'trial' | 'signal'>,
): Promise<EpisodeStep> {
  const request = episode.request();
  let reply: ModelReply;
  try {
    reply = await model.complete(request, { trial, turn: episode.turn, signal });
  } catch (error) {
    if (signal.aborted) return { kind: 'finish', finish: cancelled(signal) };
    if (error instanceof ModelFault && error.kind === 'context-limit') return episode.contextTooLong();
    return { kind: 'finish', finish: { kind: 'ended', outcome: outcomeOf(error) } };
  }
  return await episode.step(reply, signal);
}

/** A fault of the service is not the agent's failure: only the limits of the trial itself are scored. */
function outcomeOf(error: unknown): Outcome {
  const reason = reasonOf(error);
  if (!(error instanceof ModelFault)) return { kind: 'model-error', reason };
  if (error.kind === 'budget') return { kind: 'budget', reason };
  if (error.kind === 'run-budget') return { kind: 'cancelled', reason };
  return { kind: 'model-error', reason: `${error.kind}: ${reason}` };
}
