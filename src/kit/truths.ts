// Converts pictures and sounds to plain JSON for the truth; checks of kind `image` and `audio` compare with it.
import { levelSteps, thinned, writeWav, type SoundSamples } from '../formats/index.ts';
import type { SceneRaster } from './scene/raster.ts';
import { shrunk, renderPng } from './scene/render.ts';

/**
 * A true picture for `imageLike` and `imagePlays`, scaled down by a factor, so that lossy formats and filters have
 * little effect.
 */
export function truthPicture(raster: SceneRaster, times = 1): string {
  const [width, height] = [Math.round(raster.width / times), Math.round(raster.height / times)];
  return Buffer.from(renderPng(times === 1 ? raster : shrunk(raster, width, height))).toString('base64');
}

/** The loudness of a true channel for `audioLevels`. */
export function truthLevels(samples: SoundSamples, rate: number, step = 0.01): number[] {
  return levelSteps(samples, rate, step);
}

/** A true recording for `audioLike`, at a lower sample rate: 1000 samples a second are enough to recognise a voice. */
export function truthSound(samples: SoundSamples, rate: number, thin = 1000): string {
  return Buffer.from(writeWav(thinned(samples, rate, thin), thin)).toString('base64');
}

/**
 * Excerpts of a true recording for `audioExcerpts`, of equal length from each start; excerpts that exceed its end are
 * left out.
 */
export function truthExcerpts(
  channels: readonly SoundSamples[],
  rate: number,
  starts: readonly number[],
  seconds = 0.015,
): { sound: string; starts: number[] } {
  const size = Math.round(seconds * rate);
  const length = channels[0]?.length ?? 0;
  const places = starts.map((start) => Math.round(start * rate)).filter((at) => at >= 0 && at + size <= length);
  const cut = channels.map((samples) => {
    const out = new Float64Array(places.length * size);
    for (const [index, at] of places.entries()) out.set(samples.subarray(at, at + size), index * size);
    return out;
  });
  return { sound: Buffer.from(writeWav(cut, rate)).toString('base64'), starts: places.map((at) => at / rate) };
}
