// Carries out a script on a fresh page. Whatever goes wrong here is the page's doing, unless the browser itself is gone.
import { posix } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core';
import type { Json } from '../../core/index.ts';
import { offeredText, preparation } from './in-page.ts';
import { matches } from './match.ts';
import { find, observe, type Notes } from './observe.ts';
import { type Action, type Expectation, type Target, type WebStep } from './script.ts';
import { MAX_ITEMS, MAX_TEXT, type Transcript } from './transcript.ts';

export interface Play {
  readonly file: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly steps: readonly WebStep[];
  readonly seed: number;
}

const ORIGIN = 'https://page.test';
/** A Wednesday, at nine in the morning, UTC. The clock stands still but for what actions and waits take. */
const START = Date.UTC(2025, 0, 15, 9);
const ACTION_MS = 100;
/** Of this machine's time: an element that is not there by then will not come. */
const PATIENCE_MS = 3000;
const OPEN_MS = 15_000;
/** Pictures are decoded and files read beside the page's clock: a difference is looked at again for so long. */
const GRACE_MS = 600;
const MAX_DIALOGS = 20;

export async function play(browser: Browser, options: Play, onStep: (index: number) => void): Promise<Transcript> {
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

class Player {
  readonly #context: BrowserContext;
  readonly #options: Play;
  readonly #notes: Notes = { errors: [], foreign: [], downloads: [] };
  readonly #dialogs: string[] = [];
  readonly #pending = new Set<Promise<void>>();
  #page: Page | undefined;
  #grace = GRACE_MS;
  #crash: string | undefined;

  constructor(context: BrowserContext, options: Play) {
    this.#context = context;
    this.#options = options;
  }

  async run(onStep: (index: number) => void): Promise<Transcript> {
    const { steps, seed } = this.#options;
    const seen: Record<string, Json> = {};
    await this.#context.clock.install({ time: START - 1 });
    await this.#context.clock.pauseAt(START);
    await this.#context.addInitScript({ content: preparation(seed) });
    await this.#context.route('**/*', (route) => this.#serve(route));
    for (const [index, step] of steps.entries()) {
      onStep(index);
      try {
        if ('do' in step) await this.#act(step);
        else {
          seen[index] = await this.#look(step);
          // What comes after a difference says nothing.
          if (!matches(step, seen[index])) break;
        }
      } catch (error) {
        if (!this.#context.browser()?.isConnected()) throw error;
        return { seen, stopped: { step: index, why: this.#crash ?? reason(error) }, dialogs: this.#dialogs };
      }
    }
    return { seen, dialogs: this.#dialogs };
  }

  async #look(step: Expectation): Promise<Json> {
    const page = this.#opened();
    let seen = await observe(page, this.#notes, step);
    while (!matches(step, seen) && this.#grace > 0) {
      const before = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 50));
      seen = await observe(page, this.#notes, step);
      this.#grace -= performance.now() - before;
    }
    return seen;
  }

  async #act(step: Action): Promise<void> {
    if (step.do === 'open') await this.#open(step.search ?? '');
    else await this.#do(this.#opened(), step);
    await this.#opened().clock.runFor(step.do === 'wait' ? step.ms : ACTION_MS);
    await Promise.all(this.#pending);
    if (this.#dialogs.length >= MAX_DIALOGS) throw new PageFault('the page shows one message after another');
  }

  async #do(page: Page, step: Exclude<Action, { do: 'open' }>): Promise<void> {
    const patience = { timeout: PATIENCE_MS };
    switch (step.do) {
      case 'reload':
        await page.reload({ timeout: OPEN_MS });
        return;
      case 'click':
        await this.#there(page, step.on).click({ ...patience, clickCount: step.times ?? 1 });
        return;
      case 'type':
        await this.#type(page, step.on, step.text);
        return;
      case 'press':
        if (step.on) await this.#there(page, step.on).press(step.key, patience);
        else await page.keyboard.press(step.key);
        return;
      case 'select':
        await this.#there(page, step.on).selectOption(step.option, patience);
        return;
      case 'files':
        await this.#there(page, step.on).setInputFiles(
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

  #there(page: Page, target: Target) {
    return find(page, target).first();
  }

  /** As a person does; fields with a form of their own, such as dates, are filled at once. */
  async #type(page: Page, target: Target, text: string): Promise<void> {
    const field = this.#there(page, target);
    await field.fill('', { timeout: PATIENCE_MS });
    const kind = (await field.getAttribute('type')) ?? 'text';
    const plain = ['text', 'search', 'email', 'tel', 'url', 'password', 'number'].includes(kind);
    if (plain) await field.pressSequentially(text, { timeout: PATIENCE_MS });
    else await field.fill(text, { timeout: PATIENCE_MS });
  }

  async #open(search: string): Promise<void> {
    this.#page ??= await this.#newPage();
    this.#notes.downloads.length = 0;
    const address = `${ORIGIN}/${posix.basename(this.#options.file)}${search}`;
    await this.#page.goto(address, { timeout: OPEN_MS });
  }

  async #newPage(): Promise<Page> {
    const page = await this.#context.newPage();
    this.#context.on('page', (other) => void other.close().catch(() => undefined));
    page.on('crash', () => (this.#crash = 'the page crashed: it took too much memory, or broke the browser'));
    page.on('pageerror', (error) => note(this.#notes.errors, error.message));
    page.on('console', (message) => message.type() === 'error' && note(this.#notes.errors, message.text()));
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') note(this.#dialogs, `${dialog.type()}: ${dialog.message()}`);
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
    return page;
  }

  async #read(page: Page, address: string): Promise<string | null> {
    if (address.startsWith('blob:')) return await page.evaluate(offeredText, address);
    if (address.startsWith('data:')) return (await (await fetch(address)).text()).slice(0, MAX_ITEMS * MAX_TEXT);
    const own = this.#fileAt(address);
    return own ? Buffer.from(own).toString('utf8') : null;
  }

  /** The submitted files are the whole web. */
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
      return undefined; // An address that is no text.
    }
  }

  #opened(): Page {
    if (!this.#page) throw new Error('the script of the check does not open the page first');
    return this.#page;
  }
}

class PageFault extends Error {}

function note(list: string[], text: string): void {
  if (list.length < MAX_DIALOGS) list.push(text.slice(0, 300));
}

/** Of Playwright's long reports, what a person can use. */
function reason(error: unknown): string {
  if (error instanceof PageFault) return error.message;
  const text = error instanceof Error ? error.message : String(error);
  const plain = stripVTControlCharacters(text).split('\n');
  const covered = plain.find((line) => line.includes('intercepts pointer events'));
  const state = plain.find((line) => /element is not (visible|enabled|stable)|did not find some options/.test(line));
  const waited =
    plain.some((line) => line.includes('waiting for locator')) && !plain.some((line) => line.includes('resolved to'));
  if (waited) return 'it is not there';
  if (!covered && !state && /Timeout \d+ms exceeded/.test(text)) return 'the page did not respond';
  return (covered ?? state ?? plain[0] ?? '')
    .replace(/^\s*-\s*/, '')
    .replace(/^\w+\.\w+: /, '')
    .slice(0, 200);
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
