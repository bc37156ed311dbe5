// The few CSS properties of an SVG that checks ask for: inherited, from attributes, style attributes and simple rules.
import type { XmlElement } from './xml-tree.ts';

const INHERITED = [
  'fill',
  'stroke',
  'stroke-width',
  'visibility',
  'text-anchor',
  'font-size',
  'fill-opacity',
  'stroke-opacity',
  'stroke-dasharray',
] as const;
const OWN = ['display', 'opacity'] as const;

export type Style = Readonly<Record<string, string>>;

export interface Rule {
  /** "*", "rect", ".bar" or "#id". */
  readonly selector: string;
  readonly properties: Style;
}

export const initialStyle: Style = { fill: '#000000', stroke: 'none' };

/** Rules with simple selectors; others are passed over. */
export function parseRules(css: string): Rule[] {
  return [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(
    ([, selectors = '', body = '']) =>
      selectors
        .split(',')
        .map((selector) => selector.trim())
        .filter((selector) => /^(\*|[\w-]+|[.#][\w-]+)$/.test(selector))
        .map((selector) => ({ selector, properties: parseProperties(body) })),
  );
}

function parseProperties(text: string): Style {
  return Object.fromEntries(
    text.split(';').flatMap((part) => {
      const colon = part.indexOf(':');
      return colon < 0 ? [] : [[part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim()]];
    }),
  );
}

export function styleOf(element: XmlElement, parent: Style, rules: readonly Rule[]): Style {
  const style: Record<string, string> = {};
  for (const name of INHERITED) if (parent[name] !== undefined) style[name] = parent[name];
  // An opacity holds for everything below, multiplied.
  const outer = Number(parent['opacity'] ?? 1);
  for (const name of [...INHERITED, ...OWN]) {
    const value = element.attributes.get(name);
    if (value !== undefined) style[name] = value;
  }
  const classes = (element.attributes.get('class') ?? '').split(/\s+/);
  for (const kind of [/^[*\w]/, /^\./, /^#/]) {
    for (const { selector, properties } of rules) {
      if (kind.test(selector) && matches(selector, element, classes)) Object.assign(style, properties);
    }
  }
  Object.assign(style, parseProperties(element.attributes.get('style') ?? ''));
  style['opacity'] = String(outer * Number(style['opacity'] ?? 1));
  return style;
}

function matches(selector: string, element: XmlElement, classes: readonly string[]): boolean {
  if (selector === '*') return true;
  if (selector.startsWith('.')) return classes.includes(selector.slice(1));
  if (selector.startsWith('#')) return element.attributes.get('id') === selector.slice(1);
  return element.name === selector;
}

export const isHidden = (style: Style) => style['display'] === 'none' || style['visibility'] === 'hidden';

/** "#rrggbb" where that is easily told, null where nothing is painted, else as it stands. */
export function paintOf(value: string | undefined): string | null {
  const text = (value ?? 'none').trim().toLowerCase();
  if (text === 'none' || text === 'transparent') return null;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  const levels = /^rgb\(\s*(\d+)\s*[, ]\s*(\d+)\s*[, ]\s*(\d+)\s*\)$/.exec(text);
  if (levels)
    return `#${levels
      .slice(1)
      .map((level) => Number(level).toString(16).padStart(2, '0'))
      .join('')}`;
  return text;
}
