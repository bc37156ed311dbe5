// A trial in memory: the same trial as in a run, which differs in where its record goes and in nothing else.
import { runTrial, type Services, type TrialRecord } from '../trial/index.ts';
import { namedAgent } from '../agent/index.ts';
import {
  defaultLimits,
  noTimeLimits,
  printInstanceId,
  Problem,
  type CheckResult,
  type EventBody,
  type Outcome,
  type Collected,
} from '../core/index.ts';
import type { TaskInstance, LoadedTask } from '../suite/index.ts';
import type { GradedWork } from '../verify/index.ts';

export interface PlayedTrial extends GradedWork {
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
  agentName: string,
  stage: Stage,
): Promise<PlayedTrial> {
  const memory = new Memory();
  const outcome = await runTrial({
    id: { ...instance.id, attempt: 1 },
    task,
    instance,
    agent: namedAgent(agentName).forTask(task, instance),
    agentName,
    model: null,
    limits: defaultLimits,
    time: noTimeLimits,
    log: memory,
    ...stage,
  });
  if (outcome.kind === 'cancelled') throw new Problem(`stopped at ${printInstanceId(instance.id)}`);
  return { outcome, ...memory.played() };
}

class Memory implements TrialRecord {
  readonly #events: EventBody[] = [];
  readonly #files = new Map<string, Uint8Array>();
  #figures: ReadonlyMap<string, Uint8Array> = new Map();

  append(event: EventBody): void {
    this.#events.push(event);
  }

  writeTruth(): void {} // The instance is at hand.

  writeOutputs({ files, figures }: Pick<Collected, 'files' | 'figures'>): void {
    this.#figures = figures;
    for (const { path, bytes } of files) this.#files.set(path, bytes);
  }

  played(): Omit<PlayedTrial, 'outcome'> {
    const answer = this.#events.find((event) => event.kind === 'answer');
    return {
      block: answer?.block ?? null,
      files: this.#files,
      figures: this.#figures,
      checks: this.#events.flatMap((event) => (event.kind === 'check' ? [event.result] : [])),
      faults: this.#events.flatMap((event) => {
        if (event.kind !== 'cell-end' || event.status === 'ok') return [];
        return [`cell ${event.cell}: ${event.reason ?? this.#raised(event.cell) ?? event.status}`];
      }),
    };
  }

  #raised(cell: number): string | undefined {
    for (const event of this.#events) {
      if (event.kind === 'cell-output' && event.cell === cell && event.output.type === 'error') {
        return `${event.output.name}: ${event.output.value}`;
      }
    }
    return undefined;
  }
}
