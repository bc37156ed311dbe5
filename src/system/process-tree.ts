// A program of the user's with everything that it starts: bounded in time and output, and ended as a whole.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const KEEP = 2 ** 20;
const ROUNDS = 20;
/** Children inherit it, whatever group or session they move to. */
const MARK = 'PYBENCH_WORK';

export interface ProgramEnd {
  readonly how: 'exited' | 'timeout' | 'cancelled';
  readonly code: number | null;
  /** The last MiB of each. */
  readonly stdout: string;
  readonly stderr: string;
  readonly wallMs: number;
}

export interface ProgramOptions {
  readonly folder: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Beside ours. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs a command of the shell. When it ends, or has to, all that it left running ends too. */
export async function runProgram(command: string, options: ProgramOptions): Promise<ProgramEnd> {
  const { folder, timeoutMs, signal } = options;
  const mark = randomBytes(16).toString('hex');
  // The salt would make the exam public.
  const { PYBENCH_SALT: _, ...inherited } = process.env;
  const started = performance.now();
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...inherited, ...options.environment, [MARK]: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8');
    child[name].on('data', (text: string) => (texts[name] = `${texts[name]}${text}`.slice(-KEEP)));
  }
  let how: ProgramEnd['how'] = 'exited';
  const endAll = (why?: ProgramEnd['how']) => {
    how = why ?? how;
    killGroup(child.pid);
    killMarked(mark);
  };
  const cancel = () => endAll('cancelled');
  const late = setTimeout(() => endAll('timeout'), timeoutMs);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', () => endAll());
      child.on('close', resolve);
    });
    return { how, code, ...texts, wallMs: performance.now() - started };
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', cancel);
  }
}

function killGroup(pid: number | undefined): void {
  if (pid) tryKill(-pid);
}

/** Again and again, for a child may start another one while we look. */
function killMarked(mark: string): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const marked = processes().filter((pid) => environmentOf(pid).includes(`${MARK}=${mark}`));
    if (marked.length === 0) return;
    for (const pid of marked) tryKill(pid);
  }
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return []; // Not Linux: the group is all that we know.
  }
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return ''; // Somebody else's, or just ended.
  }
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
