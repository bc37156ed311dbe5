// Source text that runs in the isolated world (see world.ts): it answers looks and waits until the page has settled.
import { MAX_ITEMS, MAX_TEXT } from './transcript.ts';
import { basics, MAX_ANIMATION_MS, sight } from './world-sight.ts';

/** Reads a property of an element, the options of a selection list, or an entry of local storage. */
const answers = `
  const inputs = new Set(['button', 'submit', 'reset', 'image', 'hidden']);
  const one = (element, { see, name, property }) => {
    switch (see) {
      case 'value': return element.value === undefined ? null : String(element.value).slice(0, ${MAX_TEXT});
      case 'attribute': return attribute(element, name)?.slice(0, ${MAX_TEXT}) ?? null;
      case 'class': return (attribute(element, 'class') ?? '').split(/\\s+/).includes(name);
      case 'style': return getComputedStyle(element).getPropertyValue(property).slice(0, ${MAX_TEXT});
      case 'focused': return matches(element, ':focus');
      case 'enabled': return !matches(element, ':disabled') && attribute(element, 'aria-disabled') !== 'true';
      case 'checked': return matches(element, ':checked') || attribute(element, 'aria-checked') === 'true';
      case 'options': return element instanceof HTMLSelectElement ? optionsOf(element) : null;
    }
  };
  /** As the open list shows them. */
  const optionsOf = (select) =>
    [...select.options].filter((each) => !each.hidden && getComputedStyle(each).display !== 'none')
      .slice(0, ${MAX_ITEMS}).map((each) => each.label.slice(0, ${MAX_TEXT}));
  const stored = (key) => localStorage.getItem(key)?.slice(0, ${MAX_ITEMS * MAX_TEXT}) ?? null;`;

/** Finds fields, buttons and pictures without a name, content that is too wide, and foreign addresses in link hints. */
const layout = `
  const words = (element) => (attribute(element, 'id') ? '#' + attribute(element, 'id') : element.outerHTML).slice(0, 80);
  const said = (text) => (text ?? '').trim() !== '';
  const byId = (ids) => (ids ?? '').split(/\\s+/).some((id) => id && find('#' + CSS.escape(id)).some((each) => said(each.textContent)));
  const named = (element) =>
    said(attribute(element, 'aria-label')) || byId(attribute(element, 'aria-labelledby')) || said(attribute(element, 'title'));
  const nameless = () => {
    const faults = [];
    for (const field of find('input, select, textarea')) {
      const type = field.type;
      if (!boxed(field) || type === 'hidden') continue;
      const fine = inputs.has(type)
        ? type === 'submit' || type === 'reset' || named(field) || said(attribute(field, 'value')) || said(attribute(field, 'alt'))
        : named(field) || [...(field.labels ?? [])].some((label) => said(label.textContent));
      if (!fine) faults.push('no label: ' + words(field));
    }
    for (const button of find('button'))
      if (boxed(button) && !named(button) && !said(button.textContent) && within(button, 'img[alt]:not([alt=""]), svg title').length === 0)
        faults.push('no name: ' + words(button));
    for (const picture of find('img')) if (attribute(picture, 'alt') === null) faults.push('no alt text: ' + words(picture));
    return faults.slice(0, 20);
  };
  const widest = (edge) => {
    const out = find('body *').find((each) => boxed(each) && rectOf(each).right > edge + 1);
    return out ? ', such as ' + words(out) : '';
  };
  /** The first part in which something can only be seen by scrolling it sideways. */
  const sideways = () => {
    const part = find('body *').find((each) =>
      each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0 && scrolls(styleOf(each).x) &&
      !['input', 'textarea', 'select'].includes(tag(each)) && boxed(each));
    return part ? words(part) : null;
  };
  /** Foreign addresses in hints, which are followed without a request that could be seen. */
  const hinted = () =>
    find('link[href]').filter((each) => /preconnect|prefetch|preload|prerender/.test(each.rel) && new URL(each.href).origin !== location.origin)
      .map((each) => each.href.slice(0, 200));`;

