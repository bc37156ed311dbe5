// From SVG to pixels to be worked on, and from pixels to a file.
import * as formats from '../../formats/index.ts';
import type { Raster } from './raster.ts';

export function drawPixels(svg: string): Raster {
  const { width, height, data } = formats.drawPixels(svg);
  return { width, height, data: new Uint8ClampedArray(data) };
}

/** PNG: colour without opacity where all is opaque. */
export function writePng(raster: Raster): Uint8Array {
  return formats.writePng(pixelsOf(raster));
}

/** For the writers of other formats. */
export function pixelsOf({ width, height, data }: Raster): formats.Pixels {
  const all = new Uint8Array(data);
  if (data.some((value, at) => at % 4 === 3 && value !== 255)) return { width, height, channels: 4, data: all };
  return { width, height, channels: 3, data: all.filter((_, at) => at % 4 !== 3) };
}

/** Made smaller: each pixel the mean of what it covers. */
export function shrunk(raster: Raster, width: number, height: number): Raster {
  const { data } = formats.shrinkPixels({ ...raster, channels: 4, data: new Uint8Array(raster.data) }, width, height);
  return { width, height, data: new Uint8ClampedArray(data) };
}
