// Reads what a regrade needs: the trials that can be graded again, each with its current checks. All errors in the recorded
// run are found here, before anything is graded or written.
import { z } from 'zod';
import {
  isKnownEvent,
  printTrialId,
  Problem,
  reasonOf,
  scoreOf,
  type Event,
  type Json,
  type TaskId,
  type TrialId,
} from '../../core/index.ts';
import type { LoadedTask } from '../../suite/index.ts';
import { checkSchema } from '../../verify/index.ts';
import type { Gradable, Grading } from '../../trial/index.ts';
import {
  eventsOf,
  openRecording,
  readCollected,
  readTruth,
  type RecordedOutputs,
  type Recording,
} from '../../record/index.ts';
import { currentTasks } from '../current-tasks.ts';

export interface RegradeSource extends Recording {
  readonly tasks: ReadonlyMap<TaskId, LoadedTask>;
  /** Trials that ended with a response. All others are copied unchanged. */
  readonly answered: readonly AnsweredTrial[];
}

interface AnsweredTrial {
  readonly id: TrialId;
  readonly instance: Gradable;
  readonly block: string | null;
  readonly outputs: RecordedOutputs;
  readonly before: Grading;
}

/** `exclude` is a list of globs of tasks. */
export async function openRegrade(folder: string, exclude: readonly string[] = []): Promise<RegradeSource> {
  const recording = openRecording(folder, { exclude });
  const { tasks, removed } = await currentTasks(recording);
  if (removed.length > 0) {
    const out = removed.map((id) => `-x ${id}`).join(' ');
    throw new Problem(
      `the suite "${recording.config.spec.selection.suite}" no longer has ${removed.join(', ')}; exclude with ${out}`,
    );
  }
  const answered = recording.trials.flatMap((id) => {
    const task = tasks.get(id.task);
    return (task && answeredTrial(recording, id, task)) ?? [];
  });
  return { ...recording, tasks, answered };
}

function answeredTrial(recording: Recording, id: TrialId, task: LoadedTask): AnsweredTrial | undefined {
  const events = eventsOf(recording, id).filter(isKnownEvent);
  const end = events.findLast((event) => event.kind === 'trial-end');
  const answer = events.findLast((event) => event.kind === 'answer');
  const outputs = events.findLast((event) => event.kind === 'outputs');
  // Faults of the machine or of the model's service are kept; after a fault of the grader, the trial is graded again.
  const gradable = end && (scoreOf(end.outcome) !== undefined || end.outcome.kind === 'grader-error');
  if (!gradable || !answer || !outputs) return undefined;
  readCollected(recording, id, outputs);
  return {
    id,
    instance: readInstance(recording, id, task),
    block: answer.block,
    outputs,
    before: { outcome: end.outcome, checks: checksIn(events) },
  };
}

function checksIn(events: readonly Event[]): Grading['checks'] {
  return events.flatMap((event) => (event.kind === 'check' ? [event.result] : []));
}

/** The recorded truth with the checks that the current task makes from it. */
function readInstance({ folder }: Recording, id: TrialId, task: LoadedTask): Gradable {
  const { truth, answer, outputs } = readTruth(folder, printTrialId(id));
  return { answer: answer ?? undefined, outputs, checks: checksFor(task, truth) };
}

function checksFor(task: LoadedTask, truth: Json): Gradable['checks'] {
  try {
    return z.array(checkSchema).min(1).parse(task.definition.checks(truth));
  } catch (error) {
    const reason = error instanceof z.ZodError ? (error.issues[0]?.message ?? 'malformed') : reasonOf(error);
    throw new Problem(
      `${task.id}: its current checks cannot read the recorded truth (${reason}); exclude it with -x ${task.id}`,
      { cause: error },
    );
  }
}
