// Renders SVG to pixels, and writes pixels to a file.
import * as formats from '../../formats/index.ts';
import type { SceneRaster } from './raster.ts';

export function renderPixels(svg: string): SceneRaster {
  const { width, height, data } = formats.drawPixels(svg);
  return { width, height, data: new Uint8ClampedArray(data) };
}

/** PNG, without an alpha channel where all is opaque. */
export function renderPng(raster: SceneRaster): Uint8Array {
  return formats.writePng(scenePixels(raster));
}

/** For the writers of other picture formats. */
export function scenePixels({ width, height, data }: SceneRaster): formats.Pixels {
  if (!isOpaque(data)) return { width, height, channels: 4, data: new Uint8Array(data) };
  const colours = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    colours[to] = data[from] ?? 0;
    colours[to + 1] = data[from + 1] ?? 0;
    colours[to + 2] = data[from + 2] ?? 0;
  }
  return { width, height, channels: 3, data: colours };
}

function isOpaque(data: Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** Scaled down: each pixel is the mean of the pixels that it covers. */
export function shrunk(raster: SceneRaster, width: number, height: number): SceneRaster {
  const { data } = formats.shrinkPixels({ ...raster, channels: 4, data: new Uint8Array(raster.data) }, width, height);
  return { width, height, data: new Uint8ClampedArray(data) };
}
