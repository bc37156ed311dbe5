// Building blocks of a picture as SVG. Each part describes itself: position, size, colour.
import type { Draw, Language } from '../../core/index.ts';
import type { ScenePoint } from './raster.ts';

export interface Part {
  readonly svg: string;
}

export interface SceneBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Colours that remain distinguishable after light and grain are applied. */
export const palette = [
  { hex: '#d62828', en: 'red', zh: '红色' },
  { hex: '#1d4ed8', en: 'blue', zh: '蓝色' },
  { hex: '#15803d', en: 'green', zh: '绿色' },
  { hex: '#facc15', en: 'yellow', zh: '黄色' },
  { hex: '#f97316', en: 'orange', zh: '橙色' },
  { hex: '#7e22ce', en: 'purple', zh: '紫色' },
  { hex: '#06b6d4', en: 'turquoise', zh: '青色' },
  { hex: '#ec4899', en: 'pink', zh: '粉色' },
  { hex: '#78350f', en: 'brown', zh: '棕色' },
  { hex: '#111111', en: 'black', zh: '黑色' },
] as const;
export type PaletteColour = (typeof palette)[number];

export function colourName({ en, zh }: PaletteColour, lang: Language): string {
  return lang === 'zh' ? zh : en;
}

/** A whole picture: its parts on a background; without one the background is transparent. */
export function picture(width: number, height: number, parts: readonly Part[], ground?: string): string {
  const back = ground === undefined ? '' : `<rect width="${width}" height="${height}" fill="${ground}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${back}${parts.map(({ svg }) => svg).join('\n')}</svg>`;
}

export interface SceneMarkers extends Part {
  /** Clockwise from the upper left. */
  readonly centres: readonly ScenePoint[];
}

/** Black squares with a white centre at the four corners, as on forms that are straightened after scanning. */
export function cornerMarkers(width: number, height: number, { size = 36, inset = 24 } = {}): SceneMarkers {
  const [near, right, low] = [inset + size / 2, width - inset - size / 2, height - inset - size / 2];
  const centres = [
    { x: near, y: near },
    { x: right, y: near },
    { x: right, y: low },
    { x: near, y: low },
  ];
  const squares = centres.map(({ x, y }) => square(x, y, size, '#000000') + square(x, y, size / 3, '#ffffff'));
  return { svg: squares.join(''), centres };
}

export interface Tile extends SceneBox {
  readonly label: string;
  readonly fill: string;
}

/** Tiles in rows, each with its label and its colour, in reading order. */
export function tiles(
  contents: readonly { label: string; fill: string }[],
  { columns, size, gap = 0, x = 0, y = 0 }: { columns: number; size: number; gap?: number; x?: number; y?: number },
): Part & { readonly tiles: readonly Tile[] } {
  const laid = contents.map((content, index) => ({
    ...content,
    x: x + (index % columns) * (size + gap),
    y: y + Math.floor(index / columns) * (size + gap),
    width: size,
    height: size,
  }));
  const svg = laid.map((tile) => {
    const ink = isDark(tile.fill) ? '#ffffff' : '#000000';
    const middle = { x: tile.x + size / 2, y: tile.y + size / 2 };
    return `<rect x="${tile.x}" y="${tile.y}" width="${size}" height="${size}" fill="${tile.fill}"/>${textLabel(tile.label, middle, { size: size * 0.42, fill: ink, bold: true }).svg}`;
  });
  return { svg: svg.join(''), tiles: laid };
}

/** Colour fields without labels; the truth is their hex values. */
export function swatches(
  draw: Draw,
  count: number,
  { columns = count, size = 80, gap = 12, x = 0, y = 0 } = {},
): Part & { readonly tiles: readonly Tile[] } {
  const hex = () => `#${draw.many(3, () => draw.int(24, 231).toString(16).padStart(2, '0')).join('')}`;
  return tiles(
    draw.many(count, () => ({ label: '', fill: hex() })),
    { columns, size, gap, x, y },
  );
}

export const shapeKinds = ['circle', 'square', 'triangle', 'hexagon', 'ring', 'bar', 'cross'] as const;
export type ShapeKind = (typeof shapeKinds)[number];

export interface Shape extends Part {
  readonly kind: ShapeKind;
  readonly centre: ScenePoint;
  /** The whole shape is within this distance of the centre. */
  readonly reach: number;
  /** In square pixels, exactly. */
  readonly area: number;
}

/** A shape that fits into a circle of radius `reach`, turned by an angle in degrees. */
export function shape(
  kind: ShapeKind,
  centre: ScenePoint,
  reach: number,
  { fill, degrees = 0 }: { fill: string; degrees?: number },
): Shape {
  const { svg, area } = forms[kind](reach);
  return {
    svg: `<g transform="translate(${centre.x} ${centre.y}) rotate(${degrees})" fill="${fill}">${svg}</g>`,
    kind,
    centre,
    reach,
    area,
  };
}

