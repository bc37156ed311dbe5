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
  const all = new Uint8Array(data);
  if (data.some((value, at) => at % 4 === 3 && value !== 255)) return { width, height, channels: 4, data: all };
  return { width, height, channels: 3, data: all.filter((_, at) => at % 4 !== 3) };
}

/** Scaled down: each pixel is the mean of the pixels that it covers. */
export function shrunk(raster: SceneRaster, width: number, height: number): SceneRaster {
  const { data } = formats.shrinkPixels({ ...raster, channels: 4, data: new Uint8Array(raster.data) }, width, height);
  return { width, height, data: new Uint8ClampedArray(data) };
}
