// Runs a program of the user with limits on time and output. All processes that it starts end with it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { killGroup, killProcess } from './process-tree.ts';
import { environmentOf, processIds } from './proc.ts';
import { programEnvironment } from './program-environment.ts';

const KEEP = 2 ** 20;
const ROUNDS = 20;
/** Descendants inherit this variable, even if they move to another process group or session. */
const MARK = 'PYBENCH_WORK';

export interface ProgramEnd {
  readonly how: 'exited' | 'timeout' | 'cancelled';
  readonly code: number | null;
  /** The last 2^20 characters of each stream. */
  readonly stdout: string;
  readonly stderr: string;
  readonly wallMs: number;
}

export interface ProgramOptions {
  readonly folder: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Variables in addition to those of this process. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs a shell command. When it ends or is killed, all processes that it has started are killed. */
export async function runProgram(command: string, options: ProgramOptions): Promise<ProgramEnd> {
  const { folder, timeoutMs, signal } = options;
  const mark = randomBytes(16).toString('hex');
  const started = performance.now();
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...programEnvironment(), ...options.environment, [MARK]: mark },
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

/** Kills all marked processes, in several rounds, because a process may start another one during a round. */
function killMarked(mark: string): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const marked = processIds().filter((pid) => environmentOf(pid).includes(`${MARK}=${mark}`));
    if (marked.length === 0) return;
    marked.forEach(killProcess);
  }
}
