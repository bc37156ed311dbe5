// Renders SVG drawings of generators as PNG, with bundled fonts, so that the bytes do not depend on the machine.
import { fontFiles } from '../documents/fonts.ts';
import { resvg } from '../load.ts';
import { writePng } from './png.ts';
import type { Pixels } from './raster.ts';

export interface DrawOptions {
  /** Gives RGB without alpha on this background, like a scanner or a camera. */
  readonly background?: string;
  readonly dpi?: number;
}

/**
 * Renders an SVG that a generator made. Never pass an untrusted file: there is no size limit.
 * Chinese text uses "Noto Sans SC"; all other text uses "DejaVu Sans".
 */
export function drawPng(svg: string, options: DrawOptions = {}): Uint8Array {
  if (options.background === undefined && options.dpi === undefined) return render(svg).asPng();
  return writePng(drawPixels(svg, options.background), options);
}

/** Renders to raw pixels: RGB on a background, or RGB with alpha. */
export function drawPixels(svg: string, background?: string): Pixels {
  const image = render(svg, background);
  const { width, height } = image;
  const data = new Uint8Array(image.pixels);
  if (background === undefined) return { width, height, channels: 4, data: straightAlpha(data) };
  return { width, height, channels: 3, data: data.filter((_, index) => index % 4 !== 3) };
}

function render(svg: string, background?: string) {
  const { Resvg } = resvg();
  return new Resvg(svg, {
    font: { loadSystemFonts: false, fontFiles: fontFiles(svg), defaultFontFamily: 'DejaVu Sans' },
    ...(background !== undefined && { background }),
  }).render();
}

/** The renderer multiplies colours by alpha; PNG stores them unmultiplied. */
function straightAlpha(data: Uint8Array): Uint8Array {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let part = at; part < at + 3; part += 1)
      data[part] = Math.min(255, Math.round(((data[part] ?? 0) * 255) / alpha));
  }
  return data;
}
