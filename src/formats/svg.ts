// SVG read into flat shapes with absolute coordinates. Nothing is executed, nothing outside the file is opened.
import { FormatProblem } from './problem.ts';
import {
  apply,
  identity,
  multiply,
  numbersOf,
  parsePath,
  parseTransform,
  type Matrix,
  type Outline,
  type Point,
} from './svg-path.ts';
import { initialStyle, isHidden, paintOf, parseRules, styleOf, type Rule, type Style } from './svg-style.ts';
import { childrenOf, isElement, readXml, textOf, type XmlElement, type XmlNode } from './xml-tree.ts';

export interface Shape {
  readonly kind: 'path' | 'rect' | 'circle' | 'ellipse' | 'line' | 'polyline' | 'polygon' | 'text' | 'image';
  readonly id?: string;
  readonly classes: readonly string[];
  /** The ids of the groups around it, from the outside. */
  readonly groups: readonly string[];
  /** "#rrggbb", a name, or null where nothing is painted. */
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly opacity: number;
  /** Whether it is drawn by reference, as markers are. */
  readonly used: boolean;
  readonly outlines: readonly Outline[];
  /** Where it is: of a text its anchor, of anything else the middle of its box. */
  readonly at: Point;
  readonly text?: string;
}

export interface SvgDocument {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const LIMITS = { bytes: 24 * 2 ** 20, depth: 100, elements: 300_000 };
const MAX_SHAPES = 50_000;
const MAX_POINTS = 2_000_000;
const MAX_USES = 8;
const MAX_SIDE = 100_000;

export function readSvg(bytes: Uint8Array): SvgDocument {
  const root = readXml(bytes, LIMITS);
  if (root.name !== 'svg') throw new FormatProblem(`the file is no SVG: it begins with <${root.name}>`);
  const view = numbersOf(root.attributes.get('viewBox') ?? '');
  const width = view[2] ?? lengthOf(root, 'width', 300);
  const height = view[3] ?? lengthOf(root, 'height', 150);
  if (!(width > 0 && height > 0)) throw new FormatProblem('the SVG has no size');
  if (Math.max(width, height, lengthOf(root, 'width', 0), lengthOf(root, 'height', 0)) > MAX_SIDE)
    throw new FormatProblem(`the SVG is too large: ${width} × ${height}`);
  return { width, height, shapes: new Walk(root).shapes };
}

const lengthOf = ({ attributes }: XmlElement, name: string, fallback = 0): number =>
  numbersOf(attributes.get(name) ?? '')[0] ?? fallback;

interface Place {
  readonly matrix: Matrix;
  readonly style: Style;
  readonly groups: readonly string[];
  readonly uses: number;
}

class Walk {
  readonly shapes: Shape[] = [];
  readonly #rules: Rule[] = [];
  readonly #byId = new Map<string, XmlElement>();
  #points = 0;

  constructor(root: XmlElement) {
    this.#index(root);
    const place = { matrix: identity, style: styleOf(root, initialStyle, this.#rules), groups: [], uses: 0 };
    for (const child of childrenOf(root)) this.#visit(child, place);
  }

  #index(element: XmlElement): void {
    const id = element.attributes.get('id');
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element);
    if (element.name === 'style') this.#rules.push(...parseRules(textOf(element)));
    for (const child of childrenOf(element)) this.#index(child);
  }

  #visit(element: XmlElement, outer: Place): void {
    const { name, attributes } = element;
    if (
      [
        'defs',
        'style',
        'title',
        'desc',
        'metadata',
        'clipPath',
        'mask',
        'pattern',
        'marker',
        'symbol',
        'script',
      ].includes(name)
    )
      return;
    const style = styleOf(element, outer.style, this.#rules);
    if (isHidden(style)) return;
    const matrix = multiply(outer.matrix, parseTransform(attributes.get('transform')));
    const place = { ...outer, matrix, style };
    if (name === 'use') this.#use(element, place);
    else if (['g', 'svg', 'a', 'switch'].includes(name)) this.#group(element, place);
    else if (name === 'text') this.#text(element, place);
    else {
      const outlines = outlinesOf(element);
      if (outlines) this.#add(name as Shape['kind'], element, place, { outlines });
    }
  }

  #group(element: XmlElement, place: Place): void {
    const id = element.attributes.get('id');
    const [x, y] = element.name === 'svg' ? [lengthOf(element, 'x'), lengthOf(element, 'y')] : [0, 0];
    const inner = {
      ...place,
      matrix: multiply(place.matrix, [1, 0, 0, 1, x, y]),
      groups: id === undefined ? place.groups : [...place.groups, id],
    };
    let words: string | undefined;
    for (const node of element.children) {
      if ('comment' in node) words = node.comment;
      else if (isElement(node)) {
        // Matplotlib writes a text as outlines of its letters, after a comment that says what it is.
        if (words !== undefined && node.name === 'g' && (id ?? '').startsWith('text_'))
          this.#letters(node, inner, words);
        else this.#visit(node, inner);
        words = undefined;
      }
    }
  }

  #letters(element: XmlElement, place: Place, words: string): void {
    const matrix = multiply(place.matrix, parseTransform(element.attributes.get('transform')));
    const style = styleOf(element, place.style, this.#rules);
    this.#add('text', element, { ...place, matrix, style }, { outlines: [], text: plainText(words), at: [0, 0] });
  }

