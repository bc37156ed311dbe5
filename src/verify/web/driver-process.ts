// The driver: a process that keeps one browser and plays scripts in it, one after another. It ends with its parent, and
// the browser with it.
import type { Browser } from 'playwright-core';
import { Problem } from '../../core/index.ts';
import type { DriverMessage } from './driver.ts';
import { launchBrowser } from './launch.ts';
import { play, type Play } from './play.ts';

const say = (message: DriverMessage) => process.send?.(message);
let browser: Promise<Browser> | undefined;

process.on('message', (script: Play) => {
  void (async () => {
    try {
      browser ??= launchBrowser();
      const open = await browser;
      say({ transcript: JSON.stringify(await play(open, script, (step) => say({ step }))) });
    } catch (error) {
      if (error instanceof Problem) say({ problem: error.message });
      else say({ broken: (error instanceof Error ? error.message : String(error)).slice(0, 300) });
    }
  })();
});
process.on('disconnect', () => process.exit());
