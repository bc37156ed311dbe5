// The parent's side of one driver: a warm process with a browser, limited in memory and time while it runs a job.
import { boundsFrom, treeMeter, WorkerProcess, type Bound, type ProcessUsage } from '../../../system/index.ts';
import { describeJob, type BrowserJob } from './job.ts';

/** Limits for the driver's whole process tree. An ordinary page takes a tenth of the memory. */
const WHOLE_JOB = { bytes: 1.25 * 2 ** 30, wallSeconds: 180 };
/** Limits from the first step on: the start of the browser does not count against the page. */
const STEPS = { cpuSeconds: 10 };
const POLL_MS = 100;

export type DriverMessage = { step: number } | { transcript: string } | { problem: string } | { broken: string };

export type PlayedPage =
  | { readonly transcript: string }
  /** The page exceeded the bounds. */
  | { readonly exceeded: string }
  /** The browser was lost for an unknown reason. */
  | { readonly broken: string }
  /** There is no browser on this machine. */
  | { readonly problem: string };

type JobEnd = Exclude<DriverMessage, { readonly step: number }>;

export class Driver {
  readonly #worker = new WorkerProcess<DriverMessage>({
    program: 'src/verify/kinds/web/driver-process',
    environment: imagePlaces(),
    watching: { usage: treeMeter(), everyMs: POLL_MS },
  });

  /** Whether it can run another job. */
  get usable(): boolean {
    return this.#worker.usable;
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  async run(job: BrowserJob): Promise<PlayedPage> {
    let step = -1;
    const where = () => describeJob(job, step);
    const beyondWhole = boundsFrom(this.#worker.usage(), WHOLE_JOB);
    let beyondSteps: ((usage: ProcessUsage) => Bound | undefined) | undefined;
    const end = await this.#worker.run<JobEnd>({
      request: job,
      read: (message) => {
        if (!('step' in message)) return message;
        step = message.step;
        return undefined;
      },
      excess: (usage) => {
        if (step >= 0) beyondSteps ??= boundsFrom(usage, STEPS);
        const bound = beyondWhole(usage) ?? beyondSteps?.(usage);
        return bound && `${reasons[bound]}${where()}`;
      },
    });
    if ('exceeded' in end) return end;
    if ('lost' in end) return { broken: `the browser was lost${where()}` };
    if (!('transcript' in end.result)) this.#worker.kill();
    return end.result;
  }
}

const reasons: Readonly<Record<Bound, string>> = {
  bytes: 'the page took too much memory',
  cpuSeconds: `the page kept the browser busy for more than ${STEPS.cpuSeconds} s`,
  wallSeconds: `the page was not done after ${WHOLE_JOB.wallSeconds} s`,
};

/** The only environment variables that the process gets: they locate images and programs. */
function imagePlaces(): Record<string, string> {
  return Object.fromEntries(
    ['HOME', 'XDG_CACHE_HOME', 'PATH'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
