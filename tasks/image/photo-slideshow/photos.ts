// Holiday photos: sky, hills, water, a sun and a house or a tree; no photo is symmetric. How they are shown,
// how a phone stores them, and how they fit into a frame.
import { renderPixels, scenePixels, scene, shrunk, writePicture, type Draw, type SceneRaster } from 'pybench/kit';

export const FRAME = { width: 320, height: 240 };

export type Photo = {
  name: string;
  /** As it must be shown. */
  raster: SceneRaster;
  /** EXIF orientation of the stored pixels. A PNG has none. */
  orientation: number;
};

type Size = readonly [width: number, height: number];

/** Sizes that fit into the frame at whole pixels. */
const upright: readonly Size[] = [
  [400, 300],
  [480, 240],
  [300, 300],
  [300, 400],
];
const sideways: readonly Size[] = [
  [300, 400],
  [360, 480],
  [400, 300],
];

export function makePhoto(draw: Draw, number: number, orientation: number): Photo {
  const [width, height] = draw.pick(orientation === 6 || orientation === 8 ? sideways : upright);
  const png = orientation === 1 && draw.chance(0.5);
  return {
    name: `IMG_${number}.${png ? 'png' : 'jpg'}`,
    raster: renderPixels(landscape(draw, width, height)),
    orientation,
  };
}

function landscape(draw: Draw, width: number, height: number): string {
  const hue = draw.int(185, 235);
  const horizon = Math.round(height * draw.real(0.45, 0.62));
  const sunLeft = draw.chance(0.5);
  const sun = {
    x: Math.round(width * (sunLeft ? 0.2 : 0.8)),
    y: Math.round(height * 0.2),
    r: Math.round(height * 0.08),
  };
  const hill = (base: number, rise: number, fill: string) => {
    const points = draw.many(
      7,
      (index) => `${Math.round((index * width) / 6)},${Math.round(base - draw.real(0.2, 1) * rise)}`,
    );
    return `<polygon points="0,${height} ${points.join(' ')} ${width},${height}" fill="${fill}"/>`;
  };
  const thing = draw.pick([house, tree, boat])(draw, height * 0.16);
  const at = `translate(${Math.round(width * (sunLeft ? draw.real(0.6, 0.8) : draw.real(0.2, 0.4)))} ${Math.round(height * 0.84)})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue}, 65%, 45%)"/><stop offset="1" stop-color="hsl(${hue - draw.int(0, 150)}, 60%, 82%)"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/>
<circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="#fff1b8"/>
${hill(horizon, height * 0.25, `hsl(${draw.int(200, 260)}, 22%, ${draw.int(38, 55)}%)`)}
${hill(horizon + height * 0.15, height * 0.15, `hsl(${draw.int(80, 150)}, 35%, ${draw.int(25, 42)}%)`)}
<rect y="${Math.round(height * 0.8)}" width="${width}" height="${height}" fill="hsl(${draw.int(20, 210)}, 40%, ${draw.int(30, 60)}%)"/>
<g transform="${at}">${thing}</g></svg>`;
}

function house(draw: Draw, size: number): string {
  const wall = draw.pick(['#f3e9dc', '#c9543b', '#e8c46a']);
  return `<rect x="${-size}" y="${-size}" width="${2 * size}" height="${size * 1.2}" fill="${wall}"/><polygon points="${-size * 1.2},${-size} 0,${-size * 2} ${size * 1.2},${-size}" fill="#5b2a20"/><rect x="${-size * 0.7}" y="${-size * 0.7}" width="${size * 0.5}" height="${size * 0.5}" fill="#22303c"/>`;
}

function tree(draw: Draw, size: number): string {
  const crown = draw.pick(['#1f5c2e', '#8a5a1c', '#b3412e']);
  return `<rect x="${-size * 0.12}" y="${-size}" width="${size * 0.24}" height="${size * 1.2}" fill="#4a3423"/><circle cy="${-size * 1.5}" r="${size * 0.9}" fill="${crown}"/><circle cx="${size * 0.5}" cy="${-size}" r="${size * 0.5}" fill="${crown}"/>`;
}

function boat(draw: Draw, size: number): string {
  const sail = draw.pick(['#ffffff', '#e4572e', '#f7d154']);
  return `<polygon points="${-size},0 ${size * 1.2},0 ${size * 0.8},${size * 0.4} ${-size * 0.8},${size * 0.4}" fill="#3b2417"/><polygon points="0,${-size * 0.1} 0,${-size * 2} ${size},${-size * 0.1}" fill="${sail}"/>`;
}

/** The file as the phone wrote it. */
export async function stored({ name, raster, orientation }: Photo): Promise<Uint8Array> {
  if (name.endsWith('.png')) return await writePicture(scenePixels(raster), 'png');
  return await writePicture(scenePixels(turnedBack(raster, orientation)), 'jpeg', { quality: 92, orientation });
}

/** The stored position of a pixel that is shown at a position: 3 is upside down, 6 and 8 are turned sideways. */
function turnedBack(raster: SceneRaster, orientation: number): SceneRaster {
  const { width, height } = raster;
  if (orientation === 3)
    return scene.shade(width, height, (x, y) => scene.colourAt(raster, width - 1 - x, height - 1 - y));
  if (orientation === 6) return scene.shade(height, width, (x, y) => scene.colourAt(raster, width - 1 - y, x));
  if (orientation === 8) return scene.shade(height, width, (x, y) => scene.colourAt(raster, y, height - 1 - x));
  return raster;
}

/** As large as fits, in the middle of a black frame. */
export function framed(raster: SceneRaster): SceneRaster {
  const scale = Math.min(FRAME.width / raster.width, FRAME.height / raster.height);
  const [width, height] = [Math.round(raster.width * scale), Math.round(raster.height * scale)];
  const ground = scene.plain(FRAME.width, FRAME.height, [0, 0, 0]);
  return scene.over(shrunk(raster, width, height), ground, (FRAME.width - width) / 2, (FRAME.height - height) / 2);
}