const forms: Readonly<Record<ShapeKind, (reach: number) => { svg: string; area: number }>> = {
  circle: (reach) => ({ svg: `<circle r="${reach}"/>`, area: Math.PI * reach * reach }),
  square: (reach) => polygon(corners(4, reach)),
  triangle: (reach) => polygon(corners(3, reach)),
  hexagon: (reach) => polygon(corners(6, reach)),
  ring: (reach) => ({
    svg: `<path fill-rule="evenodd" d="${circlePath(reach)}${circlePath(reach / 2)}"/>`,
    area: Math.PI * reach * reach * 0.75,
  }),
  bar: (reach) => polygon(box(0.96 * reach, 0.28 * reach)),
  cross: (reach) => {
    const [long, short] = [0.96 * reach, 0.28 * reach];
    return polygon([
      [-long, -short],
      [-short, -short],
      [-short, -long],
      [short, -long],
      [short, -short],
      [long, -short],
      [long, short],
      [short, short],
      [short, long],
      [-short, long],
      [-short, short],
      [-long, short],
    ]);
  },
};

type Pair = readonly [x: number, y: number];

function corners(count: number, reach: number): Pair[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return [round(reach * Math.sin(angle)), round(-reach * Math.cos(angle))] as const;
  });
}

function box(right: number, down: number): Pair[] {
  return [
    [-right, -down],
    [right, -down],
    [right, down],
    [-right, down],
  ];
}

/** The area by the shoelace formula, from the corners as drawn. */
function polygon(points: readonly Pair[]): { svg: string; area: number } {
  const twice = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [0, 0];
    return sum + x * nextY - nextX * y;
  }, 0);
  return {
    svg: `<polygon points="${points.map((point) => point.map(round).join(',')).join(' ')}"/>`,
    area: Math.abs(twice) / 2,
  };
}

function circlePath(radius: number): string {
  return `M ${-radius} 0 A ${radius} ${radius} 0 1 0 ${radius} 0 A ${radius} ${radius} 0 1 0 ${-radius} 0 Z`;
}

/**
 * Random centres for shapes of the given reaches; the shapes do not touch each other or the edge. Throws when there is
 * no room.
 */
export function scatteredPoints(
  draw: Draw,
  reaches: readonly number[],
  { x, y, width, height }: SceneBox,
  gap = 6,
): ScenePoint[] {
  const placed: { at: ScenePoint; reach: number }[] = [];
  for (const reach of reaches) {
    const free = (at: ScenePoint) =>
      placed.every((other) => {
        const [dx, dy, apart] = [at.x - other.at.x, at.y - other.at.y, reach + other.reach + gap];
        return dx * dx + dy * dy >= apart * apart;
      });
    const edge = Math.ceil(reach + gap);
    let tries = 0;
    let at: ScenePoint;
    do {
      if (tries > 2000) throw new RangeError(`no room for ${reaches.length} things on ${width}×${height}`);
      at = { x: draw.int(x + edge, x + width - edge), y: draw.int(y + edge, y + height - edge) };
      tries += 1;
    } while (!free(at));
    placed.push({ at, reach });
  }
  return placed.map(({ at }) => at);
}

export interface LabelStyle {
  readonly size?: number;
  readonly fill?: string;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
}

/** A line of text centred at a point. The font has no Chinese characters: see `drawPng`. */
export function textLabel(
  text: string,
  at: ScenePoint,
  { size = 16, fill = '#111111', bold = false, anchor = 'middle' }: LabelStyle = {},
): Part {
  const weight = bold ? ' font-weight="bold"' : '';
  return {
    svg: `<text x="${round(at.x)}" y="${round(at.y + size * 0.36)}" font-family="DejaVu Sans"${weight} font-size="${round(size)}" fill="${fill}" text-anchor="${anchor}">${escaped(text)}</text>`,
  };
}

/** Lines of text from the upper left, one below the other. */
export function textBlock(
  lines: readonly string[],
  at: ScenePoint,
  style: LabelStyle & { readonly leading?: number } = {},
): Part {
  const size = style.size ?? 16;
  const leading = style.leading ?? size * 1.5;
  const svg = lines.map(
    (line, index) =>
      textLabel(line, { x: at.x, y: at.y + size / 2 + index * leading }, { anchor: 'start', ...style }).svg,
  );
  return { svg: svg.join('') };
}

function square(x: number, y: number, size: number, fill: string): string {
  return `<rect x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" fill="${fill}"/>`;
}

function isDark(hex: string): boolean {
  const value = Number.parseInt(hex.slice(1), 16);
  return (value >> 16) * 3 + ((value >> 8) & 255) * 6 + (value & 255) < 1400;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
