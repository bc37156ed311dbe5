// A pool of warm processes with one browser each; runs a job in one of them.
import { WarmPool } from '../../../system/index.ts';
import { Problem } from '../../../core/index.ts';
import type { Execution } from '../../material.ts';
import { Driver } from './driver.ts';
import type { BrowserJob } from './job.ts';

export type Browsers = WarmPool<Driver>;

export const openBrowsers = (): Browsers => new WarmPool(() => new Driver());

export async function runInBrowser(browsers: Browsers, job: BrowserJob): Promise<Execution> {
  // A fault of the machine may end the browser once, so the job is repeated. If the browser ends again, the page is the
  // cause.
  let played = await browsers.use((driver) => driver.run(job));
  if ('broken' in played) played = await browsers.use((driver) => driver.run(job));
  if ('problem' in played) throw new Problem(played.problem);
  if ('transcript' in played) return { result: played.transcript };
  return { fault: 'exceeded' in played ? played.exceeded : `the page breaks the browser: ${played.broken}` };
}
