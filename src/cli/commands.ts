// Every command, in the order in which the help lists them.
import { auditCommand } from './audit.ts';
import type { Command } from './command.ts';
import { compareCommand } from './compare.ts';
import { doctorCommand } from './doctor.ts';
import { execCommand } from './exec.ts';
import { exportCommand } from './export.ts';
import { imageBuildCommand, imageListCommand, imageRemoveCommand } from './image.ts';
import { mcpCommand } from './mcp.ts';
import { modelsCommand } from './models.ts';
import { regradeCommand } from './regrade.ts';
import { replayCommand } from './replay.ts';
import { reportCommand } from './report.ts';
import { resumeCommand } from './resume.ts';
import { runCommand } from './run.ts';
import { startCommand } from './start.ts';
import { taskCheckCommand } from './task-check.ts';
import { taskGradeCommand } from './task-grade.ts';
import { taskListCommand } from './task-list.ts';
import { taskMakeCommand } from './task-make.ts';
import { taskNewCommand } from './task-new.ts';
import { taskPlayCommand } from './task-play.ts';
import { taskShowCommand } from './task-show.ts';

export const commands: readonly Command[] = [
  startCommand,
  runCommand,
  resumeCommand,
  regradeCommand,
  replayCommand,
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
