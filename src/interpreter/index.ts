// Python processes in sandboxes: hosts, interpreters, workspaces, isolation levels.
export type { CellOptions, CellResult, Interpreter, InterpreterHost, PythonStack } from './interpreter.ts';
export { enterScript } from './launch.ts';
export { openHost, type HostOptions } from './host.ts';
export { importedModules } from './modules.ts';
export { namespaceObstacle } from './namespaces.ts';
export { interpreterImage, openInterpreters, withInterpreters, type InterpreterRequest } from './open.ts';
export { SandboxLost } from './sandbox.ts';
export { describeImage } from './stack.ts';
export { KEPT_FIGURES, Workspace } from './workspace.ts';
