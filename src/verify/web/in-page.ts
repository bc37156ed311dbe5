// What is run within a page, as source text: it is JavaScript of the browser, not of ours.
import { runInThisContext } from 'node:vm';
import { MAX_ITEMS, MAX_TEXT } from './transcript.ts';

/**
 * Before any script of the page: Math.random is seeded, and what is offered for download stays readable, for a page may
 * revoke its address at once.
 */
export function preparation(seed: number): string {
  return `(() => {
    let state = ${seed} >>> 0;
    Math.random = () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
    const offered = new Map();
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      const address = create(blob);
      if (offered.size < 100) offered.set(address, blob);
      return address;
    };
    Object.defineProperty(window, Symbol.for('offered'), { value: offered });
  })();`;
}

export const offeredText = inPage(`async (address) => {
  const blob = window[Symbol.for('offered')]?.get(address);
  return blob ? (await blob.slice(0, ${MAX_ITEMS * MAX_TEXT}).text()) : null;
}`) as (address: string) => Promise<string | null>;

/** Playwright sends the text of a function, and gives it arguments only if it is one here, too. */
function inPage(source: string): unknown {
  return runInThisContext(`(${source})`);
}

const shared = `
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const text = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let found = '';
    while (found.length < ${MAX_TEXT} && walker.nextNode()) {
      if (shown(walker.currentNode.parentElement)) found += walker.currentNode.data;
    }
    return found.slice(0, ${MAX_TEXT});
  };`;

/** (elements, what) → what is seen of the elements that a target names, of which most questions take the first. */
export const look = inPage(`(elements, { see, name, property }) => {${shared}
  const visible = elements.filter(shown);
  if (see === 'count') return visible.length;
  if (see === 'texts') return visible.slice(0, ${MAX_ITEMS}).map(text);
  const [element] = elements;
  if (see === 'visible') return visible.length > 0;
  if (!element) return null;
  switch (see) {
    case 'text': return text(element);
    case 'value': return element.value === undefined ? null : String(element.value).slice(0, ${MAX_TEXT});
    case 'attribute': return element.getAttribute(name)?.slice(0, ${MAX_TEXT}) ?? null;
    case 'class': return element.classList.contains(name);
    case 'style': return getComputedStyle(element).getPropertyValue(property).slice(0, ${MAX_TEXT});
    case 'focused': return document.activeElement === element;
    case 'enabled': return !element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true';
    case 'checked': return element.checked === true || element.getAttribute('aria-checked') === 'true';
  }
}`) as (elements: unknown[], what: object) => unknown;

export const eachText = inPage(`(selectors) => {${shared}
  return selectors.map((selector) => {
    const element = document.querySelector(selector);
    return element ? text(element) : null;
  });
}`) as (selectors: string[]) => unknown;

export const stored = inPage(`(key) => localStorage.getItem(key)?.slice(0, ${MAX_ITEMS * MAX_TEXT}) ?? null`) as (
  key: string,
) => unknown;

/** True, or how wide it is and what sticks out. A part that scrolls by itself is no part of this. */
export const fitting = inPage(`() => {
  const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
  if (scrollWidth <= clientWidth) return true;
  const out = [...document.body.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > clientWidth + 1);
  const widest = out[0] ? ', such as ' + out[0].tagName.toLowerCase() + (out[0].id ? '#' + out[0].id : '') : '';
  return 'the page is ' + scrollWidth + ' px wide in a window of ' + clientWidth + widest;
}`) as () => unknown;

export const namelessness = inPage(`() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const said = (text) => (text ?? '').trim() !== '';
  const byId = (ids) => (ids ?? '').split(/\\s+/).some((id) => id && said(document.getElementById(id)?.textContent));
  const named = (element) =>
    said(element.getAttribute('aria-label')) || byId(element.getAttribute('aria-labelledby')) || said(element.title);
  const words = (element) => (element.id ? '#' + element.id : element.outerHTML).slice(0, 80);
  const faults = [];
  for (const field of document.querySelectorAll('input, select, textarea')) {
    if (!shown(field) || field.type === 'hidden') continue;
    const pressed = ['button', 'submit', 'reset', 'image'].includes(field.type);
    if (pressed ? !named(field) && !said(field.value) && !said(field.alt) && field.type === 'button'
      : !named(field) && ![...(field.labels ?? [])].some((label) => said(label.textContent)))
      faults.push('no label: ' + words(field));
  }
  for (const button of document.querySelectorAll('button'))
    if (shown(button) && !named(button) && !said(button.textContent) && !button.querySelector('img[alt]:not([alt=""]), svg title'))
      faults.push('no name: ' + words(button));
  for (const picture of document.querySelectorAll('img'))
    if (!picture.hasAttribute('alt')) faults.push('no alt text: ' + words(picture));
  return faults.slice(0, 20);
}`) as () => unknown;
