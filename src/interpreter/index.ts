export type { CellOptions, CellResult, Collected, Interpreter, InterpreterHost, Stack } from './interpreter.ts';
export { openHost } from './host.ts';
export { namespaceObstacle } from './namespaces.ts';
export { Workspace } from './workspace.ts';
