// The driver: a process that keeps one browser and runs jobs in it, one after another. It ends when its parent ends,
// and the browser ends with it.
import type { Browser } from 'playwright-core';
import { Problem } from '../../../core/index.ts';
import { launchBrowser } from '../../../render/index.ts';
import { drawFigure } from '../figure/drawn/draw.ts';
import type { DriverMessage } from './driver.ts';
import type { BrowserJob } from './job.ts';
import { playPage } from './play.ts';

// Playwright records a stack trace at each call. This process sends only messages, so it needs no stack traces.
Error.stackTraceLimit = 0;

const say = (message: DriverMessage) => process.send?.(message);
let browser: Promise<Browser> | undefined;

const onStep = (step: number) => say({ step });

async function work(open: Browser, job: BrowserJob): Promise<unknown> {
  return job.kind === 'play' ? await playPage(open, job.script, onStep) : await drawFigure(open, job.figure, onStep);
}

process.on('message', (job: BrowserJob) => {
  void (async () => {
    try {
      browser ??= launchBrowser();
      const transcript = JSON.stringify(await work(await browser, job));
      say({ transcript });
    } catch (error) {
      if (error instanceof Problem) say({ problem: error.message });
      else say({ broken: (error instanceof Error ? error.message : String(error)).slice(0, 300) });
    }
  })();
});
process.on('disconnect', () => process.exit());
