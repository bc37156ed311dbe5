// The expression that is evaluated in the figure's document, in an isolated world: the page's scripts cannot see or
// replace what it uses. It only reads the document; expected values are not passed to it.
import { z } from 'zod';
import { MAX_SHAPES, MAX_TEXTS } from './drawing.ts';

const MAX_ELEMENTS = 60_000;
const MAX_TEXT = 300;
const MAX_PATH = 2 ** 20;

const matrix = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const glyphSchema = z.object({ id: z.string(), d: z.string(), own: matrix, placed: matrix });
const rawTextSchema = z.object({
  /** Undefined for letters that are drawn as paths. */
  text: z.string().optional(),
  glyphs: z.array(glyphSchema).optional(),
  box,
  matrix,
  path: z.string(),
  panel: z.string(),
  legend: z.boolean(),
});
export type RawText = z.infer<typeof rawTextSchema>;
export type RawGlyph = z.infer<typeof glyphSchema>;

const rawShapeSchema = z.object({
  kind: z.enum(['path', 'box', 'ellipse', 'lines', 'loop']),
  d: z.string().optional(),
  numbers: z.array(z.number()).optional(),
  matrix,
  fill: z.string(),
  stroke: z.string(),
  strokeWidth: z.number(),
  fillAlpha: z.number(),
  strokeAlpha: z.number(),
  panel: z.string(),
  legend: z.boolean(),
});
export type RawShape = z.infer<typeof rawShapeSchema>;

const itemSchema = z.object({ label: z.string(), at: z.tuple([z.number(), z.number()]) });
export const rawSceneSchema = z.object({
  problem: z.string().optional(),
  texts: z.array(rawTextSchema),
  shapes: z.array(rawShapeSchema),
  /** Headers of Plotly dropdown menus, with the entry that they show. */
  headers: z.array(itemSchema),
  /** Entries of an open Plotly dropdown menu. */
  entries: z.array(itemSchema),
  selects: z.array(
    z.object({ options: z.array(z.string()), chosen: z.string(), at: z.tuple([z.number(), z.number()]) }),
  ),
  scroll: z.tuple([z.number(), z.number()]),
});
export type RawScene = z.infer<typeof rawSceneSchema>;

