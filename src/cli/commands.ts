// Every command, in the order in which the help lists them.
import { auditCommand } from './commands/audit.ts';
import type { Command } from './command.ts';
import { compareCommand } from './commands/compare.ts';
import { doctorCommand } from './commands/doctor.ts';
import { execCommand } from './commands/exec.ts';
import { exportCommand } from './commands/export.ts';
import { imageBuildCommand, imageListCommand, imageRemoveCommand } from './commands/image.ts';
import { mcpCommand } from './commands/mcp.ts';
import { modelsCommand } from './commands/models.ts';
import { regradeCommand } from './commands/regrade.ts';
import { reexecuteCommand } from './commands/reexecute.ts';
import { reportCommand } from './commands/report.ts';
import { resumeCommand } from './commands/resume.ts';
import { runTasksCommand } from './commands/run.ts';
import { startCommand } from './commands/start.ts';
import { taskCheckCommand } from './commands/task-check.ts';
import { taskGradeCommand } from './commands/task-grade.ts';
import { taskListCommand } from './commands/task-list.ts';
import { taskMakeCommand } from './commands/task-make.ts';
import { taskNewCommand } from './commands/task-new.ts';
import { taskPlayCommand } from './commands/task-play.ts';
import { taskShowCommand } from './commands/task-show.ts';

export const commands: readonly Command[] = [
  startCommand,
  runTasksCommand,
  resumeCommand,
  regradeCommand,
  reexecuteCommand,
  reportCommand,
  compareCommand,
  exportCommand,
  taskListCommand,
  taskShowCommand,
  taskMakeCommand,
  taskGradeCommand,
  taskPlayCommand,
  taskNewCommand,
  taskCheckCommand,
  auditCommand,
  execCommand,
  mcpCommand,
  doctorCommand,
  modelsCommand,
  imageBuildCommand,
  imageListCommand,
  imageRemoveCommand,
];
