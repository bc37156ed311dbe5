// Processes and concurrency: access to the machine, shared by the layers above.
export { boundsFrom, type Bound, type Bounds } from './bounds.ts';
export { BoundedProcess } from './bounded-process.ts';
export { killGroup, sendSignal } from './process-tree.ts';
export {
  below,
  childProcessesOf,
  commandOf,
  isRunning,
  processIds,
  processStat,
  treeMeter,
  treeUsage,
  type ProcessUsage,
} from './proc.ts';
export { deferred, Semaphore } from './semaphore.ts';
export { pythonCall, pythonLiteral, pythonResult, pythonScript } from './python-script.ts';
export { defaultConcurrency, runAll } from './run-all.ts';
export { programEnvironment } from './program-environment.ts';
export { runProgram, type ProgramEnd } from './run-program.ts';
export { steadyClock } from './steady-clock.ts';
export { WarmPool } from './warm-pool.ts';
export {
  digestOfModules,
  moduleGraph,
  reachableModules,
  scriptsOf,
  type Follows,
  type ModuleGraph,
} from './module-graph.ts';
export { pythonDigest, pythonFiles, type PythonFiles } from './python-digest.ts';
export { withoutPythonComments } from './python-source.ts';
export { WorkerProcess } from './worker-process.ts';
export { colors } from './colors.ts';
