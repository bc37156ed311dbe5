// Surfaces for the background of a photograph.
import type { Draw } from '../../core/index.ts';
import { smoothNoise } from './light.ts';
import { shade, type Colour, type SceneRaster } from './raster.ts';

export const textures = ['paper', 'wood', 'concrete', 'cloth'] as const;
export type Texture = (typeof textures)[number];

/** All are dull, so that the colours of a scene (`palette`) stand out. */
export function texture(draw: Draw, kind: Texture, width: number, height: number): SceneRaster {
  const level = levels[kind](draw);
  const [red, green, blue] = draw.pick(grounds[kind]);
  return shade(width, height, (x, y) => {
    const light = level(x, y);
    return [red * light, green * light, blue * light];
  });
}

const grounds: Readonly<Record<Texture, readonly Colour[]>> = {
  paper: [
    [244, 240, 230],
    [238, 238, 234],
  ],
  wood: [
    [158, 120, 84],
    [128, 96, 70],
    [176, 146, 112],
  ],
  concrete: [
    [150, 149, 146],
    [128, 130, 130],
  ],
  cloth: [
    [112, 118, 124],
    [140, 132, 122],
    [92, 100, 104],
  ],
};

/** The brightness of the surface at a position, around 1. */
const levels: Readonly<Record<Texture, (draw: Draw) => (x: number, y: number) => number>> = {
  paper: (draw) => {
    const fibres = smoothNoise(draw, 14, 3);
    return (x, y) => 0.985 + 0.02 * fibres(x, y);
  },
  wood: (draw) => {
    const bend = smoothNoise(draw, 260, 2);
    const grain = smoothNoise(draw, 9, 2);
    return (x, y) => {
      // Long rings along x, slightly bent; the argument of the sine is rounded.
      const ring = Math.sin(Math.round((y / 11 + 7 * bend(x * 0.25, y)) * 1000) / 1000);
      return 0.93 + 0.06 * ring + 0.06 * grain(x * 0.08, y);
    };
  },
  concrete: (draw) => {
    const patches = smoothNoise(draw, 180, 5);
    const pores = smoothNoise(draw, 3);
    return (x, y) => 0.96 + 0.12 * patches(x, y) + 0.05 * pores(x, y);
  },
  cloth: (draw) => {
    const wear = smoothNoise(draw, 90, 3);
    return (x, y) => 0.92 + 0.05 * ((x >> 1) % 2 === (y >> 1) % 2 ? 1 : -1) + 0.07 * wear(x, y);
  },
};
