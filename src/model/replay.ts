// `replay/RUN`: the replies that a run recorded, by trial and turn.
import { existsSync } from 'node:fs';
import { agentSettings, isKnownEvent, Problem, type Json, type ModelReply } from '../core/index.ts';
import { readEvents, readRun, runPaths } from '../record/index.ts';
import { ModelFault, type Model } from './model.ts';

export function replayModel(name: string, run: string, options: { sees?: boolean | undefined }): Model {
  const recorded = settingsOf(run);
  const trials = new Map<string, Map<number, ModelReply>>();
  return {
    name,
    sees: options.sees ?? recorded['vision'] === 'on',
    recorded,
    async complete(_, { trial, turn, signal }) {
      signal.throwIfAborted();
      const replies = trials.get(trial) ?? readReplies(run, trial);
      trials.set(trial, replies);
      const reply = replies.get(turn);
      if (!reply)
        throw new ModelFault('rejected', `${run} has no reply for ${trial}, turn ${turn}`, { retryable: false });
      return reply;
    },
  };
}

function settingsOf(run: string): Readonly<Record<string, Json>> {
  if (!existsSync(runPaths(run).config)) throw new Problem(`${run} is not the folder of a run`);
  return agentSettings(readRun(run).config.spec.agent);
}

/** Keyed by turn. If a turn is recorded twice, the later reply counts. */
function readReplies(run: string, trial: string): Map<number, ModelReply> {
  if (!existsSync(runPaths(run).trial(trial).events)) return new Map();
  return new Map(
    readEvents(run, trial).flatMap((event) => {
      if (!isKnownEvent(event) || event.kind !== 'reply') return [];
      const { turn, parts, finish, usage, latencyMs, attempts } = event;
      return [[turn, { parts, finish, usage, latencyMs, attempts }]];
    }),
  );
}
