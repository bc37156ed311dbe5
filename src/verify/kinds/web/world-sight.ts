// Source text that runs in the isolated world (see world.ts) and computes which parts of elements are visible. It
// reaches the page's elements but no objects of its scripts: the page cannot replace a function here or observe its
// calls.
import { MAX_ITEMS, MAX_TEXT } from './transcript.ts';

/** An animation that needs at most this time to end is finished at once; a longer one is left running. */
export const MAX_ANIMATION_MS = 500;

/** The name of an element can shadow a property of its form or document, so prototypes are used to read properties. */
export const basics = `
  const method = (prototype, name) => Function.prototype.call.bind(prototype[name]);
  const getter = (prototype, name) =>
    Function.prototype.call.bind(Object.getOwnPropertyDescriptor(prototype, name).get);
  const childNodes = getter(Node.prototype, 'childNodes');
  const parentNode = getter(Node.prototype, 'parentNode');
  const shadowOf = getter(Element.prototype, 'shadowRoot');
  const slotOf = { 1: getter(Element.prototype, 'assignedSlot'), 3: getter(Text.prototype, 'assignedSlot') };
  const assigned = method(HTMLSlotElement.prototype, 'assignedNodes');
  const attribute = method(Element.prototype, 'getAttribute');
  const rectOf = method(Element.prototype, 'getBoundingClientRect');
  const rectsOf = method(Element.prototype, 'getClientRects');
  const atPoint = { 9: method(Document.prototype, 'elementFromPoint'), 11: method(ShadowRoot.prototype, 'elementFromPoint') };
  const matches = method(Element.prototype, 'matches');
  const within = method(Element.prototype, 'querySelectorAll');
  const rendered = method(Element.prototype, 'checkVisibility');
  const tag = getter(Element.prototype, 'localName');
  const all = { 9: method(Document.prototype, 'querySelectorAll'), 11: method(DocumentFragment.prototype, 'querySelectorAll') };
  const root = getter(Document.prototype, 'documentElement')(document);
  const rootsBelow = (tree) =>
    [tree, ...[...all[tree.nodeType](tree, '*')].flatMap((each) => { const own = shadowOf(each); return own ? rootsBelow(own) : []; })];
  /** In the document and in all open shadow trees. */
  let trees = [document];
  const find = (selector) => trees.flatMap((tree) => [...all[tree.nodeType](tree, selector)]);
  /** As the page is laid out: through slots and shadow trees. */
  const parentOf = (node) => {
    const slot = slotOf[node.nodeType]?.(node);
    if (slot) return slot;
    const parent = parentNode(node);
    if (parent instanceof ShadowRoot) return parent.host;
    return parent instanceof Element ? parent : null;
  };
  const childrenOf = (element) => {
    const own = shadowOf(element);
    if (own) return [...childNodes(own)];
    if (tag(element) === 'slot') { const given = assigned(element); if (given.length > 0) return given; }
    return [...childNodes(element)];
  };`;

/**
 * `thing(element)` returns { shown, picture, runs }. `runs` are its runs of text, except those without a box,
 * transparent ones and those that are clipped away. Screenshots decide whether the remaining runs are painted.
 */
