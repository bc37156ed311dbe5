// Starts the Chromium of the tools image. Its own sandbox is inside the namespaces of `toolsCommand`; it is controlled over
// pipes, which work across both.
import type { Browser } from 'playwright-core';
import { Problem } from '../core/index.ts';
import { namespaceObstacle } from '../interpreter/index.ts';
import { toolsCommand } from './tools-image.ts';

const LAUNCH_MS = 60_000;

const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--user-data-dir=/tmp/profile',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-crash-reporter',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--no-first-run',
  '--mute-audio',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  // A script that needs more memory crashes its page and nothing else.
  '--js-flags=--max-old-space-size=256',
];

export async function launchBrowser(): Promise<Browser> {
  const { file, args, env } = toolsCommand(['/usr/lib/chromium/chromium-headless-shell', ...FLAGS, 'about:blank']);
  // Loaded on first use: loading it takes longer than most commands take in all.
  const { chromium } = await import('playwright-core');
  try {
    return await chromium.launch({
      executablePath: file,
      ignoreDefaultArgs: true,
      args: [...args],
      env: { ...env },
      timeout: LAUNCH_MS,
    });
  } catch (error) {
    const obstacle = namespaceObstacle();
    const why = obstacle ? `${obstacle.problem} (${obstacle.fix})` : lastLine(error);
    throw new Problem(`the browser of the tools image does not start: ${why}`, { cause: error });
  }
}

/** The last line that the browser printed; the rest of the message is mostly the command line. */
function lastLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const printed = [...text.matchAll(/\[pid=\d+\]\[err\] (.+)/g)].at(-1)?.[1];
  return (printed ?? text.split('\n')[0] ?? '').slice(0, 300);
}
