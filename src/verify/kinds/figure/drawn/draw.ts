// Draws a figure in the browser and records it: as it opens, and after each choice of its menu. The order of choices
// shows whether a choice has the same effect from different previous states.
import { createHash } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { FormatProblem, type Matrix, type PathPoint } from '../../../../formats/index.ts';
import type { Drawing, DrawnShape, DrawnText, FigureFile, Scene } from './drawing.ts';
import { overlaps, seenArea, seenStroke, unreadText } from './evidence.ts';
import { FigureFault, FrozenPage } from './frozen-page.ts';
import { learn, spelled } from './glyphs.ts';
import type { RawScene, RawShape, RawText } from './in-page.ts';
import { outlinesOf, paintOf } from './outlines.ts';
import { Shot } from './pixels.ts';

/** Virtual time, which passes at once: long enough for scripts, timers and transitions to finish. */
const OPENING_MS = 6000;
const CHOICE_MS = 3000;
const UNFOLDING_MS = 700;
const MAX_ENTRIES = 20;

export async function drawFigure(
  browser: Browser,
  figure: FigureFile,
  onStep: (step: number) => void,
): Promise<Drawing> {
  onStep(0);
  const views: Drawing['views'] = [];
  let page: FrozenPage | undefined;
  let [menu, size]: [string[], readonly [number, number]] = [[], [0, 0]];
  const done = (stopped?: string): Drawing => ({
    width: size[0],
    height: size[1],
    menu,
    views,
    errors: page?.errors ?? [],
    ...(stopped === undefined ? {} : { stopped }),
  });
  try {
    page = await FrozenPage.open(browser, figure);
    await page.advance(OPENING_MS);
    if (await page.fit((await page.look()).scroll)) await page.advance(CHOICE_MS);
    const known = new Map<string, View>();
    const opened = await look(browser, page, known);
    size = opened.size;
    views.push({ chosen: null, shown: opened.shown, scene: opened.scene });
    const unfolded = await unfold(page, opened.raw);
    menu = entriesOf(unfolded);
    if (menu.length > MAX_ENTRIES) return done('its menu has more entries than can be tried');
    let now = unfolded;
    for (const [turn, choice] of visits(menu.length).entries()) {
      onStep(turn + 1);
      const label = menu[choice] ?? '';
      await choose(page, now, choice, label);
      const { scene, shown, raw } = await look(browser, page, known);
      views.push({ chosen: label, shown, scene });
      now = raw;
    }
    return done();
  } catch (error) {
    if (error instanceof FigureFault || error instanceof FormatProblem) return done(error.message);
    throw error;
  } finally {
    if (browser.isConnected()) await page?.close();
  }
}

/** The order of choices: entries 1 to n - 1, then entry 0 (from the last entry), then the last entry (from entry 0). */
function visits(count: number): number[] {
  if (count < 2) return Array.from({ length: count }, () => 0);
  return [...Array.from({ length: count - 1 }, (_, at) => at + 1), 0, count - 1];
}

/** The entries of an open Plotly dropdown or, on a page without one, of its first select element. */
const entriesOf = ({ headers, entries, selects }: RawScene): string[] =>
  headers.length > 0 ? entries.map(({ label }) => label) : (selects[0]?.options ?? []);

/** Opens the first Plotly dropdown, unless one is open. */
async function unfold(page: FrozenPage, now: RawScene): Promise<RawScene> {
  const [header] = now.headers;
  if (!header || now.entries.length > 0) return now;
  await page.click(header.at);
  await page.advance(UNFOLDING_MS, [1]);
  return await page.look();
}

async function choose(page: FrozenPage, now: RawScene, index: number, label: string): Promise<void> {
  if (now.headers.length > 0) {
    const entry = (await unfold(page, now)).entries[index];
    if (entry?.label !== label) throw new FigureFault(`its menu no longer offers "${label}"`);
    await page.click(entry.at);
  } else await page.choose(0, label);
  await page.advance(CHOICE_MS);
}

interface View {
  readonly scene: Scene;
  readonly shown: string | null;
  readonly size: readonly [number, number];
}

/** `known` caches the views by a hash of document and picture: the same document and picture give the same view. */
async function look(
  browser: Browser,
  page: FrozenPage,
  known: Map<string, View>,
): Promise<View & { readonly raw: RawScene }> {
  const raw = await page.look();
  if (raw.problem !== undefined) throw new FigureFault(raw.problem);
  const picture = await page.picture();
  const digest = createHash('sha256').update(JSON.stringify(raw)).update(picture).digest('hex');
  const view = known.get(digest) ?? (await viewOf(browser, page, raw, picture));
  known.set(digest, view);
  return { ...view, raw };
}

