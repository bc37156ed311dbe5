// Sounds as samples between -1 and 1 at a rate: tones, chirps, clicks, noise. Every function returns new samples.
import type { Draw } from '../../core/index.ts';
import { quickBits } from '../bits.ts';

export type Samples = Float64Array;

export interface ToneOptions {
  /** The peak amplitude, from 0 to 1. */
  readonly level?: number;
  /** Seconds to fade in and to fade out; without fades a tone clicks. */
  readonly fade?: number;
  /** The phase in whole periods, from 0 to 1. */
  readonly phase?: number;
}

export function samplesIn(seconds: number, rate: number): number {
  return Math.round(seconds * rate);
}

export function silence(seconds: number, rate: number): Samples {
  return new Float64Array(samplesIn(seconds, rate));
}

export function tone(hertz: number, seconds: number, rate: number, options: ToneOptions = {}): Samples {
  return chord([{ hertz }], seconds, rate, options);
}

/** Tones together; `level` is the amplitude of the sum when all peaks coincide. */
export function chord(
  parts: readonly { readonly hertz: number; readonly weight?: number }[],
  seconds: number,
  rate: number,
  { level = 0.5, fade = 0.005, phase = 0 }: ToneOptions = {},
): Samples {
  const total = parts.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const samples = silence(seconds, rate).map((_, index) =>
    parts.reduce(
      (sum, { hertz, weight = 1 }) => sum + (weight / total) * level * sine((hertz * index) / rate + phase),
      0,
    ),
  );
  return faded(samples, fade, rate);
}

/** A linear glide from one frequency to another. */
export function chirp(
  from: number,
  to: number,
  seconds: number,
  rate: number,
  { level = 0.5, fade = 0.005, phase = 0 }: ToneOptions = {},
): Samples {
  const samples = silence(seconds, rate).map((_, index) => {
    const time = index / rate;
    return level * sine(from * time + ((to - from) * time * time) / (2 * seconds) + phase);
  });
  return faded(samples, fade, rate);
}

/** A click: a burst that decays within a few milliseconds. */
export function click(rate: number, { level = 0.8, seconds = 0.004 } = {}): Samples {
  const count = samplesIn(seconds, rate);
  return new Float64Array(count).map((_, index) => {
    const left = 1 - index / count;
    return rounded(level * left * left * (index % 2 === 0 ? 1 : -1));
  });
}

/** Equal power at all frequencies; `level` is the root mean square. */
export function whiteNoise(draw: Draw, seconds: number, rate: number, level = 0.05): Samples {
  const bits = quickBits(draw);
  // A uniform distribution from -√3 to √3 times the level has this root mean square.
  const reach = level * Math.sqrt(3);
  return silence(seconds, rate).map(() => rounded((bits() / 0x80000000 - 1) * reach));
}

/** Power that falls by 3 dB per octave, similar to wind and distant traffic; `level` is the root mean square. */
export function pinkNoise(draw: Draw, seconds: number, rate: number, level = 0.05): Samples {
  const bits = quickBits(draw);
  // Voss's algorithm: sixteen random numbers; number k is redrawn every 2^k samples.
  const rows = new Float64Array(16).map(() => bits() / 0x80000000 - 1);
  let sum = rows.reduce((total, value) => total + value, 0);
  const raw = silence(seconds, rate).map((_, index) => {
    const row = Math.min(15, 31 - Math.clz32((index + 1) & -(index + 1)));
    const fresh = bits() / 0x80000000 - 1;
    sum += fresh - (rows[row] ?? 0);
    rows[row] = fresh;
    return sum;
  });
  const mean = raw.reduce((total, value) => total + value, 0) / (raw.length || 1);
  return withLevel(
    raw.map((value) => value - mean),
    level,
  );
}

/** Fades in and out along half a cosine. */
export function faded(samples: Samples, seconds: number, rate: number): Samples {
  const length = Math.min(samplesIn(seconds, rate), Math.floor(samples.length / 2));
  return samples.map((value, index) => {
    const edge = Math.min(index, samples.length - 1 - index);
    return rounded(edge < length ? (value * (1 - Math.cos((Math.PI * (edge + 0.5)) / length))) / 2 : value);
  });
}

/** Root mean square. */
export function rms(samples: Samples): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / (samples.length || 1));
}

/** The same sound at the given root mean square. */
export function withLevel(samples: Samples, level: number): Samples {
  const factor = level / (rms(samples) || 1);
  return samples.map((value) => rounded(value * factor));
}

/** Decibels as a factor of amplitude: -6.02 dB is one half. */
export function fromDecibels(decibels: number): number {
  return Math.round(Math.exp((decibels * Math.LN10) / 20) * 1e9) / 1e9;
}
export function toDecibels(factor: number): number {
  return Math.round(20 * Math.log10(factor) * 1e6) / 1e6;
}

/** Rounded, so that the last bit of a sine cannot change a 16-bit sample. */
export function rounded(value: number): number {
  return Math.round(value * 1e7) / 1e7;
}

function sine(turns: number): number {
  return Math.sin(2 * Math.PI * (turns - Math.floor(turns)));
}
