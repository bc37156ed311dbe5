// `exec:COMMAND`: any program that works in a folder. It finds data/ and query.md, and leaves output/ and its answer.
import { Problem, usageProblem } from '../core/index.ts';
import type { Assignment, Finish, FolderAgent } from './agent.ts';
import { folderAnswer } from './folder-answer.ts';
import type { NamedAgent } from './named.ts';
import { runProgram, type ProgramEnd } from './process-tree.ts';

export const EXEC = 'exec:';
export const DEFAULT_EXEC_SECONDS = 1800;

export function execAgent(name: string, timeoutSeconds = DEFAULT_EXEC_SECONDS): NamedAgent {
  const command = name.slice(EXEC.length).trim();
  if (!name.startsWith(EXEC) || !command) throw usageProblem(`"${name}" names no command; write exec:COMMAND`);
  const agent: FolderAgent = { workIn: (folder, work) => workWith(command, timeoutSeconds, folder, work) };
  return {
    name,
    model: null,
    outside: true,
    settings: { timeoutSeconds },
    programFor: () => undefined,
    forTask: () => agent,
  };
}

async function workWith(command: string, seconds: number, folder: string, work: Assignment): Promise<Finish> {
  const { record, signal } = work;
  record({ kind: 'cell-start', cell: 1, code: `!${command}` });
  const end = await runProgram(command, { folder, timeoutMs: seconds * 1000, signal });
  for (const name of ['stdout', 'stderr'] as const) {
    if (end[name]) record({ kind: 'cell-output', cell: 1, output: { type: 'stream', name, text: end[name] } });
  }
  const { status, reason } = statusOf(end, seconds);
  const because = reason ? { reason } : {};
  record({ kind: 'cell-end', cell: 1, status, ...because, cpuMs: 0, wallMs: end.wallMs, memoryBytes: null });
  if (status === 'timeout') return { kind: 'ended', outcome: { kind: 'timeout', reason: reason ?? status } };
  // The shell's word for a command that is not there: nobody has worked.
  if (end.code === 126 || end.code === 127) {
    throw new Problem(`"${command}" could not be started: ${end.stderr.trim().split('\n').at(-1)}`);
  }
  return { kind: 'response', text: folderAnswer(folder) ?? end.stdout.trim() };
}

/** What it left is graded, whatever its exit code. */
function statusOf({ how, code }: ProgramEnd, seconds: number): { status: 'ok' | 'error' | 'timeout'; reason?: string } {
  if (how === 'timeout') return { status: 'timeout', reason: `it took more than ${seconds} s` };
  if (how === 'cancelled') return { status: 'error', reason: 'cancelled' };
  return code === 0 ? { status: 'ok' } : { status: 'error', reason: `exit code ${code ?? 'unknown'}` };
}