async function viewOf(browser: Browser, page: FrozenPage, raw: RawScene, picture: Uint8Array): Promise<View> {
  await learn(
    browser,
    raw.texts.flatMap(({ glyphs = [] }) => glyphs),
  );
  const whole = await Shot.of(picture);
  const paths = raw.texts.map(({ path }) => path);
  const bare = paths.length === 0 ? whole : await Shot.of(await page.picture(paths));
  const texts = textsOf(raw.texts, whole, bare);
  const shapes = raw.shapes.flatMap((shape) => shapeOf(shape, bare) ?? []);
  const menu = texts.filter(({ panel, unread }) => panel === 'menu' && unread === undefined).map(({ text }) => text);
  const header = raw.headers[0]?.label ?? '';
  const shown = raw.headers.length > 0 ? (menu.includes(header) ? header : null) : (raw.selects[0]?.chosen ?? null);
  return {
    scene: { texts: texts.filter(({ panel }) => panel !== 'menu'), shapes },
    shown,
    size: [whole.width, whole.height],
  };
}

const placed = ([a, b, c, d, e, f]: Matrix, x: number, y: number): PathPoint => [
  Math.round((a * x + c * y + e) * 100) / 100,
  Math.round((b * x + d * y + f) * 100) / 100,
];

function textsOf(raw: readonly RawText[], whole: Shot, bare: Shot): DrawnText[] {
  const texts = raw.map(({ text, glyphs, box: [x, y, width, height], matrix, panel, legend }): DrawnText => {
    const read = text ?? spelled(glyphs ?? []);
    const corners = [placed(matrix, x, y), placed(matrix, x + width, y), placed(matrix, x + width, y + height), placed(matrix, x, y + height)] as const; // prettier-ignore
    // Glyph outlines have an upward y axis, so their corners are in another order.
    const [a, b, c, d] = corners;
    const quad: DrawnText['quad'] =
      text === undefined ? [[...d], [...c], [...b], [...a]] : [[...a], [...b], [...c], [...d]];
    const unread =
      read === undefined ? 'is not drawn with the letters of a font' : unreadText(quad, read.length, whole, bare);
    return { text: read ?? '', quad, panel, legend, ...(unread === undefined ? {} : { unread }) };
  });
  return texts.map((each) => {
    if (each.unread !== undefined) return each;
    const below = texts.some((other) => other !== each && other.text !== each.text && overlaps(each.quad, other.quad));
    return below ? { ...each, unread: 'is drawn over another text' } : each;
  });
}

function shapeOf(raw: RawShape, shot: Shot): DrawnShape | undefined {
  const outlines = outlinesOf(raw);
  const [fill, stroke] = [paintOf(raw.fill, raw.fillAlpha), paintOf(raw.stroke, raw.strokeAlpha)];
  const scale = Math.sqrt(Math.abs(raw.matrix[0] * raw.matrix[3] - raw.matrix[1] * raw.matrix[2]));
  const strokeWidth = raw.strokeWidth * scale;
  const closed = outlines.some((outline) => outline.closed || outline.runs.flatMap(({ points }) => points).length > 2);
  const area = fill !== undefined && closed;
  const painted = area ? fill : stroke;
  if (!painted) return outlineOnly(outlines, raw);
  const seen = area ? seenArea(outlines, shot) : seenStroke(outlines, painted, strokeWidth, shot);
  return {
    outlines: outlines.map(({ closed: shut, runs }) => ({
      closed: shut,
      runs: runs.map(({ curve, points }) => ({ curve, points: points.map(([x, y]): [number, number] => [x, y]) })),
    })),
    fill: area ? painted.color : null,
    stroke: stroke?.color ?? null,
    strokeWidth,
    alpha: painted.alpha,
    panel: raw.panel,
    legend: raw.legend,
    ...seen,
  };
}

/** Keeps an unpainted rectangle, because it may mark the plot area; drops any other unpainted shape. */
function outlineOnly(
  outlines: ReturnType<typeof outlinesOf>,
  { kind, panel, legend }: RawShape,
): DrawnShape | undefined {
  if (kind !== 'box') return undefined;
  const points = outlines.map(({ closed, runs }) => ({
    closed,
    runs: runs.map(({ curve, points: own }) => ({ curve, points: own.map(([x, y]): [number, number] => [x, y]) })),
  }));
  const nothing = { fill: null, stroke: null, strokeWidth: 0, alpha: 0, color: '#000000', seen: 0 };
  return { outlines: points, ...nothing, panel, legend, edges: [0, 0, 0, 0] };
}
