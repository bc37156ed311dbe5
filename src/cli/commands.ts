// Every command, in the order in which the help lists them. Only the invoked command is loaded.
import type { CommandEntry } from './command.ts';

export const families: Readonly<Record<string, string>> = {
  task: 'list, show, make, grade, play, create or check tasks',
  image: 'the root file systems of interpreters',
};

export const commands: readonly CommandEntry[] = [
  {
    name: 'start',
    summary: 'run a model if one is named, the reference and the no-work agent "null", then show the leaderboard',
    load: async () => (await import('./commands/start.ts')).startCommand,
  },
  {
    name: 'run',
    summary: 'run an agent on tasks and score it',
    load: async () => (await import('./commands/run.ts')).runTasksCommand,
  },
  {
    name: 'resume',
    summary: 'continue a run: scored trials are kept, the others run under the same conditions',
    load: async () => (await import('./commands/resume.ts')).resumeCommand,
  },
  {
    name: 'regrade',
    summary: 'grade the outputs of a run again with the current checks, into a new run',
    load: async () => (await import('./commands/regrade.ts')).regradeCommand,
  },
  {
    name: 'reexecute',
    summary: 'run the recorded cells of a run again and show the differences',
    load: async () => (await import('./commands/reexecute.ts')).reexecuteCommand,
  },
  {
    name: 'report',
    summary: 'show runs as a leaderboard',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  {
    name: 'compare',
    summary: 'compare two runs instance by instance, with statistics',
    load: async () => (await import('./commands/compare.ts')).compareCommand,
  },
  {
    name: 'export',
    summary: 'write the trials of a run as training data, trajectories or notebooks',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'task list',
    summary: 'all tasks of a suite',
    load: async () => (await import('./commands/task-list.ts')).taskListCommand,
  },
  {
    name: 'task show',
    summary: 'the query, files and programs of a task',
    load: async () => (await import('./commands/task-show.ts')).taskShowCommand,
  },
  {
    name: 'task make',
    summary: "write a task's files and query to a folder",
    load: async () => (await import('./commands/task-make.ts')).taskMakeCommand,
  },
  {
    name: 'task grade',
    summary: 'grade the work in a folder: output/, answer.json or answer.md',
    load: async () => (await import('./commands/task-grade.ts')).taskGradeCommand,
  },
  {
    name: 'task play',
    summary: 'solve a task yourself, cell by cell; recorded as a run of the agent "human"',
    load: async () => (await import('./commands/task-play.ts')).taskPlayCommand,
  },
  {
    name: 'task new',
    summary: 'write a small working task as a starting point for your own',
    load: async () => (await import('./commands/task-new.ts')).taskNewCommand,
  },
  {
    name: 'task check',
    summary: 'check the gates of a task: the reference passes; wrong programs, no-work agents and mutants fail',
    load: async () => (await import('./commands/task-check.ts')).taskCheckCommand,
  },
  {
    name: 'audit',
    summary: 'check the gates of every task that has changed, in both languages',
    load: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  {
    name: 'exec',
    summary: 'run a program in a fresh interpreter and show the outputs of its cells',
    load: async () => (await import('./commands/exec.ts')).execCommand,
  },
  {
    name: 'mcp',
    summary: 'serve one sandboxed interpreter to an MCP client over stdio: tools python, list_files, read_file',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  {
    name: 'doctor',
    summary: 'check the installation on this machine and explain how to fix problems',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  {
    name: 'models',
    summary: 'the providers of models, whether their keys are present, and whether a model answers',
    load: async () => (await import('./commands/models.ts')).modelsCommand,
  },
  {
    name: 'image build',
    summary: 'build the images that are missing',
    load: async () => (await import('./commands/image.ts')).imageBuildCommand,
  },
  {
    name: 'image list',
    summary: 'the images on this machine',
    load: async () => (await import('./commands/image.ts')).imageListCommand,
  },
  {
    name: 'image remove',
    summary: 'remove images: outdated ones, one by name, or all',
    load: async () => (await import('./commands/image.ts')).imageRemoveCommand,
  },
];
