// A page on Chromium's virtual time: timers, transitions and animations run at once when the time is advanced, and the
// page is frozen between the reading of its document and its screenshot.
import { posix } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page, Route } from 'playwright-core';
import { libraryFor } from './library.ts';
import { LOOK, rawSceneSchema, type RawScene } from './in-page.ts';
import type { FigureFile } from './drawing.ts';

const ORIGIN = 'https://figure.test';
/** A wall-clock timeout, generous for a machine under load: the driver bounds the computing time. */
const NAVIGATION_TIMEOUT_MS = 60_000;
const WINDOW = { width: 1100, height: 720 };
/** Shares of the time to advance: small ones first, because most animations are short. */
const STEPS = [0.05, 0.15, 0.3, 0.5];
const MAX_ERRORS = 3;
const MAX_DIALOGS = 20;
/** Maximum width and height of a drawn figure, in pixels. */
const MAX_SIDE = 3000;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

/** An error whose cause is the figure itself. */
export class FigureFault extends Error {}

export class FrozenPage {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #devtools: CDPSession;
  readonly #figure: FigureFile;
  #sheet: string | undefined;
  #contextId: number | undefined;
  /** Rejects when the page is lost (crash, navigation, endless dialogs): pending requests may then never complete. */
  readonly #lost: Promise<never>;
  #lose: (why: string) => void = () => undefined;
  #fault: FigureFault | undefined;
  readonly errors: string[] = [];

