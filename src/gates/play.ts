// Plays a trial whose record stays in memory. Otherwise it is the same as a trial of a run.
import { MemoryRecord, runTrial, type Services } from '../trial/index.ts';
import { scriptedAgent, type ScriptedSpec } from '../agent/index.ts';
import {
  agentName,
  defaultLimits,
  lastTry,
  noTimeLimits,
  printInstanceId,
  Problem,
  type CheckResult,
  type Event,
  type Outcome,
} from '../core/index.ts';
import type { TaskInstance, LoadedTask } from '../suite/index.ts';
import type { WorkToGrade } from '../verify/index.ts';

export interface PlayedTrial extends WorkToGrade {
  readonly outcome: Outcome;
  readonly checks: readonly CheckResult[];
  /** Cells that raised, crashed or took too long. */
  readonly faults: readonly string[];
}

export interface Stage {
  readonly services: Services;
  readonly signal: AbortSignal;
}

export async function playTrial(
  task: LoadedTask,
  instance: TaskInstance,
  spec: ScriptedSpec,
  stage: Stage,
): Promise<PlayedTrial> {
  const record = new MemoryRecord();
  const outcome = await runTrial({
    id: { ...instance.id, attempt: 1 },
    task,
    instance,
    agent: scriptedAgent(spec).forTask(task, instance),
    agentName: agentName(spec),
    model: null,
    limits: defaultLimits,
    time: noTimeLimits,
    log: record,
    ...stage,
  });
  if (outcome.kind === 'cancelled') throw new Problem(`stopped at ${printInstanceId(instance.id)}`);
  return { outcome, ...playedIn(record) };
}

function playedIn({ events: all, files, figures }: MemoryRecord): Omit<PlayedTrial, 'outcome'> {
  const events = lastTry(all);
  const answer = events.find((event) => event.kind === 'answer');
  return {
    block: answer?.block ?? null,
    files,
    figures,
    checks: events.flatMap((event) => (event.kind === 'check' ? [event.result] : [])),
    faults: events.flatMap((event) => {
      if (event.kind !== 'cell-end' || event.status === 'ok') return [];
      return [`cell ${event.cell}: ${event.reason ?? errorOf(events, event.cell) ?? event.status}`];
    }),
  };
}

/** The exception that a cell raised, in one line. */
function errorOf(events: readonly Event[], cell: number): string | undefined {
  for (const event of events) {
    if (event.kind === 'cell-output' && event.cell === cell && event.output.type === 'error') {
      return `${event.output.name}: ${event.output.value}`;
    }
  }
  return undefined;
}
