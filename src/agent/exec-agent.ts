// `exec:COMMAND`: any program that works in a folder. It finds data/ and query.md, and leaves output/ and its answer.
import { spawnSync } from 'node:child_process';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { DEFAULT_EXEC_SECONDS, usageProblem, type AgentSpec, type AgentSpecOf } from '../core/index.ts';
import type { Finish } from '../episode/index.ts';
import type { Assignment, FolderAgent, WorkFolder } from './agent.ts';
import { sandboxedCommand } from './exec-sandboxed.ts';
import { firstProgram, lookUp } from './first-program.ts';
import { folderAnswer } from '../dialects/index.ts';
import type { NamedAgent } from './named.ts';
import { runProgram, type ProgramEnd } from '../system/index.ts';

export function execAgent({ command, timeoutSeconds, sandboxed }: AgentSpecOf<'exec'>): NamedAgent {
  const common = { programFor: () => undefined };
  if (sandboxed) {
    return { ...common, spec: { kind: 'exec', command, sandboxed }, forTask: () => sandboxedCommand(command) };
  }
  requireProgram(command);
  const seconds = timeoutSeconds ?? DEFAULT_EXEC_SECONDS;
  const agent: FolderAgent = { workIn: (place, work) => workWith(command, seconds, place, work) };
  const spec: AgentSpec = { kind: 'exec', command, timeoutSeconds: seconds, sandboxed };
  return { ...common, spec, outside: true, forTask: () => agent };
}

/** A missing program is wrong usage. A program that fails is graded on what it leaves. */
function requireProgram(command: string): void {
  const program = firstProgram(command);
  if (program === undefined) return;
  if (program.includes('/') && !isAbsolute(program)) {
    throw usageProblem(`exec: starts in the folder of each trial, not here: write ${resolve(program)} for ${program}`);
  }
  if (spawnSync('sh', lookUp(program)).status !== 0)
    throw usageProblem(`exec: no program "${program}" on this machine`);
}

async function workWith(command: string, seconds: number, place: WorkFolder, work: Assignment): Promise<Finish> {
  const { folder } = place;
  const { record, signal } = work;
  record({ kind: 'cell-start', cell: 1, code: `!${command}` });
  const end = await runProgram(command, { folder, timeoutMs: seconds * 1000, signal, environment: captureIn(place) });
  for (const name of ['stdout', 'stderr'] as const) {
    if (end[name]) record({ kind: 'cell-output', cell: 1, output: { type: 'stream', name, text: end[name] } });
  }
  const { status, reason } = statusOf(end, seconds);
  const because = reason ? { reason } : {};
  record({ kind: 'cell-end', cell: 1, status, ...because, cpuMs: 0, wallMs: end.wallMs, memoryBytes: null });
  if (status === 'timeout') return { kind: 'ended', outcome: { kind: 'timeout', reason: reason ?? status } };
  return { kind: 'response', text: folderAnswer(folder) ?? end.stdout.trim() };
}

/** So that figures which a Python of the program's saves are recorded as in the sandbox. */
function captureIn({ figures }: WorkFolder): Record<string, string> {
  const site = join(packageRoot, 'python', 'site');
  const own = process.env['PYTHONPATH'];
  return { PYBENCH_FIGURES: figures, PYTHONPATH: own ? `${site}${delimiter}${own}` : site };
}

/** What it left is graded, whatever its exit code. */
function statusOf({ how, code }: ProgramEnd, seconds: number): { status: 'ok' | 'error' | 'timeout'; reason?: string } {
  if (how === 'timeout') return { status: 'timeout', reason: `it took more than ${seconds} s` };
  if (how === 'cancelled') return { status: 'error', reason: 'cancelled' };
  return code === 0 ? { status: 'ok' } : { status: 'error', reason: `exit code ${code ?? 'unknown'}` };
}
