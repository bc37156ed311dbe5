// The public surface of the package; docs/api.md describes it. What tasks import is in pybench/kit.
export {
  openInterpreter,
  resume,
  run,
  type ContinueOptions,
  type OpenInterpreterOptions,
  type OwnInterpreter,
  type RunOptions,
  type RunRequest,
} from './api/index.ts';
export type { Agent, Assignment, FolderAgent, Work } from './agent/index.ts';
export {
  agentName,
  agentSpecSchema,
  isKnownEvent,
  parseAgentName,
  parseTrialId,
  printTrialId,
  Problem,
  requestAt,
  runSpecSchema,
  trialSpecSchema,
  type AgentSpec,
  type CellOutput,
  type Event,
  type EventBody,
  type EventKind,
  type IsolationLevel,
  type Limits,
  type Lock,
  type Message,
  type ModelReply,
  type ModelRequest,
  type Outcome,
  type ResultRow,
  type RunConfig,
  type RunSpec,
  type RunSpecInput,
  type TrialId,
  type TrialSpec,
  type TrialSpecInput,
  type UnknownEvent,
} from './core/index.ts';
export type { Finish } from './episode/index.ts';
export type { CellResult, Interpreter } from './interpreter/index.ts';
export { runTrialFromSpec, type TrialLaunchOptions, type TrialResult } from './launch/index.ts';
export { ModelFault, parseModel, type CallContext, type Model, type ModelOptions } from './model/index.ts';
export { readEvents, readLog, readRun, type RunOnDisk } from './record/index.ts';
export type { Summary } from './results/index.ts';
