// Warm processes with a browser each, and how a job is done in one of them.
import { WarmPool } from '../../../system/index.ts';
import { Problem } from '../../../core/index.ts';
import type { Execution } from '../../material.ts';
import { Driver } from './driver.ts';
import type { BrowserJob } from './job.ts';

export type Browsers = WarmPool<Driver>;

export const openBrowsers = (): Browsers => new WarmPool(() => new Driver());

export async function runInBrowser(browsers: Browsers, job: BrowserJob): Promise<Execution> {
  // A browser that is lost once may be lost to a fault of the machine; one that is lost twice is lost to the page.
  let played = await browsers.use((driver) => driver.run(job));
  if ('broken' in played) played = await browsers.use((driver) => driver.run(job));
  if ('problem' in played) throw new Problem(played.problem);
  if ('transcript' in played) return { result: played.transcript };
  return { fault: 'exceeded' in played ? played.exceeded : `the page breaks the browser: ${played.broken}` };
}
