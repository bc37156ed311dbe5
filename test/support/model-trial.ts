// Runs one trial of a model, scripted or real, with the real interpreter, the real grader and a record in memory.
import { servicesOn } from './host.ts';
import { MemoryRecord, runTrial } from '../../src/trial/index.ts';
import { modelAgent, type ModelAgentOptions } from '../../src/agent/model/index.ts';
import {
  agentName,
  defaultLimits,
  modelOf,
  noTimeLimits,
  type Event,
  type Language,
  type Outcome,
  type TimeLimits,
  type ModelRequest,
} from '../../src/core/index.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import type { Model } from '../../src/model/index.ts';
import { loadTask, makeInstance } from '../../src/suite/index.ts';
import { scriptedModel, type Line } from './scripted-model.ts';

export interface TrialSetup extends Partial<Omit<ModelAgentOptions, 'model'>> {
  readonly task?: string;
  readonly lang?: Language;
  readonly sees?: boolean;
  readonly signal?: AbortSignal;
  readonly time?: TimeLimits;
}

export interface ModelTrial {
  readonly outcome: Outcome;
  readonly events: readonly Event[];
  readonly requests: readonly ModelRequest[];
  /** Reasons of the notices, in order. */
  readonly notices: readonly string[];
  readonly turns: number;
}

export async function modelTrial(
  host: InterpreterHost,
  script: readonly Line[] | Model,
  {
    task: id = 'chart/tied-winner',
    lang = 'en',
    sees = false,
    signal,
    time = noTimeLimits,
    ...options
  }: TrialSetup = {},
): Promise<ModelTrial> {
  const scripted = 'complete' in script ? undefined : scriptedModel(script, { sees });
  const model = scripted ?? (script as Model);
  const task = await loadTask(id);
  const instance = await makeInstance(task, { task: task.id, seed: 1, lang }, '');
  const agent = modelAgent({ model, stack: host.stack, limits: defaultLimits, ...options });
  const log = new MemoryRecord();
  const outcome = await runTrial({
    id: { ...instance.id, attempt: 1 },
    task,
    instance,
    agent: agent.forTask(task, instance),
    agentName: agentName(agent.spec),
    model: modelOf(agent.spec),
    services: servicesOn(host),
    limits: defaultLimits,
    time,
    log,
    signal: signal ?? new AbortController().signal,
  });
  const { events } = log;
  return {
    outcome,
    events,
    requests: scripted?.requests ?? [],
    notices: events.flatMap((event) => (event.kind === 'notice' ? [event.reason] : [])),
    turns: events.filter(({ kind }) => kind === 'reply').length,
  };
}