  #use(element: XmlElement, place: Place): void {
    const href = element.attributes.get('href') ?? '';
    if (!href.startsWith('#')) throw new FormatProblem('the SVG refers to something outside of it');
    const target = this.#byId.get(href.slice(1));
    if (!target) return;
    if (place.uses >= MAX_USES) throw new FormatProblem('the SVG refers to itself');
    const matrix = multiply(place.matrix, [1, 0, 0, 1, lengthOf(element, 'x'), lengthOf(element, 'y')]);
    const inner = { ...place, matrix, uses: place.uses + 1 };
    if (target.name === 'symbol') this.#group(target, inner);
    else this.#visit(target, inner);
  }

  #text(element: XmlElement, place: Place): void {
    let words = '';
    let at: Point = [lengthOf(element, 'x'), lengthOf(element, 'y')];
    const flush = () => {
      if (words.trim())
        this.#add('text', element, place, { outlines: [], text: words.replaceAll(/\s+/g, ' ').trim(), at });
      words = '';
    };
    const walk = (nodes: readonly XmlNode[]) => {
      for (const node of nodes) {
        if ('text' in node) words += node.text;
        if (!isElement(node)) continue;
        // A line of its own; within a line, spans that are placed letter by letter belong together.
        if (node.attributes.has('y') && numbersOf(node.attributes.get('x') ?? '').length === 1) {
          flush();
          at = [lengthOf(node, 'x'), lengthOf(node, 'y')];
        }
        walk(node.children);
      }
    };
    walk(element.children);
    flush();
  }

  #add(
    kind: Shape['kind'],
    element: XmlElement,
    place: Place,
    own: { outlines: Outline[]; text?: string; at?: Point },
  ): void {
    const { matrix, style, groups } = place;
    const outlines = own.outlines.map(({ closed, runs }) => ({
      closed,
      runs: runs.map(({ curve, points }) => ({ curve, points: points.map((point) => apply(matrix, point)) })),
    }));
    this.#points += outlines.flatMap(({ runs }) => runs).reduce((sum, { points }) => sum + points.length, 0);
    if (this.shapes.length >= MAX_SHAPES || this.#points > MAX_POINTS)
      throw new FormatProblem('the SVG has too many shapes');
    const id = element.attributes.get('id');
    const box = boxOf({ outlines });
    this.shapes.push({
      kind,
      ...(id !== undefined && { id }),
      classes: (element.attributes.get('class') ?? '').split(/\s+/).filter(Boolean),
      groups,
      fill: paintOf(style['fill']),
      stroke: paintOf(style['stroke']),
      opacity: Number(style['opacity'] ?? 1) * Number(style['fill-opacity'] ?? 1),
      used: place.uses > 0,
      outlines,
      at: own.at ? apply(matrix, own.at) : [box.x + box.width / 2, box.y + box.height / 2],
      ...(own.text !== undefined && { text: own.text }),
    });
  }
}

const polygon = (points: readonly Point[], closed: boolean) => [{ closed, runs: [{ curve: false, points }] }];

function outlinesOf(element: XmlElement): Outline[] | undefined {
  const { name, attributes } = element;
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => lengthOf(element, key)) as [
    number,
    number,
    number,
    number,
  ];
  if (name === 'path') return parsePath(attributes.get('d') ?? '');
  if (name === 'rect' || name === 'image')
    return polygon(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      true,
    );
  if (name === 'line')
    return polygon(
      [
        [lengthOf(element, 'x1'), lengthOf(element, 'y1')],
        [lengthOf(element, 'x2'), lengthOf(element, 'y2')],
      ],
      false,
    );
  if (name === 'polyline' || name === 'polygon') {
    const numbers = numbersOf(attributes.get('points') ?? '');
    const points = Array.from({ length: Math.floor(numbers.length / 2) }, (_, at): Point => [
      numbers[2 * at] ?? 0,
      numbers[2 * at + 1] ?? 0,
    ]);
    return polygon(points, name === 'polygon');
  }
  if (name !== 'circle' && name !== 'ellipse') return undefined;
  const [cx, cy] = [lengthOf(element, 'cx'), lengthOf(element, 'cy')];
  const [rx, ry] =
    name === 'circle'
      ? [lengthOf(element, 'r'), lengthOf(element, 'r')]
      : [lengthOf(element, 'rx'), lengthOf(element, 'ry')];
  return parsePath(`M${cx - rx} ${cy}A${rx} ${ry} 0 0 1 ${cx + rx} ${cy}A${rx} ${ry} 0 0 1 ${cx - rx} ${cy}Z`);
}

/** A comment as matplotlib writes it, without the marks of its mathematics. */
function plainText(comment: string): string {
  return comment
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\$?\\mathdefault\{((?:[^{}]|\{[^{}]*\})*)\}\$?/g, '$1')
    .trim();
}

/** All points of an outline in order. */
export const pointsOf = ({ outlines }: Pick<Shape, 'outlines'>): Point[] =>
  outlines.flatMap(({ runs }) => runs.flatMap(({ points }, index) => (index === 0 ? points : points.slice(1))));

export function boxOf(shape: Pick<Shape, 'outlines'>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of pointsOf(shape)) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return left > right
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}