/** An expression whose value is a RawScene. */
export const LOOK = `(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const NEVER = new Set(['defs', 'clipPath', 'mask', 'pattern', 'marker', 'symbol', 'linearGradient', 'radialGradient',
    'filter', 'metadata', 'style', 'script', 'title', 'desc', 'head', 'noscript', 'template']);
  const GEOMETRY = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'image', 'use']);
  const scene = { texts: [], shapes: [], headers: [], entries: [], selects: [],
    scroll: [document.documentElement.scrollWidth, document.documentElement.scrollHeight] };
  const numbers = (m) => [m.a, m.b, m.c, m.d, m.e, m.f];
  const finite = (list) => list.every(Number.isFinite);
  const boxOf = (element) => {
    try { const { x, y, width, height } = element.getBBox(); return [x, y, width, height]; } catch { return undefined; }
  };
  const middle = (element) => { const r = element.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  const pathTo = (element) => {
    const steps = [];
    for (let each = element; each && each !== document.documentElement; each = each.parentElement)
      steps.unshift('>:nth-child(' + (1 + Array.prototype.indexOf.call(each.parentElement.children, each)) + ')');
    return ':root' + steps.join('');
  };
  const ownMatrix = (element) => {
    const list = element.transform?.baseVal?.consolidate?.();
    return list ? list.matrix : document.createElementNS(SVG, 'svg').createSVGMatrix();
  };
  const dOf = (element, style) => {
    const shown = /^path\\("([^]*)"\\)$/.exec(style.d ?? '');
    return (shown ? shown[1] : element.getAttribute('d') ?? '').slice(0, ${MAX_PATH + 1});
  };
  const target = (use) => {
    const href = use.href?.baseVal ?? '';
    return href.startsWith('#') ? document.getElementById(href.slice(1)) : null;
  };
  const isGlyph = (element) => {
    if (element.localName !== 'use') return false;
    const to = target(element);
    return to?.localName === 'path' && /-[0-9a-f]{1,6}$/.test(to.id);
  };
  const around = new Map();
  const inherited = (element) => around.get(element.parentElement) ?? { alpha: 1, panel: '', legend: false, menu: false };
  const note = (element, style) => {
    const outer = inherited(element);
    const names = element.classList;
    const axes = /^axes_\\d+$/.test(element.id) ? element.id
      : names.contains('subplot') ? [...names].find((name) => name !== 'subplot') ?? '' : '';
    const own = { alpha: outer.alpha * Number(style.opacity), panel: axes || outer.panel,
      legend: outer.legend || /^legend_\\d+$/.test(element.id) || (names.contains('legend') && element.localName === 'g'),
      menu: outer.menu || names.contains('updatemenu-container') || names.contains('modebar')
        || names.contains('updatemenu-dropdown-button-group') };
    around.set(element, own);
    return own;
  };
  const words = (element) => {
    const lines = element.querySelectorAll(':scope > tspan');
    const parts = lines.length > 1 ? [...lines].map((line) => line.textContent) : [element.textContent];
    return parts.join(' ').replace(/\\s+/g, ' ').trim().slice(0, ${MAX_TEXT});
  };
  const addText = (element, own, more) => {
    const [box, placed] = [boxOf(element), element.getScreenCTM()];
    if (!box || !placed || box[2] * box[3] === 0 || !finite([...box, ...numbers(placed)])) return;
    scene.texts.push({ ...more, box, matrix: numbers(placed), path: pathTo(element), panel: own.panel, legend: own.legend });
  };
  const addGlyphs = (group, own) => {
    const glyphs = [...group.children].filter(isGlyph).slice(0, ${MAX_TEXT}).map((use) => {
      const to = target(use);
      return { id: to.id.slice(0, 200), d: dOf(to, getComputedStyle(to)), own: numbers(ownMatrix(to)), placed: numbers(ownMatrix(use)) };
    });
    addText(group, own, { glyphs });
  };
  const addShape = (element, style, own) => {
    const from = element.localName === 'use' ? target(element) : element;
    let placed = element.getScreenCTM();
    const box = boxOf(element);
    if (!from || !placed) return;
    let [fill, stroke, shown] = [style.fill, style.stroke, style];
    const name = from.localName;
    if (from !== element) {
      shown = getComputedStyle(from);
      if (name === 'path') placed = placed.translate(element.x.baseVal.value, element.y.baseVal.value).multiply(ownMatrix(from));
      else if (name === 'line' || name.startsWith('poly')) return;
      if (from.style.fill || from.hasAttribute('fill')) fill = shown.fill;
      if (from.style.stroke || from.hasAttribute('stroke')) stroke = shown.stroke;
    }
    const shape = { kind: 'box', matrix: numbers(placed), fill, stroke, strokeWidth: parseFloat(style.strokeWidth) || 0,
      fillAlpha: own.alpha * Number(style.fillOpacity), strokeAlpha: own.alpha * Number(style.strokeOpacity),
      panel: own.panel, legend: own.legend };
    if (name === 'path') Object.assign(shape, { kind: 'path', d: dOf(from, shown) });
    else if (name === 'line') Object.assign(shape, { kind: 'lines', numbers: [from.x1, from.y1, from.x2, from.y2].map((each) => each.baseVal.value) });
    else if (name === 'polyline' || name === 'polygon')
      Object.assign(shape, { kind: name === 'polygon' ? 'loop' : 'lines', numbers: [...from.points].slice(0, 20000).flatMap(({ x, y }) => [x, y]) });
    else if (box) Object.assign(shape, { kind: name === 'circle' || name === 'ellipse' ? 'ellipse' : 'box', numbers: box });
    if (name === 'image') Object.assign(shape, { fill: 'url(picture)' });
    if (finite([...shape.matrix, ...(shape.numbers ?? [])])) scene.shapes.push(shape);
  };
  let count = 0;
  const visit = (element) => {
    if (NEVER.has(element.localName) || (count += 1) > ${MAX_ELEMENTS}) return false;
    const style = getComputedStyle(element);
    if (style.display === 'none') return false;
    const own = note(element, style);
    if (own.alpha < 0.02) return false;
    if (element.localName === 'select' && element.options.length > 0) {
      const reached = document.elementFromPoint(...middle(element));
      if (style.visibility !== 'visible' || !reached || !(element === reached || element.contains(reached))) return false;
      const label = (option) => (option ? option.text : '').slice(0, ${MAX_TEXT});
      scene.selects.push({ options: [...element.options].slice(0, 100).map(label), chosen: label(element.selectedOptions[0]), at: middle(element) });
    }
    if (element.namespaceURI !== SVG) return true;
    if (element.classList.contains('updatemenu-header') && style.visibility === 'visible')
      scene.headers.push({ label: words(element.querySelector('text') ?? element), at: middle(element) });
    if (element.classList.contains('updatemenu-dropdown-button') && style.visibility === 'visible')
      scene.entries.push({ label: words(element.querySelector('text') ?? element), at: middle(element) });
    if (element.localName === 'text') {
      if (style.visibility === 'visible' && words(element))
        addText(element, own.menu ? { ...own, panel: 'menu' } : own, { text: words(element) });
      return false;
    }
    if (own.menu) return true;
    if (element.localName === 'g' && [...element.children].some(isGlyph)) {
      if (style.visibility === 'visible') addGlyphs(element, own);
    } else if (GEOMETRY.has(element.localName) && style.visibility === 'visible' && !isGlyph(element)) addShape(element, style, own);
    return true;
  };
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT,
    (element) => (visit(element) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT));
  if (visit(document.documentElement))
    while (walker.nextNode()) {
      if (scene.shapes.length > ${MAX_SHAPES} || scene.texts.length > ${MAX_TEXTS} || count > ${MAX_ELEMENTS})
        return { ...scene, texts: [], shapes: [], problem: 'it draws more shapes and texts than a chart has' };
    }
  return scene;
})()`;
