// Camera effects: vignette, uneven light, blur, grain.
import { createNoise2D } from 'simplex-noise';
import type { Draw } from '../../core/index.ts';
import { quickNormal } from '../bits.ts';
import { adjust, type SceneRaster } from './raster.ts';

/** A smooth field between about -1 and 1: simplex noise, with finer and weaker layers on top. */
export function smoothNoise(draw: Draw, scale: number, layers = 1): (x: number, y: number) => number {
  const noises = draw.many(layers, () => createNoise2D(() => draw.real(0, 1)));
  return (x, y) => {
    let sum = 0;
    let weight = 1;
    let total = 0;
    let fine = 1 / scale;
    for (const noise of noises) {
      sum += weight * noise(x * fine, y * fine);
      total += weight;
      weight /= 2;
      fine *= 2;
    }
    return sum / total;
  };
}

/** Sensor noise: adds a random amount, with the given standard deviation in levels, to every colour value. */
export function sensorNoise(draw: Draw, raster: SceneRaster, deviation: number): SceneRaster {
  const normal = quickNormal(draw);
  return adjust(raster, (value) => value + deviation * normal());
}

/** Darker towards the corners: `strength` is the share of light that a corner loses, from 0 to 1. */
export function vignette(raster: SceneRaster, strength: number): SceneRaster {
  const [middleX, middleY] = [raster.width / 2, raster.height / 2];
  const reach = middleX * middleX + middleY * middleY;
  return relit(raster, (x, y) => {
    const dx = x + 0.5 - middleX;
    const dy = y + 0.5 - middleY;
    return 1 - (strength * (dx * dx + dy * dy)) / reach;
  });
}

/**
 * A lamp on one side and soft patches: the darkest places lose about twice `strength`, and the brightest lose nothing,
 * so that white is not clipped.
 */
export function unevenLight(draw: Draw, raster: SceneRaster, strength: number): SceneRaster {
  const size = Math.max(raster.width, raster.height);
  const patches = smoothNoise(draw, size * 0.8);
  const [right, down] = [draw.real(-1, 1), draw.real(-1, 1)];
  const lamp = Math.abs(right) + Math.abs(down) || 1;
  return relit(raster, (x, y) => {
    const side = (right * (x / raster.width - 0.5) + down * (y / raster.height - 0.5)) * (2 / lamp);
    return 1 - strength * (1 - 0.6 * side - 0.4 * patches(x, y));
  });
}

/** Multiplies the brightness of every pixel by a factor. */
export function relit({ width, height, data }: SceneRaster, light: (x: number, y: number) => number): SceneRaster {
  const result = new Uint8ClampedArray(data);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const factor = light(x, y);
      for (let channel = 0; channel < 3; channel += 1) result[at + channel] = (data[at + channel] ?? 0) * factor;
    }
  }
  return { width, height, data: result };
}

/** Each pixel the mean of a square of side 2 · radius + 1. */
export function boxBlur(raster: SceneRaster, radius: number): SceneRaster {
  return blur(raster, Array<number>(2 * radius + 1).fill(1));
}

export function gaussianBlur(raster: SceneRaster, deviation: number): SceneRaster {
  const radius = Math.ceil(deviation * 3);
  // Integer weights, so that the last bit of an exponential has no effect.
  const weights = Array.from({ length: 2 * radius + 1 }, (_, index) => {
    const distance = (index - radius) / deviation;
    return Math.round(Math.exp(-(distance * distance) / 2) * 4096);
  });
  return blur(raster, weights);
}

/** Rows, then columns; beyond the edge the last pixel is repeated. */
function blur(raster: SceneRaster, weights: readonly number[]): SceneRaster {
  return along(along(raster, weights, 1, 0), weights, 0, 1);
}

function along(
  { width, height, data }: SceneRaster,
  weights: readonly number[],
  right: number,
  down: number,
): SceneRaster {
  const result = new Uint8ClampedArray(data);
  const radius = (weights.length - 1) / 2;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (let index = 0; index < weights.length; index += 1) {
        const weight = weights[index] ?? 0;
        const px = Math.min(width - 1, Math.max(0, x + (index - radius) * right));
        const py = Math.min(height - 1, Math.max(0, y + (index - radius) * down));
        const from = (py * width + px) * 4;
        red += weight * (data[from] ?? 0);
        green += weight * (data[from + 1] ?? 0);
        blue += weight * (data[from + 2] ?? 0);
      }
      const to = (y * width + x) * 4;
      result[to] = red / total;
      result[to + 1] = green / total;
      result[to + 2] = blue / total;
    }
  }
  return { width, height, data: result };
}
