// Where values lie in a picture, by the box and the limits that are claimed of its axes.
import type { CapturedAxes } from './from-capture.ts';
import { isLike, rgbOf, type Canvas, type Rgb } from './pixels.ts';

export interface PixelBox {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** How far around a tick its mark or its grid line is looked for. */
const TICK_REACH = 3;
/** How far from the axes a title or a label may stand, in pixels at 100 dpi. */
const BESIDE = 110;

/** Nothing is read off a plot that is smaller, in pixels. */
const LEAST = 40;

export class AxesPlace {
  readonly canvas: Canvas;
  readonly box: PixelBox;
  /** What is painted behind everything. */
  readonly ground: Rgb;
  readonly #axes: CapturedAxes;
  readonly #outside: Rgb;

  private constructor(axes: CapturedAxes, canvas: Canvas, box: PixelBox, outside: Rgb) {
    this.#axes = axes;
    this.canvas = canvas;
    this.box = box;
    this.#outside = outside;
    this.ground = rgbOf(axes.color ?? '#ffffff00', outside);
  }

  static of(axes: CapturedAxes, canvas: Canvas, outside: Rgb): AxesPlace | undefined {
    const [left, bottom, width, height] = axes.pixels;
    const limits = [...axes.x.limits, ...axes.y.limits];
    if (left === null || bottom === null || width === null || height === null) return undefined;
    if (!(width >= LEAST) || !(height >= LEAST) || limits.some((each) => each === null)) return undefined;
    return new AxesPlace(axes, canvas, { left, right: left + width, bottom, top: bottom + height }, outside);
  }

  x(value: number): number {
    return this.box.left + share(this.#axes.x, value) * (this.box.right - this.box.left);
  }

  y(value: number): number {
    return this.box.bottom + share(this.#axes.y, value) * (this.box.top - this.box.bottom);
  }

  isInside(x: number, y: number): boolean {
    const { left, right, bottom, top } = this.box;
    return x >= left - 1 && x <= right + 1 && y >= bottom - 1 && y <= top + 1;
  }

  /** Ticks with a label that have neither a mark nor a grid line nor a letter where they are claimed. */
  missingTicks(name: 'x' | 'y'): string[] {
    const axis = this.#axes[name];
    if (!axis.visible) return [];
    const { left, right, bottom, top } = this.box;
    return axis.ticks.flatMap(({ at, label }) => {
      if (at === null || label.trim() === '') return [];
      const low = name === 'x' ? this.x(at) : this.y(at);
      // Labels stand outside, on either side, below or beside their tick.
      const depth = 30;
      const seen =
        name === 'x'
          ? this.#ink(low - TICK_REACH, bottom - depth, 2 * TICK_REACH, depth) ||
            this.#ink(low - TICK_REACH, top + 1, 2 * TICK_REACH, depth)
          : this.#ink(left - depth, low - TICK_REACH, depth - 1, 2 * TICK_REACH) ||
            this.#ink(right + 2, low - TICK_REACH, depth, 2 * TICK_REACH);
      return seen ? [] : [`the ${name} axis has nothing at "${label.slice(0, 40)}"`];
    });
  }

  hasInkBeside(side: 'above' | 'below' | 'left' | 'right'): boolean {
    const { left, right, bottom, top } = this.box;
    const reach = (BESIDE * Math.max(this.canvas.width, this.canvas.height)) / 640;
    if (side === 'above') return this.#ink(left, top + 4, right - left, reach);
    if (side === 'below') return this.#ink(left, bottom - reach, right - left, reach - 4);
    if (side === 'left') return this.#ink(left - reach, bottom, reach - 4, top - bottom);
    return this.#ink(right + 4, bottom, reach, top - bottom);
  }

  hasColorIn(box: readonly (number | null)[], color: string): boolean {
    const [left = 0, bottom = 0, width = 0, height = 0] = box.map((each) => each ?? 0);
    const wanted = rgbOf(color, this.ground);
    for (let y = bottom; y < Math.min(bottom + height, this.canvas.height); y += 1)
      for (let x = left; x < Math.min(left + width, this.canvas.width); x += 1) {
        const found = this.canvas.colorAt(x, y);
        if (found && isLike(found, wanted)) return true;
      }
    return false;
  }

  #ink(left: number, bottom: number, width: number, height: number): boolean {
    return this.canvas.hasInk(left, bottom, width, height, this.#outside);
  }
}

/** How far along the axis, from 0 to 1. */
function share({ scale, limits }: CapturedAxes['x'], value: number): number {
  const [low, high] = limits.map((each) => each ?? NaN) as [number, number];
  if (scale !== 'log') return (value - low) / (high - low);
  return value > 0 ? Math.log(value / low) / Math.log(high / low) : -1;
}