export const sight = `
  const alpha = (colour) => {
    const numbers = /^rgba?\\(([^)]*)\\)$/.exec(colour)?.[1].split(/[ ,/]+/).filter(Boolean).map(Number);
    return !numbers ? 1 : numbers.length > 3 ? numbers[3] : 1;
  };
  let styles = new Map();
  const styleOf = (element) => {
    let style = styles.get(element);
    if (!style) {
      const s = getComputedStyle(element);
      style = {
        display: s.display, visibility: s.visibility, opacity: Number(s.opacity), position: s.position,
        x: s.overflowX, y: s.overflowY, float: s.float, size: Number.parseFloat(s.fontSize),
        fill: s.webkitTextFillColor, security: s.webkitTextSecurity, bidi: s.unicodeBidi, direction: s.direction,
        clipText: s.webkitBackgroundClip === 'text' || s.backgroundClip === 'text',
        holds: s.transform !== 'none' || s.filter !== 'none' || s.perspective !== 'none' || s.contain.includes('paint') || s.willChange === 'transform',
        own: [s.color, s.fontFamily, s.fontSize, s.fontWeight, s.textShadow].join('|'),
        ground: [s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.mixBlendMode, s.maskImage, s.clipPath, s.clip, s.transform, s.webkitTextFillColor, s.zIndex, s.position].join('|'),
      };
      styles.set(element, style);
    }
    return style;
  };
  /** What holds for all texts of an element: how opaque it is, what clips it, and a word for how it looks. */
  let frames = new Map();
  const frameOf = (element) => {
    let frame = frames.get(element);
    if (frame) return frame;
    const style = styleOf(element);
    const parent = parentOf(element);
    const above = parent ? frameOf(parent) : { opacity: 1, clips: [], look: '', clipText: false };
    const clips = clipsAbove(element, style, parent, above);
    frame = {
      opacity: above.opacity * style.opacity,
      clips,
      clipText: above.clipText || style.clipText,
      look: above.look + '>' + style.ground,
    };
    frames.set(element, frame);
    return frame;
  };
  /** Absolute and fixed elements are clipped only by what contains them. */
  const clipsAbove = (element, style, parent, above) => {
    let clips = above.clips;
    if (style.position === 'absolute' || style.position === 'fixed') {
      let holder = parent;
      while (holder && !(styleOf(holder).holds || (style.position === 'absolute' && styleOf(holder).position !== 'static'))) holder = parentOf(holder);
      clips = holder ? frameOf(holder).clips : [];
    }
    if (element === root || tag(element) === 'body') return clips;
    if (style.x === 'visible' && style.y === 'visible') return clips;
    if (style.display === 'inline' || style.display === 'contents') return clips;
    return [...clips, element];
  };
  const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
  const pageClips = () => {
    const [html, body] = [root, document.body].map((each) => (each ? getComputedStyle(each) : null));
    const used = (axis) => {
      const own = html?.['overflow' + axis];
      const value = own === 'visible' && body ? body['overflow' + axis] : own;
      return value === 'hidden' || value === 'clip';
    };
    return { x: used('X'), y: used('Y') };
  };
  /** One side of a line within one clip: cut off, or, where the clip can be scrolled, moved into it. */
  const clipped = (line, low, high, overflow) => {
    if (overflow === 'visible') return line;
    if (!scrolls(overflow)) return { ...line, low: Math.max(line.low, low), high: Math.min(line.high, high) };
    if (line.low >= low && line.high <= high) return line;
    const start = Math.max(low, Math.min(line.low, high - line.whole));
    return { low: start, high: Math.min(high, start + line.whole), whole: Math.min(line.whole, high - low) };
  };
  /** How much of a line can be seen, with scrolling: its shares across and down. */
  const shareOf = (rect, clips) => {
    let across = { low: rect.left, high: rect.right, whole: rect.width };
    let down = { low: rect.top, high: rect.bottom, whole: rect.height };
    for (const clip of [...clips].reverse()) {
      const box = rectOf(clip);
      const style = styleOf(clip);
      across = clipped(across, box.left, box.right, style.x);
      down = clipped(down, box.top, box.bottom, style.y);
    }
    const page = pageClips();
    const share = ({ low, high, whole }, fixed, scrolled, end) =>
      Math.max(0, Math.min(1, ((fixed ? Math.min(high, end) : high) - Math.max(low, fixed ? 0 : -scrolled)) / Math.max(1, whole)));
    return { across: share(across, page.x, scrollX, innerWidth), down: share(down, page.y, scrollY, innerHeight) };
  };
  const pictures = new Set(['img', 'svg', 'canvas', 'video', 'input', 'select', 'textarea', 'button', 'progress', 'meter', 'iframe', 'object']);
  const boxed = (element) => {
    const style = styleOf(element);
    if (style.display === 'none') return false;
    if (style.display === 'contents') return childrenOf(element).some((child) => child.nodeType !== 1 || boxed(child));
    if (!rendered(element, { visibilityProperty: true })) return false;
    return frameOf(element).opacity >= 0.1;
  };
  const visibleBox = (element) => {
    const rect = rectOf(element);
    const share = shareOf(rect, frameOf(element).clips);
    return rect.width >= 1 && rect.height >= 1 && share.across > 0.1 && share.down > 0.1;
  };
  const near = (rect) => ({ x: rect.left, y: rect.top, width: rect.width, height: rect.height });
  /** The run's own number, by which it is found again. */
  let nodes = [];
  const hash = (text) => {
    let [one, other] = [7, 11];
    for (let at = 0; at < text.length; at += 1) {
      one = (Math.imul(one, 31) + text.charCodeAt(at)) | 0;
      other = (Math.imul(other, 131) + text.charCodeAt(at)) | 0;
    }
    return one + '.' + other;
  };
  /** Something else lies over the middle of it, as far as a click tells. */
  const doubtful = (parent, { left, top, width, height }) => {
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    let hit = atPoint[9](document, x, y);
    for (let own = hit && shadowOf(hit); own; own = hit && shadowOf(hit)) {
      const inner = atPoint[11](own, x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    for (let each = hit; each; each = parentOf(each)) if (each === parent) return false;
    for (let each = parent; each; each = parentOf(each)) if (each === hit) return false;
    return true;
  };
  const isBare = (parent, style, frame) => {
    if (alpha(style.fill) >= 0.1 || frame.clipText || parent instanceof SVGElement) return false;
    const own = getComputedStyle(parent);
    return own.textShadow === 'none' && own.webkitTextStrokeWidth === '0px';
  };
  const readAs = (text, style) => {
    if (style.security && style.security !== 'none') return '\\u2022'.repeat([...text].length);
    return style.bidi.includes('override') && style.direction === 'rtl' ? [...text].reverse().join('') : text;
  };
  const runOf = (text, rects, parent, node) => {
    const style = styleOf(parent);
    const frame = frameOf(parent);
    if (style.visibility !== 'visible' || frame.opacity < 0.1 || isBare(parent, style, frame)) return [];
    const lines = rects.filter(({ width, height }) => width > 0 && height >= 5);
    if (text.trim() === '') return lines.length > 0 ? [{ text: ' ' }] : [];
    const shares = lines.map((rect) => shareOf(rect, frame.clips));
    if (!shares.some(({ across, down }) => across * down > 0.05)) return [];
    // A line that ends behind an edge is read only in part.
    const cut = shares.some(({ across, down }, at) => down < 0.5 || (1 - across) * lines[at].width > 3);
    const least = Math.min(...shares.map(({ across }) => across));
    const shown = readAs(text, style);
    nodes.push(node);
    return [{
      text: cut ? shown.slice(0, Math.max(0, Math.floor(shown.length * least) - 1)) + '\\u2026' : shown,
      id: nodes.length - 1, size: style.size, look: hash(frame.look + style.own),
      doubt: lines.some((line) => doubtful(parent, line)), single: node.nodeType === 1 || frame.clipText,
    }];
  };
  const range = document.createRange();
  const generated = (element, which) => {
    const s = getComputedStyle(element, which);
    if (s.content === 'none' || s.content === 'normal' || s.display === 'none' || s.visibility !== 'visible') return [];
    if (Number(s.opacity) < 0.1 || Number.parseFloat(s.fontSize) < 4 || alpha(s.webkitTextFillColor) < 0.1) return [];
    let text = '';
    const parts = /"((?:[^"\\\\]|\\\\.)*)"|attr\\(\\s*([\\w-]+)[^)]*\\)|counters?\\([^)]*\\)|\\//g;
    for (const [whole, string, name] of s.content.replace(/(url|gradient|image-set)\\([^)]*\\)/g, '').matchAll(parts)) {
      if (whole === '/') break;
      text += string !== undefined ? string.replace(/\\\\([0-9a-f]{1,6}) ?|\\\\(.)/gi, (_, code, plain) => plain ?? String.fromCodePoint(Number.parseInt(code, 16))) : name ? attribute(element, name) ?? '' : '\\uFFFC';
    }
    return text.trim() === '' ? [] : [{ text }];
  };
  const valueOf = (element) => {
    const name = tag(element);
    if (name === 'select') return [...element.selectedOptions].map((each) => each.label).join(' ');
    if (name === 'textarea') return element.value;
    if (name !== 'input' || ['checkbox', 'radio', 'hidden', 'range', 'color', 'file', 'image'].includes(element.type)) return '';
    return element.type === 'password' ? '\\u2022'.repeat(element.value.length) : element.value;
  };
  const flowing = new Set(['inline', 'contents', 'inline-block', 'inline-flex', 'inline-grid', 'ruby']);
  const runsOf = (element, into, budget) => {
    if (!boxed(element)) return;
    const name = tag(element);
    if (name === 'script' || name === 'style' || name === 'template' || name === 'noscript') return;
    if (name === 'br') { into.push({ text: ' ' }); return; }
    if (name === 'input' || name === 'select' || name === 'textarea') {
      const value = valueOf(element);
      if (value.trim() !== '') into.push(...runOf(value, [rectOf(element)], element, element));
      return;
    }
    const apart = !flowing.has(styleOf(element).display) && !(element instanceof SVGElement);
    if (apart) into.push({ text: ' ' });
    into.push(...generated(element, '::before'));
    for (const child of childrenOf(element)) {
      if (budget.left <= 0) return;
      if (child.nodeType === 1) runsOf(child, into, budget);
      else if (child.nodeType === 3 && child.data !== '') {
        budget.left -= child.data.length;
        range.selectNodeContents(child);
        into.push(...runOf(child.data.slice(0, ${MAX_TEXT}), [...range.getClientRects()], element, child));
      }
    }
    into.push(...generated(element, '::after'));
    if (apart) into.push({ text: ' ' });
  };
  const hasPicture = (element) =>
    [element, ...within(element, '*')].some((each) => pictures.has(tag(each)) && boxed(each) && visibleBox(each));
  const thing = (element) => {
    const shown = boxed(element);
    const runs = [];
    if (shown) runsOf(element, runs, { left: ${MAX_TEXT} });
    return { shown: shown && (styleOf(element).display === 'contents' || rectsOf(element).length > 0), picture: shown && hasPicture(element), runs };
  };
  const things = (elements) => elements.slice(0, ${MAX_ITEMS}).map(thing);`;
