// Answers looks from the current state of the page. All looks between two actions are answered in one call.
import type { CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { z } from 'zod';
import { jsonSchema, type Json } from '../../../core/index.ts';
import { Photographer, type PaintedRun } from './painted.ts';
import type { WebLook, WebTarget } from './script.ts';
import { find } from './targets.ts';
import { World, type Handle } from './world.ts';

/** Events that were recorded while the script ran: page errors, requests to other origins, downloads. */
export interface Notes {
  readonly errors: string[];
  readonly foreign: string[];
  readonly downloads: { name: string; text: string | null }[];
}

const runSchema = z.object({
  text: z.string(),
  id: z.int().optional(),
  size: z.number().optional(),
  look: z.string().optional(),
  doubt: z.boolean().optional(),
  single: z.boolean().optional(),
});
const thingSchema = z.object({ shown: z.boolean(), picture: z.boolean(), runs: z.array(runSchema) });
const thingsSchema = z.array(thingSchema.nullable());
const answersSchema = z.object({ changed: z.boolean(), answers: z.array(z.unknown()) });

const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const framesSchema = z.object({ window: boxSchema, boxes: z.array(boxSchema.nullable()) });
type Box = z.infer<typeof boxSchema>;

/** What the first round of settling waits for: an animation frame; each round: the read of a file. */
export interface Wait {
  readonly frames: boolean;
  readonly files: boolean;
}
type Thing = z.infer<typeof thingSchema>;

const ofTexts = new Set<WebLook['see']>(['text', 'texts', 'mentions', 'each', 'count', 'visible']);
const ofWorld = new Set<WebLook['see']>([
  ...ofTexts, 'value', 'attribute', 'class', 'style', 'focused', 'enabled', 'checked', 'options', 'storage', 'fits', 'accessible', 'offline',
]); // prettier-ignore

export class Observer {
  readonly world: World;
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #notes: Notes;
  readonly #photographer: Photographer;

  constructor(page: Page, session: CDPSession, notes: Notes) {
    this.#page = page;
    this.#session = session;
    this.#notes = notes;
    this.world = new World(session);
    this.#photographer = new Photographer(session, this.world);
  }

  /** Waits for work that does not depend on the page's paused clock. Returns whether that work has changed the page. */
  async settle(wait: Wait): Promise<boolean> {
    return (await this.world.call('settle', [wait])) === true;
  }

  /**
   * Settles the page and answers the looks, in their order. `thorough`: photographs every text, not only text whose
   * look is new or which may be covered. Returns undefined if settling has changed the page and `late` is false,
   * because the page's clock may have to advance first.
   */
  async observe(looks: readonly WebLook[], wait: Wait, thorough: boolean, late: boolean): Promise<Json[] | undefined> {
    const asked = looks.filter(({ see }) => ofWorld.has(see));
    const { changed, answers } = await this.#ask(asked, wait);
    if (changed && !late) return undefined;
    const answered = new Map(asked.map((look, index) => [look, answers[index]]));
    const things = new Map<WebLook, (Thing | null)[]>();
    for (const look of asked) if (ofTexts.has(look.see)) things.set(look, thingsSchema.parse(answered.get(look)));
    const unseen = await this.#photographer.unseen(runsOf(things), thorough);
    const found: Json[] = [];
    for (const look of looks) {
      const seen = things.get(look);
      found.push(seen ? asSeen(look, seen, unseen) : await this.#other(look, answered.get(look)));
    }
    return found;
  }

  async #ask(looks: readonly WebLook[], wait: Wait): Promise<z.infer<typeof answersSchema>> {
    const handles: Handle[][] = [];
    const plain: unknown[] = [];
    for (const look of looks) {
      if (look.of === undefined || typeof look.of === 'string' || Array.isArray(look.of)) plain.push(look);
      else {
        handles.push(await this.#named(look.of));
        plain.push({ ...look, of: { given: handles.length - 1 } });
      }
    }
    return answersSchema.parse(await this.world.call('look', [plain, wait], handles));
  }

  async #named(target: Exclude<WebTarget, string>): Promise<Handle[]> {
    if ('label' in target) return await this.world.named(undefined, target.label);
    return await this.world.named(target.role, target.name);
  }

  async #other(look: WebLook, answer: unknown): Promise<Json> {
    switch (look.see) {
      case 'title':
        return await this.#page.title();
      case 'quiet':
        return [...this.#notes.errors];
      case 'offline':
        return [...this.#notes.foreign, ...z.array(z.string()).parse(answer)];
      case 'download':
        return [...this.#notes.downloads];
      case 'fits':
        return await this.#fitting(z.object({ widest: z.string(), sideways: z.string().nullable() }).parse(answer));
      case 'pixel':
        return await this.#colourAt(look);
      case 'distinct':
        return await this.#distinct(look);
      default: {
        const read = jsonSchema.safeParse(answer ?? null);
        return read.success ? read.data : null;
      }
    }
  }

  /** True, or a message that names what is too wide. */
  async #fitting({ widest, sideways }: { widest: string; sideways: string | null }): Promise<Json> {
    const { cssContentSize, cssLayoutViewport } = await this.#session.send('Page.getLayoutMetrics');
    const [width, room] = [Math.round(cssContentSize.width), cssLayoutViewport.clientWidth];
    if (width > room) return `the page is ${width} px wide in a window of ${room}${widest}`;
    return sideways === null ? true : `${sideways} has to be scrolled sideways`;
  }

  /** Reads the colour from a screenshot, so that a canvas, a picture and a style count alike. */
  async #colourAt({ of, x = 0, y = 0 }: WebLook): Promise<Json> {
    const picture = await this.#portrait(of as WebTarget);
    if (!picture) return null;
    const { width, height, data } = picture;
    if (x >= width || y >= height) return `outside: it is ${width} by ${height}`;
    const at = 3 * (y * width + x);
    return `#${[...data.subarray(at, at + 3)].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  }

  async #distinct({ of, from }: WebLook): Promise<Json> {
    const [other, ...each] = await this.#grains([from ?? '', ...(of as string[])]);
    if (!other) return null;
    return each.map((one) => one?.some((value, at) => Math.abs(value - (other[at] ?? 0)) > GRAIN_ROOM) ?? false);
  }

  /** Thumbnails of elements: cut out of one screenshot if all of them are inside the window. */
  async #grains(selectors: readonly string[]): Promise<(Uint8Array | undefined)[]> {
    const { window, boxes } = framesSchema.parse(await this.world.call('framesOf', [selectors]));
    const whole = boxes.every((box) => box && inside(box, window)) ? await this.#window() : undefined;
    const grains: (Uint8Array | undefined)[] = [];
    for (const [at, selector] of selectors.entries()) {
      const [box, small] = [boxes[at], { width: GRAIN, height: GRAIN, fit: 'fill' } as const];
      if (whole && box)
        grains.push(await sharp(whole).extract(pixelsOf(box, window)).resize(small).removeAlpha().raw().toBuffer()); // prettier-ignore
      else grains.push((await this.#portrait(selector, GRAIN))?.data);
    }
    return grains;
  }

  async #window(): Promise<Buffer> {
    const shot = await this.#session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    return Buffer.from(shot.data, 'base64');
  }

  async #portrait(target: WebTarget, size?: number) {
    const element = find(this.#page, target).first();
    if ((await element.count()) === 0) return undefined;
    const shot = sharp(await element.screenshot({ animations: 'disabled', timeout: 3000 }), { limitInputPixels: 2e7 });
    const scaled = size === undefined ? shot : shot.resize(size, size, { fit: 'fill' });
    const { data, info } = await scaled.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  }
}

/** Side of the thumbnails in pixels. They are compared value by value. */
const GRAIN = 6;
const GRAIN_ROOM = 20;

/** Whether a box has an area and lies entirely inside the window. */
const inside = ({ x, y, width, height }: Box, window: Box) =>
  width >= 1 && height >= 1 && x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height;

function pixelsOf({ x, y, width, height }: Box, window: Box) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return {
    left,
    top,
    width: Math.min(Math.ceil(x + width), Math.floor(window.width)) - left,
    height: Math.min(Math.ceil(y + height), Math.floor(window.height)) - top,
  };
}

/** The runs of shown elements, except those of looks that ignore the colour of text. */
function runsOf(things: ReadonlyMap<WebLook, readonly (Thing | null)[]>): PaintedRun[] {
  return [...things].flatMap(([look, seen]) =>
    look.colour === 'free' ? [] : seen.flatMap((thing) => (thing?.shown ? thing.runs : [])),
  );
}

function asSeen({ see }: WebLook, things: readonly (Thing | null)[], unseen: ReadonlySet<number>): Json {
  const isSeen = ({ id }: PaintedRun) => id === undefined || !unseen.has(id);
  const text = (thing: Thing) => thing.runs.filter(isSeen).map((run) => run.text).join(''); // prettier-ignore
  const said = (thing: Thing) => text(thing).trim() !== '';
  const shown = things.filter((thing): thing is Thing => thing?.shown === true);
  switch (see) {
    case 'text':
      return things[0] ? text(things[0]) : null;
    case 'each':
      return things.map((thing) => (thing ? text(thing) : null));
    case 'count':
      return shown.filter((thing) => thing.picture || said(thing) || thing.runs.every((run) => run.text.trim() === ''))
        .length;
    case 'visible':
      return shown.some((thing) => thing.picture || said(thing));
    default:
      return shown.map(text);
  }
}
