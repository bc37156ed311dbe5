// The tasks of a suite and their instances. Importing this imports neither the kit nor the formats.
export { openInstances, type InstanceSource } from './instances/source.ts';
export { makeInstance, type TaskInstance } from './instances/instance.ts';
export { parseProgram, type Program } from './program.ts';
export { readProgramFile } from './program-file.ts';
export { selectTasks } from './select.ts';
export { taskIds, tasksFolder } from './folders.ts';
export { loadTask, taskInfo, withPrograms, type LoadedTask } from './task.ts';
export type { TaskInfo, TaskWithPrograms } from './task-info.ts';
export { yamlReader, type Complaint } from './yaml/index.ts';
