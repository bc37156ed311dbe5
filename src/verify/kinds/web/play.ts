// Plays a script of actions and looks on a fresh page. The page is the cause of every failure here, unless the browser
// has ended. This process does not get the expected values.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Locator, Page, Request, Route } from 'playwright-core';
import type { Json } from '../../../core/index.ts';
import { PageFault, reason } from './fault.ts';
import { offeredText, preparation, REPORT } from './in-page.ts';
import { Observer, type Notes } from './observe.ts';
import type { WebAction, WebLook, PlayStep, WebTarget } from './script.ts';
import { find } from './targets.ts';
import { MAX_ITEMS, MAX_TEXT, type PageTranscript } from './transcript.ts';
import { typeInto } from './typing.ts';

export interface Play {
  readonly file: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly steps: readonly PlayStep[];
  readonly seed: number;
}

const ORIGIN = 'https://page.test';
/** Wednesday, 09:00 UTC. The page's clock is paused: only actions and waits advance it. */
const START = Date.UTC(2025, 0, 15, 9);
/** Page time after each action: pages delay the answer to typing, or move elements, for up to 500 ms. */
const ACTION_MS = 600;
/** Real time. The page has settled before an action, so an element that is missing then will not appear. */
const PATIENCE_MS = 15_000;
const OPEN_MS = 30_000;
const MAX_DIALOGS = 20;

export async function playPage(
  browser: Browser,
  options: Play,
  onStep: (index: number) => void,
): Promise<PageTranscript> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width: 1024, height: 768 },
  });
  try {
    return await new Player(context, options).run(onStep);
  } finally {
    if (browser.isConnected()) await context.close();
  }
}

interface Opened {
  readonly page: Page;
  readonly session: CDPSession;
  readonly observer: Observer;
}

class Player {
  readonly #context: BrowserContext;
  readonly #options: Play;
  readonly #notes: Notes = { errors: [], foreign: [], downloads: [] };
  readonly #dialogs: string[] = [];
  readonly #pending = new Set<Promise<void>>();
  #opened: Opened | undefined;
  /** Why the page cannot be used any more. */
  #lost: string | undefined;

  constructor(context: BrowserContext, options: Play) {
    this.#context = context;
    this.#options = options;
  }