  private constructor(context: BrowserContext, page: Page, devtools: CDPSession, figure: FigureFile) {
    this.#context = context;
    this.#page = page;
    this.#devtools = devtools;
    this.#figure = figure;
    this.#lost = new Promise((_, reject) => {
      this.#lose = (why) => reject((this.#fault ??= new FigureFault(why)));
    });
    this.#lost.catch(() => undefined);
  }

  static async open(browser: Browser, figure: FigureFile): Promise<FrozenPage> {
    const context = await browser.newContext({
      serviceWorkers: 'block',
      locale: 'en-GB',
      timezoneId: 'UTC',
      viewport: WINDOW,
    });
    const page = await context.newPage();
    const opened = new FrozenPage(context, page, await context.newCDPSession(page), figure);
    await opened.#open();
    return opened;
  }

  close(): Promise<void> {
    return this.#context.close();
  }

  async #open(): Promise<void> {
    const { file } = this.#figure;
    this.#context.on('page', (other) => void other.close().catch(() => undefined));
    this.#page.on('framenavigated', (frame) => {
      if (frame === this.#page.mainFrame()) [this.#contextId, this.#sheet] = [undefined, undefined];
    });
    this.#page.on('crash', () => this.#lose('it breaks the browser, or takes too much memory'));
    this.#page.on('pageerror', ({ message }) => {
      if (this.errors.length < MAX_ERRORS) this.errors.push(message.slice(0, 200));
    });
    let dialogs = 0;
    this.#page.on('dialog', (dialog) => {
      dialogs += 1;
      if (dialogs > MAX_DIALOGS) this.#lose('it shows one message after another');
      else void dialog.dismiss().catch(() => undefined);
    });
    await this.#context.route('**/*', (route) => this.#serve(route));
    await this.#try(() => this.#page.goto(`${ORIGIN}/${posix.basename(file)}`, { timeout: NAVIGATION_TIMEOUT_MS }));
    await this.#devtools.send('Page.enable');
    this.#devtools.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#lose('it goes to another page, or loads itself again');
    });
    await this.#devtools.send('DOM.enable');
    await this.#devtools.send('CSS.enable');
  }

  /** Advances the page's virtual time in steps, with a frame after each: scripts that animate wait for frames. */
  async advance(milliseconds: number, steps = STEPS): Promise<void> {
    await this.#try(async () => {
      for (const step of steps) {
        const over = new Promise((resolve) => this.#devtools.once('Emulation.virtualTimeBudgetExpired', resolve));
        await this.#devtools.send('Emulation.setVirtualTimePolicy', {
          policy: 'advance',
          budget: milliseconds * step,
          maxVirtualTimeTaskStarvationCount: 1_000_000,
        });
        await over;
        await this.#frame();
      }
    });
  }

  async #frame(): Promise<void> {
    const expression = 'new Promise((resolve) => requestAnimationFrame(() => resolve(0)))';
    await this.#devtools.send('Runtime.evaluate', { ...(await this.#world()), expression, awaitPromise: true });
  }

  /** The isolated world of the document, which the page's scripts cannot reach; created once per document. */
  async #world(): Promise<{ contextId: number }> {
    if (this.#contextId === undefined) {
      const { frameTree } = await this.#devtools.send('Page.getFrameTree');
      const world = { frameId: frameTree.frame.id, worldName: 'looking' };
      const { executionContextId } = await this.#devtools.send('Page.createIsolatedWorld', world);
      this.#contextId = executionContextId;
    }
    return { contextId: this.#contextId };
  }

  /** Enlarges the window if the page does not fit in it; returns whether it did. */
  async fit([width, height]: readonly [number, number]): Promise<boolean> {
    if (width > MAX_SIDE || height > MAX_SIDE) throw new FigureFault(`it is drawn ${width} by ${height} pixels large`);
    if (width <= WINDOW.width && height <= WINDOW.height) return false;
    const size = { width: Math.max(width, WINDOW.width), height: Math.max(height, WINDOW.height) };
    await this.#try(() => this.#page.setViewportSize(size));
    return true;
  }

  async look(): Promise<RawScene> {
    const value = await this.#try(async () => {
      const asked = { ...(await this.#world()), expression: LOOK, returnByValue: true };
      const { result, exceptionDetails } = await this.#devtools.send('Runtime.evaluate', asked);
      if (exceptionDetails) throw new FigureFault(`its document cannot be read: ${exceptionDetails.text}`);
      return result.value as unknown;
    });
    const read = rawSceneSchema.safeParse(value);
    if (!read.success) throw new FigureFault('its document cannot be read');
    return read.data;
  }

  /** A PNG screenshot of the window; the elements with these selectors are hidden. */
  async picture(without: readonly string[] = []): Promise<Uint8Array> {
    return await this.#try(async () => {
      if (without.length > 0) await this.#style(`${without.join(',\n')} { visibility: hidden !important }`);
      const { data } = await this.#devtools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      if (without.length > 0) await this.#style('');
      return Buffer.from(data, 'base64');
    });
  }

  async click([x, y]: readonly [number, number]): Promise<void> {
    await this.#try(() => this.#page.mouse.click(x, y));
    // A pointer over the chart would open a tooltip.
    await this.#try(() => this.#page.mouse.move(1, 1));
  }

  async choose(select: number, label: string): Promise<void> {
    await this.#try(() => this.#page.locator('select:visible').nth(select).selectOption({ label }, { timeout: 5000 }));
  }

  /** Sets the text of an inspector style sheet, which no script of the page can observe. */
  async #style(text: string): Promise<void> {
    if (this.#sheet === undefined) {
      const { frameTree } = await this.#devtools.send('Page.getFrameTree');
      const made = await this.#devtools.send('CSS.createStyleSheet', { frameId: frameTree.frame.id });
      this.#sheet = made.styleSheetId;
    }
    await this.#devtools.send('CSS.setStyleSheetText', { styleSheetId: this.#sheet, text });
  }

  /** Attributes a failure to the figure, unless the browser is disconnected. */
  async #try<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([work(), this.#lost]);
    } catch (error) {
      if (error instanceof FigureFault || !this.#context.browser()?.isConnected()) throw error;
      if (this.#fault) throw this.#fault;
      const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      throw new FigureFault(`it cannot be shown: ${message.slice(0, 200)}`, { cause: error });
    }
  }

  /** Serves only submitted files and plotly.js. Web fonts are blocked: a font could draw one letter as another. */
  async #serve(route: Route): Promise<void> {
    const { origin, pathname, href } = new URL(route.request().url());
    const ending = posix.extname(pathname).toLowerCase();
    const scripts = posix.extname(this.#figure.file) === '.svg' ? "; script-src 'none'" : '';
    const headers = { 'content-security-policy': `font-src 'none'${scripts}` };
    const own = origin === ORIGIN ? this.#fileAt(pathname) : libraryFor(href);
    if (own) {
      const contentType = TYPES[origin === ORIGIN ? ending : '.js'] ?? 'application/octet-stream';
      await route.fulfill({ body: Buffer.from(own), contentType, headers });
    } else if (origin === ORIGIN) await route.fulfill({ status: 404, contentType: 'text/plain', body: '' });
    else await route.abort();
  }

  #fileAt(pathname: string): Uint8Array | undefined {
    try {
      return this.#figure.files.get(posix.join(posix.dirname(this.#figure.file), decodeURIComponent(pathname)));
    } catch {
      return undefined; // The address is not a valid percent-encoded text.
    }
  }
}
