// `replay/RUN`: the replies that a run recorded, by trial and turn.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  isKnownEvent,
  jsonSchema,
  lastTry,
  parseEvent,
  Problem,
  reasonOf,
  runConfigSchema,
  wholeLines,
  type Json,
} from '../core/index.ts';
import { ModelFault, type Model, type ModelReply } from './model.ts';

const meta = jsonSchema.optional();
const partsSchema = z.array(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string(), meta }),
    z.object({ type: z.literal('reasoning'), text: z.string(), meta }),
    z.object({
      type: z.literal('tool-call'),
      id: z.string(),
      name: z.string(),
      input: jsonSchema.optional(),
      raw: z.string(),
      meta,
    }),
  ]),
);
const finishSchema = z.enum(['stop', 'length', 'tool-calls', 'refusal', 'other']);

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
  const file = join(run, 'run.json');
  if (!existsSync(file)) throw new Problem(`${run} is not the folder of a run`);
  try {
    return runConfigSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).settings;
  } catch (error) {
    throw new Problem(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** By turn. Where a turn was played twice, the later one counts. */
function readReplies(run: string, trial: string): Map<number, ModelReply> {
  const file = join(run, 'trials', trial, 'events.jsonl');
  if (!existsSync(file)) return new Map();
  const events = wholeLines(readFileSync(file, 'utf8')).map(parseEvent);
  return new Map(
    lastTry(events).flatMap((event) => {
      if (!isKnownEvent(event) || event.kind !== 'reply') return [];
      const { turn, usage, latencyMs, attempts } = event;
      const parts = partsSchema.parse(event.parts) as ModelReply['parts'];
      return [[turn, { parts, finish: finishSchema.parse(event.finish), usage, latencyMs, attempts } as ModelReply]];
    }),
  );
}
