// Pictures as pixels: making, reading and changing them. Every function returns a new picture and does not change its
// argument.

/** Eight bits of red, green, blue and opacity for every pixel, row by row from the top. */
export interface SceneRaster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}
export type Colour = readonly [red: number, green: number, blue: number];
export interface ScenePoint {
  readonly x: number;
  readonly y: number;
}

export function plain(width: number, height: number, [red, green, blue]: Colour): SceneRaster {
  return shade(width, height, () => [red, green, blue]);
}

/** A picture from a function of the position. */
export function shade(width: number, height: number, colour: (x: number, y: number) => Colour): SceneRaster {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const [red, green, blue] = colour(x, y);
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}

export function colourAt({ width, height, data }: SceneRaster, x: number, y: number): Colour {
  if (x < 0 || y < 0 || x >= width || y >= height) throw new RangeError(`(${x}, ${y}) lies outside ${width}×${height}`);
  const at = (Math.floor(y) * width + Math.floor(x)) * 4;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

export function colourFrom(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Maps every colour value with its position; opacity does not change. */
export function adjust(
  raster: SceneRaster,
  change: (value: number, x: number, y: number, channel: number) => number,
): SceneRaster {
  const { width, height } = raster;
  const data = new Uint8ClampedArray(raster.data);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      for (let channel = 0; channel < 3; channel += 1) {
        data[at + channel] = change(data[at + channel] ?? 0, x, y, channel);
      }
    }
  }
  return { width, height, data };
}

export function crop(raster: SceneRaster, left: number, top: number, width: number, height: number): SceneRaster {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const start = ((top + y) * raster.width + left) * 4;
    data.set(raster.data.subarray(start, start + width * 4), y * width * 4);
  }
  return { width, height, data };
}

/** One picture over another, where the upper one is opaque. */
export function over(upper: SceneRaster, lower: SceneRaster, left = 0, top = 0): SceneRaster {
  const data = new Uint8ClampedArray(lower.data);
  for (let y = Math.max(0, -top); y < Math.min(upper.height, lower.height - top); y += 1) {
    for (let x = Math.max(0, -left); x < Math.min(upper.width, lower.width - left); x += 1) {
      const from = (y * upper.width + x) * 4;
      const to = ((top + y) * lower.width + left + x) * 4;
      const opacity = (upper.data[from + 3] ?? 0) / 255;
      for (let channel = 0; channel < 3; channel += 1) {
        data[to + channel] = (upper.data[from + channel] ?? 0) * opacity + (data[to + channel] ?? 0) * (1 - opacity);
      }
      data[to + 3] = Math.max(data[to + 3] ?? 0, upper.data[from + 3] ?? 0);
    }
  }
  return { width: lower.width, height: lower.height, data };
}
