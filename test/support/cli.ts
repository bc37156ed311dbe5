// The built command line, started as a user would start it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function pybench(
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; input?: string } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(packageRoot, 'dist', 'src', 'cli', 'main.js'), ...args], {
      cwd: options.cwd ?? packageRoot,
      env: { ...process.env, ...options.env },
    });
    child.stdin.on('error', () => undefined); // The process may end before it has read all input.
    child.stdin.end(options.input ?? '');
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
