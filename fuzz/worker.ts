// Runs a reader on one input after another, in a process without environment and with a grader's heap limit. It reports
// the number of each input first, so that the parent knows the cause if this process dies or must be killed.
import { FormatProblem } from '../src/formats/index.ts';
import { inputOf, targetNamed } from './inputs.ts';
import type { Target } from './targets.ts';

export type Job =
  | { readonly name: string; readonly run: string; readonly from: number; readonly until: number }
  | { readonly name: string; readonly bytes: Uint8Array };

export type Report =
  | { readonly at: number }
  /** The CPU milliseconds, and the error unless it is a FormatProblem. */
  | { readonly read: number; readonly cpuMs: number; readonly thrown?: string }
  | { readonly done: true };

const send = (report: Report) => process.send?.(report);

async function readOne(target: Target, number: number, bytes: Uint8Array): Promise<void> {
  send({ at: number });
  const before = process.cpuUsage();
  let thrown: string | undefined;
  try {
    await target.read(bytes);
  } catch (error) {
    if (!(error instanceof FormatProblem)) thrown = described(error);
  }
  const { user, system } = process.cpuUsage(before);
  send({ read: number, cpuMs: Math.round((user + system) / 1000), ...(thrown !== undefined && { thrown }) });
}

/** The error with the innermost stack frames of PyBench's code. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${String(error).slice(0, 200)}`;
  const places = (error.stack ?? '').split('\n').filter((line) => /[/\\]src[/\\]|node_modules/.test(line));
  const short = places
    .slice(0, 2)
    .map((line) => line.trim().replace(/\(?(?:file:\/\/)?\/.*\/(src|node_modules)\//, '$1/'));
  return [`${error.name}: ${error.message.slice(0, 200)}`, ...short].join(' ');
}

process.on('message', (job: Job) => {
  void (async () => {
    const target = targetNamed(job.name);
    if ('bytes' in job) await readOne(target, 0, job.bytes);
    else {
      const samples = await target.samples();
      for (let number = job.from; number < job.until; number += 1)
        await readOne(target, number, inputOf(job.name, samples, target.container, job.run, number));
    }
    send({ done: true });
  })();
});
process.on('uncaughtException', (error) => {
  // An error outside of the promises that a reader returns would end a grader.
  send({ read: -1, cpuMs: 0, thrown: `outside: ${described(error)}` });
  setTimeout(() => process.exit(1), 50);
});
process.on('disconnect', () => process.exit());
