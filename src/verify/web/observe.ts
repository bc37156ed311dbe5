// What an expectation asks about, as it is on the page now.
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { jsonSchema, type Json } from '../../core/index.ts';
import { eachText, fitting, look, namelessness, stored } from './in-page.ts';
import type { Expectation, Target } from './script.ts';

/** What happened beside the page, as it was noted while it happened. */
export interface Notes {
  readonly errors: string[];
  readonly foreign: string[];
  readonly downloads: { name: string; text: string | null }[];
}

export async function observe(page: Page, notes: Notes, step: Expectation): Promise<Json> {
  switch (step.see) {
    case 'title':
      return await page.title();
    case 'quiet':
      return notes.errors;
    case 'offline':
      return notes.foreign;
    case 'download':
      return notes.downloads;
    case 'storage':
      return plain(await page.evaluate(stored, step.key));
    case 'fits':
      return plain(await page.evaluate(fitting));
    case 'accessible':
      return plain(await page.evaluate(namelessness));
    case 'each':
      return plain(await page.evaluate(eachText, step.of));
    case 'pixel':
      return await colourAt(find(page, step.of).first(), step.x, step.y);
    default:
      return plain(await find(page, step.of).evaluateAll(look, { ...step, of: '' }));
  }
}

export function find(page: Page, target: Target): Locator {
  if (typeof target === 'string') return page.locator(target);
  if ('label' in target) return page.getByLabel(target.label, { exact: true });
  return page.getByRole(target.role, target.name === undefined ? {} : { name: target.name, exact: true });
}

/** Of what is seen, whether a canvas, a picture or a style has made it so. */
async function colourAt(element: Locator, x: number, y: number): Promise<Json> {
  if ((await element.count()) === 0) return null;
  const picture = sharp(await element.screenshot({ animations: 'disabled', timeout: 3000 }), { limitInputPixels: 2e7 });
  const { width, height } = await picture.metadata();
  if (x >= width || y >= height) return `outside: it is ${width} by ${height}`;
  const { data } = await picture
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `#${[0, 1, 2].map((channel) => (data[channel] ?? 0).toString(16).padStart(2, '0')).join('')}`;
}

/** A page can make anything of what we run in it. */
function plain(value: unknown): Json {
  const read = jsonSchema.safeParse(value ?? null);
  return read.success ? read.data : null;
}