/** Waits for the page, scrolls to an element and back, and hides runs of text without changing the page's elements. */
const handling = `
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const task = () => new Promise((resolve) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0); });
  /** Transitions and animations that a person would wait for are over. */
  const finishAnimations = () => {
    const short = document.getAnimations().filter((each) => {
      const { endTime } = each.effect?.getComputedTiming() ?? {};
      const left = Number(endTime) - Number(each.currentTime ?? 0);
      return each.playState === 'running' && Number.isFinite(left) && left / Math.abs(each.playbackRate || 1) <= ${MAX_ANIMATION_MS};
    });
    for (const each of short) { try { each.finish(); } catch { /* It has just ended. */ } }
    return short.length > 0;
  };
  /**
   * Until a round passes in which nothing changes; whether anything has. A round ends when what a script began before it (reading a file, a message
   * to itself) has come back, whatever the load of the machine.
   */
  const settle = async ({ frames, files }) => {
    let changes = 0;
    let changed = false;
    const observer = new MutationObserver(() => (changes += 1));
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    for (let round = 0; round < 20; round += 1) {
      changes = 0;
      const faded = finishAnimations();
      if (frames || round > 0) await frame();
      if (files) await new Blob(['x']).text();
      await task();
      const waiting = document.readyState !== 'complete' || find('img').some((each) => !each.complete && each.loading !== 'lazy');
      if (waiting) await new Promise((resolve) => setTimeout(resolve, 50));
      if (changes === 0 && !faded && !waiting) break;
      changed = true;
    }
    observer.disconnect();
    return changed;
  };
  const rects = (node) => {
    if (node.nodeType === 1) return [rectOf(node)];
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  };
  const places = (ids) => ({
    window: { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight },
    boxes: ids.map((id) => rects(nodes[id]).map(near)),
  });
  /** Of the first element that each selector finds; null where there is none. */
  const framesOf = (selectors) => ({
    window: { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight },
    boxes: selectors.map((selector) => { const [first] = find(selector); return first ? near(rectOf(first)) : null; }),
  });
  let scrolled = new Map();
  const bring = (id, block) => {
    const node = nodes[id];
    const element = node.nodeType === 1 ? node : parentNode(node);
    for (let each = element; each; each = parentOf(each))
      if (!scrolled.has(each) && (each.scrollTop || each.scrollLeft || each.scrollHeight > each.clientHeight)) scrolled.set(each, [each.scrollLeft, each.scrollTop]);
    if (!scrolled.has(root)) scrolled.set(root, [scrollX, scrollY]);
    element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    if (block === 'start') scrollBy({ top: -innerHeight / 5, behavior: 'instant' });
  };
  const restore = () => {
    for (const [element, [left, top]] of scrolled) {
      if (element === root) scrollTo({ left, top, behavior: 'instant' });
      else element.scrollTo({ left, top, behavior: 'instant' });
    }
    scrolled = new Map();
  };
  const MARK = 'pybench';
  const blank = new CSSStyleSheet();
  blank.replaceSync('::highlight(' + MARK + ') { color: transparent !important; -webkit-text-fill-color: transparent !important; -webkit-text-stroke-color: transparent !important; fill: transparent !important; stroke: transparent !important; text-shadow: none !important; text-decoration: none !important; background-color: transparent !important }');
  const hide = (ids) => {
    for (const tree of trees) tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, blank];
    const ranges = ids.map((id) => nodes[id]).filter((node) => node.nodeType === 3).map((node) => { const each = new Range(); each.selectNodeContents(node); return each; });
    CSS.highlights.set(MARK, new Highlight(...ranges));
  };
  const unhide = () => {
    CSS.highlights.delete(MARK);
    for (const tree of trees) tree.adoptedStyleSheets = [...tree.adoptedStyleSheets].filter((each) => each !== blank);
  };`;

/** Defines the functions of `pybench`. `given` holds the elements of looks that name them by role or label. */
export const WORLD = `(() => {${basics}${sight}${answers}${layout}${handling}
  const elementsOf = (selector, given) => {
    try { return typeof selector === 'string' ? find(selector) : given[selector.given] ?? []; } catch { return []; }
  };
  const answer = (what, given) => {
    switch (what.see) {
      case 'storage': return stored(what.key);
      case 'fits': return { widest: widest(document.documentElement.clientWidth), sideways: what.parts ? sideways() : null };
      case 'accessible': return nameless();
      case 'offline': return hinted();
      case 'each': return what.of.map((selector) => { const [first] = elementsOf(selector, given); return first ? thing(first) : null; });
      case 'text': { const [first] = elementsOf(what.of, given); return first ? [thing(first)] : []; }
      case 'texts': case 'mentions': case 'count': case 'visible': return things(elementsOf(what.of, given));
      default: { const [first] = elementsOf(what.of, given); return first ? one(first, what) : null; }
    }
  };
  const look = async (looks, wait, given) => {
    const changed = await settle(wait);
    trees = rootsBelow(document);
    styles = new Map();
    frames = new Map();
    nodes = [];
    return { changed, answers: looks.map((what) => answer(what, given)) };
  };
  globalThis.pybench = { look, settle, places, framesOf, bring, restore, hide, unhide };
})()`;
