export { makeInstance, type TaskInstance } from './instance.ts';
export { parseProgram, type Program, type ProgramCell } from './program.ts';
export { readProgramFile } from './program-file.ts';
export { selectTasks, type Selection } from './select.ts';
export { taskIds } from './folders.ts';
export { loadTask, type LoadedTask } from './task.ts';
export { YamlDocument, type Complaint } from './yaml-document.ts';
export { suggest } from './yaml-schema.ts';
