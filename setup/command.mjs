// Runs a program, passes its output on line by line, and ends it when this process ends.
import { spawn, spawnSync } from 'node:child_process';
import { SetupProblem } from './problem.mjs';

/** Whether a program of this name can be started. @param {string} name */
export function hasCommand(name) {
  return spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', name], { stdio: 'ignore' }).status === 0;
}

/**
 * The output of a short program, or undefined when it cannot run or fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ timeoutMs?: number, env?: NodeJS.ProcessEnv }} [options]
 */
export function outputOf(program, args, options = {}) {
  const done = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: options.timeoutMs ?? 20_000,
    ...(options.env ? { env: options.env } : {}),
  });
  return done.status === 0 ? done.stdout : undefined;
}

/**
 * Runs a long program. Its process group ends with it, and also when this process is interrupted.
 * @param {string} program
 * @param {string[]} args
 * @param {{ onLine?: (line: string) => void, cwd?: string, env?: NodeJS.ProcessEnv, inheritStdin?: boolean }} [options]
 * @returns {Promise<{ code: number, tail: string[] }>} the exit code and the last lines printed
 */
export function runCommand(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: [options.inheritStdin ? 'inherit' : 'ignore', 'pipe', 'pipe'],
      detached: !options.inheritStdin,
      ...(options.cwd ? { cwd: options.cwd } : {}),
      ...(options.env ? { env: options.env } : {}),
    });
    /** @type {string[]} */
    const tail = [];
    const takeDown = () => {
      try {
        if (child.pid) process.kill(options.inheritStdin ? child.pid : -child.pid, 'SIGTERM');
      } catch {
        // It has ended already.
      }
    };
    let interrupted = false;
    const onSignal = () => {
      interrupted = true;
      takeDown();
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
    process.on('exit', takeDown);
    const settle = () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
      process.off('exit', takeDown);
    };
    /** @param {string} line */
    const take = (line) => {
      if (!line.trim()) return;
      tail.push(line);
      if (tail.length > 30) tail.shift();
      options.onLine?.(line);
    };
    eachLine(child.stdout, take);
    eachLine(child.stderr, take);
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code, signal) => {
      settle();
      if (interrupted)
        reject(new SetupProblem(`interrupted while running ${program}`, { fix: 'run the command again to continue' }));
      else resolve({ code: code ?? (signal ? 128 : 1), tail });
    });
  });
}

/**
 * @param {NodeJS.ReadableStream | null} stream
 * @param {(line: string) => void} take
 */
function eachLine(stream, take) {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk) => {
    const lines = (rest + chunk).split(/\r?\n|\r/);
    rest = lines.pop() ?? '';
    lines.forEach(take);
  });
  stream?.on('end', () => take(rest));
}
