// A simulated photograph of a flat picture on a table: turned, in perspective, in uneven light, with grain.
import type { Draw } from '../../core/index.ts';
import { gaussianBlur, sensorNoise, unevenLight, vignette } from './light.ts';
import { over, type ScenePoint, type SceneRaster } from './raster.ts';
import { texture, textures, type Texture } from './textures.ts';
import { homography, project, warp, type Homography } from './warp.ts';

export interface PhotoOptions {
  readonly width?: number;
  readonly height?: number;
  readonly ground?: Texture;
  /** How far the corners move, as a share of the picture's shorter side. */
  readonly tilt?: number;
  /** Standard deviation of the lens blur, in pixels. */
  readonly blur?: number;
  /** Standard deviation of the grain, in levels of 255. */
  readonly grain?: number;
  readonly light?: number;
}

export interface Photo {
  readonly raster: SceneRaster;
  /** Maps the flat picture to the photograph. */
  readonly map: Homography;
  /** The corners of the sheet in the photograph, clockwise from the upper left. */
  readonly corners: readonly ScenePoint[];
}

export function photograph(draw: Draw, flat: SceneRaster, options: PhotoOptions = {}): Photo {
  const { width = flat.width, height = flat.height, tilt = 0.05, blur = 0.7, grain = 4, light = 0.1 } = options;
  const ground = texture(draw.fork('ground'), options.ground ?? draw.pick(textures.slice(1)), width, height);
  const sheet = [
    { x: 0, y: 0 },
    { x: flat.width, y: 0 },
    { x: flat.width, y: flat.height },
    { x: 0, y: flat.height },
  ];
  // The sheet fills most of the photograph; its corners are always inside.
  const scale = Math.min(width / flat.width, height / flat.height) * (0.96 - 2 * tilt);
  const stray = Math.min(flat.width, flat.height) * scale * tilt;
  const corners = sheet.map(({ x, y }) => ({
    x: round(width / 2 + (x - flat.width / 2) * scale + draw.real(-stray, stray)),
    y: round(height / 2 + (y - flat.height / 2) * scale + draw.real(-stray, stray)),
  }));
  const map = homography(sheet, corners);
  const lit = unevenLight(draw.fork('light'), over(warp(flat, map, width, height), ground), light);
  const taken = blur > 0 ? gaussianBlur(vignette(lit, light), blur) : vignette(lit, light);
  return { raster: sensorNoise(draw.fork('grain'), taken, grain), map, corners };
}

/** The position in the photograph of a point of the flat picture. */
export function seenAt({ map }: Photo, point: ScenePoint): ScenePoint {
  return project(map, point);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
