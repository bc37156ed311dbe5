// The browsers of this process: a few warm ones, each replaced after any fault.
import { availableParallelism } from 'node:os';
import { Problem } from '../../core/index.ts';
import type { Execution } from '../material.ts';
import { Driver, type Played } from './driver.ts';
import type { Play } from './play.ts';

const idle: Driver[] = [];
const waiting: (() => void)[] = [];
let free = availableParallelism();

export async function playInBrowser(script: Play): Promise<Execution> {
  // A browser may be lost to the machine's lack of something; one that is lost twice is lost to the page.
  let played = await withDriver((driver) => driver.play(script));
  if ('broken' in played) played = await withDriver((driver) => driver.play(script));
  if ('problem' in played) throw new Problem(played.problem);
  if ('transcript' in played) return { result: played.transcript };
  return { fault: 'exceeded' in played ? played.exceeded : `the page breaks the browser: ${played.broken}` };
}

async function withDriver(use: (driver: Driver) => Promise<Played>): Promise<Played> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    let driver = idle.pop();
    while (driver && !driver.usable) driver = idle.pop();
    driver ??= new Driver();
    const played = await use(driver);
    if (driver.usable) idle.push(driver);
    return played;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}
