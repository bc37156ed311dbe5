// Processes and concurrency: what the layers above share of this machine.
export { deferred, Semaphore } from './semaphore.ts';
export { nodeFlags } from './node-flags.ts';
export { pythonCall, pythonLiteral, pythonResult, pythonScript } from './python-script.ts';
export { runProgram, type ProgramEnd, type ProgramOptions } from './process-tree.ts';
export { below, cpuSecondsOf, treeUsage, type ProcessUsage } from './process-usage.ts';
export { defaultConcurrency, runAll } from './run-all.ts';
export { steadyClock } from './steady-clock.ts';
export { WarmPool } from './warm-pool.ts';
export { digestOfModules, moduleGraph, reachableModules, type Follows, type ModuleGraph } from './module-graph.ts';
export { pythonDigest } from './python-digest.ts';
export { withoutPythonComments } from './python-source.ts';
