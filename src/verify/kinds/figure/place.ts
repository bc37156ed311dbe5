// Maps data values to pixel positions, by the claimed bounding box and limits of the axes.
import type { CapturedAxes } from './from-capture.ts';
import { isLike, rgbOf, type Canvas, type Rgb } from './pixels.ts';

export interface PixelBox {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Search radius around a tick for the ink of its mark or label, in pixels. */
const TICK_REACH = 3;
/** Maximum distance of a title or label from the axes, in pixels of a picture whose longer side has 640 pixels. */
const BESIDE = 110;

/** Minimum width and height of a plot, in pixels; a smaller plot is not read. */
const LEAST = 40;

export class AxesPlace {
  readonly canvas: Canvas;
  readonly box: PixelBox;
  /** The background colour of the axes. */
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

  /** Messages for labelled ticks without any ink (a mark or a letter) beside the axes at their claimed position. */
  missingTicks(name: 'x' | 'y'): string[] {
    const axis = this.#axes[name];
    if (!axis.visible) return [];
    const { left, right, bottom, top } = this.box;
    return axis.ticks.flatMap(({ at, label }) => {
      if (at === null || label.trim() === '') return [];
      const low = name === 'x' ? this.x(at) : this.y(at);
      // Marks and labels are outside the axes, on either side, within this many pixels.
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

/** Position along the axis: 0 is its lower limit, 1 its upper limit. */
function share({ scale, limits }: CapturedAxes['x'], value: number): number {
  const [low, high] = limits.map((each) => each ?? NaN) as [number, number];
  if (scale !== 'log') return (value - low) / (high - low);
  return value > 0 ? Math.log(value / low) / Math.log(high / low) : -1;
}
