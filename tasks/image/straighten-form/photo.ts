// The photograph: the sheet on a table, turned and seen at an angle, in uneven light.
import { liveTraps, scene, type Draw, type SceneRaster } from 'pybench/kit';

/** In pixels of the sheet. */
export const MARKER = { centre: 60, size: 40 };

const PHOTO = { long: 1200, short: 960 };

type Point = scene.ScenePoint;

/** `straight`: upright and from right above. */
export function photographed(draw: Draw, flat: SceneRaster, straight: boolean): SceneRaster {
  const sheet = cornersOf(0, 0, flat.width, flat.height);
  const quarters = straight ? 0 : draw.int(1, 3);
  const [width, height] = quarters % 2 === 1 ? [PHOTO.long, PHOTO.short] : [PHOTO.short, PHOTO.long];
  // Seen from one side, that side is longer than the opposite one.
  const corners = straight
    ? placed(draw, width, height, quarters, 0)
    : liveTraps(draw, (again) => placed(again, width, height, quarters, 0.07), {
        // Three markers alone would put the fourth corner this far off.
        affine: (made) => parallelogramError(made) > 32,
      });
  const map = scene.homography(sheet, corners);
  const ground = scene.texture(draw.fork('ground'), draw.pick(['wood', 'cloth'] as const), width, height);
  const laid = scene.over(scene.warp(flat, map, width, height), darker(ground));
  const lit = scene.vignette(scene.unevenLight(draw.fork('light'), laid, 0.08), 0.1);
  return scene.sensorNoise(draw.fork('grain'), scene.gaussianBlur(lit, 0.6), 3);
}

function cornersOf(left: number, top: number, right: number, bottom: number): Point[] {
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/** The corners of the sheet in the photo, beginning at its own top left, after a number of quarter turns clockwise. */
function placed(draw: Draw, width: number, height: number, quarters: number, tilt: number): Point[] {
  const [long, short] = [Math.max(width, height) * 0.84, (Math.max(width, height) * 0.84 * 210) / 297];
  const [wide, high] = width > height ? [long, short] : [short, long];
  const [left, top] = [(width - wide) / 2, (height - high) / 2];
  const stray = () => draw.real(-1, 1) * tilt * short;
  const seen = cornersOf(left, top, left + wide, top + high).map(({ x, y }) => ({
    x: Math.round(x + stray()),
    y: Math.round(y + stray()),
  }));
  return seen.map((_, index) => seen[(index + quarters) % 4] ?? { x: 0, y: 0 });
}

function parallelogramError([a, b, c, d]: readonly Point[]): number {
  if (!a || !b || !c || !d) return 0;
  const [x, y] = [a.x + c.x - b.x - d.x, a.y + c.y - b.y - d.y];
  return Math.sqrt(x * x + y * y);
}

/** A table must not be taken for paper. */
function darker(ground: SceneRaster): SceneRaster {
  return scene.adjust(ground, (value) => value * 0.55);
}
