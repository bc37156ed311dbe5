// The browsers of this process: a few warm ones, each replaced after any fault.
import { WarmPool } from '../../../system/index.ts';
import { Problem } from '../../../core/index.ts';
import type { Execution } from '../../material.ts';
import { Driver } from './driver.ts';
import type { BrowserJob } from './job.ts';
import type { Play } from './play.ts';

const drivers = new WarmPool(() => new Driver());

export const playInBrowser = (script: Play): Promise<Execution> => runInBrowser({ kind: 'play', script });

export async function runInBrowser(job: BrowserJob): Promise<Execution> {
  // A browser may be lost to the machine's lack of something; one that is lost twice is lost to the page.
  let played = await drivers.use((driver) => driver.run(job));
  if ('broken' in played) played = await drivers.use((driver) => driver.run(job));
  if ('problem' in played) throw new Problem(played.problem);
  if ('transcript' in played) return { result: played.transcript };
  return { fault: 'exceeded' in played ? played.exceeded : `the page breaks the browser: ${played.broken}` };
}
