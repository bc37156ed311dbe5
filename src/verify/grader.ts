// The parent's side of grading: one disposable process, bounded in time and memory. A file that breaks the bounds
// fails its check; a fault in a verifier is ours, and is thrown.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { Problem, type CheckResult } from '../core/index.ts';
import type { Check } from './check.ts';
import type { Material } from './material.ts';

const HEAP_MB = 512;
const MAX_RESIDENT_BYTES = 1.5 * 2 ** 30;
const PAGE_BYTES = 4096;
const MAX_MS = 20_000;
const POLL_MS = 50;

type Message = { result: CheckResult } | { fault: string };

export async function gradeInProcess(checks: readonly Check[], material: Material): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  while (results.length < checks.length) {
    const rest = checks.slice(results.length);
    const { done, broken } = await gradeSome(rest, material);
    results.push(...done);
    const culprit = checks[results.length];
    if (culprit) {
      const { name, kind, cites } = culprit;
      results.push({ name, kind, cites, ok: false, message: `could not be examined: ${broken}` });
    }
  }
  return results;
}

/** Runs the checks until they are done or the process breaks. */
function gradeSome(
  checks: readonly Check[],
  material: Material,
): Promise<{ done: CheckResult[]; broken: string | undefined }> {
  return new Promise((resolve, reject) => {
    const child = fork(join(packageRoot, 'dist', 'src', 'verify', 'grader-process.js'), {
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    const done: CheckResult[] = [];
    let broken: string | undefined;
    let fault: string | undefined;
    const stop = (reason: string) => {
      broken ??= reason;
      child.kill('SIGKILL');
    };
    const late = setTimeout(() => stop(`reading it took more than ${MAX_MS / 1000} s`), MAX_MS);
    const watch = setInterval(() => {
      if (residentBytes(child.pid) > MAX_RESIDENT_BYTES) stop('reading it took too much memory');
    }, POLL_MS);
    child.on('message', (message: Message) => {
      if ('result' in message) done.push(message.result);
      else {
        fault = message.fault;
        child.kill('SIGKILL');
      }
    });
    child.on('error', (error) => {
      fault ??= error.message;
    });
    child.on('close', (code) => {
      clearTimeout(late);
      clearInterval(watch);
      if (fault) reject(new Problem(`the grader failed: ${fault}`));
      else if (done.length === checks.length) resolve({ done, broken: undefined });
      else resolve({ done, broken: broken ?? `the grader ended with code ${code}` });
    });
    child.send({ checks, material });
  });
}

function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0; // No /proc here, or it has just ended: the timer remains.
  }
}