  async run(onStep: (index: number) => void): Promise<PageTranscript> {
    const { steps, seed } = this.#options;
    const seen: Record<string, Json> = {};
    await this.#context.clock.install({ time: START - 1 });
    await this.#context.clock.pauseAt(START);
    await this.#context.exposeBinding(REPORT, (_, what) => note(this.#notes.foreign, String(what)));
    await this.#context.addInitScript({ content: preparation(seed) });
    await this.#context.route('**/*', (route) => this.#serve(route));
    const stages = stagesOf(steps);
    const looking = stages.filter(({ looks }) => looks.length > 0);
    const thorough = looking[this.#thorough(looking.length)];
    for (const stage of stages) {
      const { index, action, looks } = stage;
      onStep(index);
      try {
        await this.#act(action);
        const found = await this.#look(action, looks, stage === thorough);
        for (const [offset, each] of found.entries()) seen[index + 1 + offset] = each;
      } catch (error) {
        if (!this.#context.browser()?.isConnected()) throw error;
        return { seen, stopped: { step: index, why: this.#lost ?? reason(error) }, dialogs: this.#dialogs };
      }
    }
    return { seen, dialogs: this.#dialogs };
  }

  /** Index of the one stage that photographs every text, from a hash of the page, so that no page can know it. */
  #thorough(stages: number): number {
    const digest = createHash('sha256').update(this.#options.files.get(this.#options.file) ?? '').digest(); // prettier-ignore
    return digest.readUInt32BE(0) % stages;
  }

  async #act(step: WebAction): Promise<void> {
    if (step.do === 'open') await this.#goTo(step.search ?? '');
    else await this.#do(this.#open(), step);
    const { page, observer } = this.#open();
    if (readsFiles(step)) await observer.settle({ frames: false, files: true });
    await page.clock.runFor(step.do === 'wait' ? step.ms : ACTION_MS);
    if (this.#lost !== undefined) throw new PageFault(this.#lost);
  }

  /** Answers the looks when the page has settled. It does not poll until an answer is right. */
  async #look(action: WebAction, looks: readonly WebLook[], thorough: boolean): Promise<Json[]> {
    const { page, observer } = this.#open();
    const wait = { frames: true, files: readsFiles(action) };
    await Promise.all(this.#pending);
    const found = await observer.observe(looks, wait, thorough, false);
    if (found) return found;
    // An animation that ended or a file that was read may have set a timer, so the page's clock advances once more.
    await page.clock.runFor(ACTION_MS);
    await Promise.all(this.#pending);
    return (await observer.observe(looks, wait, thorough, true)) ?? [];
  }

  async #do({ page, session }: Opened, step: Exclude<WebAction, { do: 'open' }>): Promise<void> {
    const patience = { timeout: PATIENCE_MS };
    switch (step.do) {
      case 'reload':
        await page.reload({ timeout: OPEN_MS });
        return;
      case 'click': {
        const element = await this.#there(page, step.on);
        if (step.place) await clickPlace(page, element);
        else await element.click({ ...patience, clickCount: step.times ?? 1 });
        return;
      }
      case 'type':
        await typeInto(page, session, await this.#there(page, step.on), step.text, PATIENCE_MS);
        return;
      case 'press':
        if (step.on) await (await this.#there(page, step.on)).press(step.key, patience);
        else await page.keyboard.press(step.key);
        return;
      case 'select':
        await (await this.#there(page, step.on)).selectOption(step.option, patience);
        return;
      case 'files':
        await (
          await this.#there(page, step.on)
        ).setInputFiles(
          step.files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text, 'utf8') })),
          patience,
        );
        return;
      case 'resize':
        await page.setViewportSize({ width: step.width, height: step.height });
        return;
      case 'wait':
        return;
    }
  }

  async #there(page: Page, target: WebTarget) {
    const found = find(page, target);
    if ((await found.count()) === 0) throw new PageFault('it is not there');
    return found.first();
  }

  async #goTo(search: string): Promise<void> {
    this.#opened ??= await this.#newPage();
    this.#notes.downloads.length = 0;
    const address = `${ORIGIN}/${posix.basename(this.#options.file)}${search}`;
    await this.#opened.page.goto(address, { timeout: OPEN_MS });
  }

  async #newPage(): Promise<Opened> {
    const page = await this.#context.newPage();
    this.#context.on('page', (other) => void other.close().catch(() => undefined));
    page.on('crash', () => (this.#lost = 'the page crashed: it took too much memory, or broke the browser'));
    page.on('pageerror', (error) => note(this.#notes.errors, error.message));
    page.on('console', (message) => message.type() === 'error' && note(this.#notes.errors, message.text()));
    page.on('websocket', (socket) => note(this.#notes.foreign, socket.url()));
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') note(this.#dialogs, `${dialog.type()}: ${dialog.message()}`);
      if (this.#dialogs.length >= MAX_DIALOGS) {
        this.#lost ??= 'the page shows one message after another';
        void page.close().catch(() => undefined);
        return;
      }
      const leaving = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
      leaving.catch(() => undefined);
    });
    page.on('download', (download) => {
      const read = this.#read(page, download.url()).then((text) => {
        if (this.#notes.downloads.length < MAX_ITEMS)
          this.#notes.downloads.push({ name: download.suggestedFilename().slice(0, 200), text });
      });
      const pending = read.catch(() => undefined);
      this.#pending.add(pending);
      void pending.finally(() => this.#pending.delete(pending));
    });
    const session = await this.#context.newCDPSession(page);
    return { page, session, observer: new Observer(page, session, this.#notes) };
  }

  async #read(page: Page, address: string): Promise<string | null> {
    if (address.startsWith('blob:')) return await page.evaluate(offeredText, address);
    if (address.startsWith('data:')) return (await (await fetch(address)).text()).slice(0, MAX_ITEMS * MAX_TEXT);
    const own = this.#fileAt(address);
    return own ? Buffer.from(own).toString('utf8') : null;
  }

  /** Serves only the submitted files; a request to another origin is recorded and aborted. */
  async #serve(route: Route): Promise<void> {
    const request: Request = route.request();
    const own = this.#fileAt(request.url());
    if (own) {
      const contentType = types[posix.extname(new URL(request.url()).pathname)] ?? 'application/octet-stream';
      await route.fulfill({ body: Buffer.from(own), contentType });
    } else if (new URL(request.url()).origin === ORIGIN) {
      const quiet = request.url().endsWith('/favicon.ico');
      await route.fulfill({ status: quiet ? 204 : 404, contentType: 'text/plain', body: '' });
    } else {
      note(this.#notes.foreign, request.url());
      await route.abort();
    }
  }

  #fileAt(address: string): Uint8Array | undefined {
    const { origin, pathname } = new URL(address);
    if (origin !== ORIGIN) return undefined;
    try {
      return this.#options.files.get(posix.join(posix.dirname(this.#options.file), decodeURIComponent(pathname)));
    } catch {
      return undefined; // The address has invalid percent-encoding.
    }
  }

  #open(): Opened {
    if (!this.#opened) throw new Error('the script of the check does not open the page first');
    return this.#opened;
  }
}

const readsFiles = (step: WebAction) => step.do === 'open' || step.do === 'reload' || step.do === 'files';

async function clickPlace(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded({ timeout: PATIENCE_MS });
  const box = await element.boundingBox({ timeout: PATIENCE_MS });
  if (!box) throw new PageFault('it has no place on the page');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

interface Stage {
  /** Index of the action's step; the steps of its looks follow it. */
  readonly index: number;
  readonly action: WebAction;
  readonly looks: WebLook[];
}

/** Groups each action with the looks that follow it. */
function stagesOf(steps: readonly PlayStep[]): Stage[] {
  const stages: Stage[] = [];
  for (const [index, step] of steps.entries()) {
    if ('do' in step) stages.push({ index, action: step, looks: [] });
    else stages.at(-1)?.looks.push(step);
  }
  return stages;
}

function note(list: string[], text: string): void {
  if (list.length < MAX_DIALOGS) list.push(text.slice(0, 300));
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.csv': 'text/csv; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
