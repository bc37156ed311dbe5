// Finds every line of text in a picture, and cuts it out for OCR.
import { cropOf, type Crop } from './crop.ts';
import { pictureInk, surfacesOf } from './ink.ts';
import { textLines, type TextBox } from './lines.ts';
import { paletteOf } from './palette.ts';
import { readRaster } from './raster.ts';

export interface TextPlan {
  readonly size: number;
  /** Each line of text with its crops: OCR reads the first; it reads the others only if its confidence was low. */
  readonly lines: readonly { readonly box: TextBox; readonly crops: readonly Crop[] }[];
}

const LINE_HEIGHTS = [36, 48, 28];

export async function planOf(png: Uint8Array): Promise<TextPlan> {
  const raster = await readRaster(png);
  const palette = paletteOf(raster);
  const { boxes, size } = textLines(pictureInk(raster, palette, surfacesOf(raster, palette)), raster.width);
  return { size, lines: boxes.map((box) => ({ box, crops: LINE_HEIGHTS.map((high) => cropOf(raster, box, high)) })) };
}
