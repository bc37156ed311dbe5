// Measures of sound: loudness over time, tones, spectra, shifts and pauses.
import { fourier } from '../load.ts';

/** The level of silence; differences below it are ignored. */
export const SILENCE_DB = -120;

const decibels = (power: number) => (power > 1e-12 ? 10 * Math.log10(power) : SILENCE_DB);

/** The level of a range of samples in dB; a full-scale sine has -3.01. */
export function levelOf(samples: Float32Array | Float64Array, from = 0, to = samples.length): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += (samples[at] ?? 0) ** 2;
  return decibels(to > from ? sum / (to - from) : 0);
}

/** The level of each window of this many seconds; the rest at the end is a window if it is at least half as long. */
export function soundLevels(samples: Float32Array, rate: number, window: number): number[] {
  const size = Math.max(1, Math.round(window * rate));
  const count = Math.max(1, Math.round(samples.length / size));
  return Array.from({ length: count }, (_, index) =>
    levelOf(samples, index * size, Math.min(samples.length, (index + 1) * size)),
  );
}

/**
 * The level of each window of `step` seconds, in tenths of a dB; windows start at multiples of `step`, at any sample
 * rate.
 */
export function levelSteps(samples: Float32Array | Float64Array, rate: number, step: number): number[] {
  const count = Math.max(1, Math.round(samples.length / rate / step));
  const place = (index: number) => Math.min(samples.length, Math.round(index * step * rate));
  return Array.from(
    { length: count },
    (_, index) => Math.round(levelOf(samples, place(index), place(index + 1)) * 10) / 10,
  );
}

/** Resamples to a lower rate: each new sample is the mean of the samples it covers. */
export function thinned(samples: Float32Array | Float64Array, from: number, to: number): Float32Array {
  const size = from / to;
  return Float32Array.from({ length: Math.floor(samples.length / size) }, (_, index) => {
    const [start, end] = [
      Math.round(index * size),
      Math.max(Math.round(index * size) + 1, Math.round((index + 1) * size)),
    ];
    let sum = 0;
    for (let at = start; at < end; at += 1) sum += samples[at] ?? 0;
    return sum / (end - start);
  });
}

/** The level of one frequency in a range of samples, in dB (Goertzel); a full-scale sine has -3.01. */
export function toneLevel(
  samples: Float32Array,
  rate: number,
  frequency: number,
  from = 0,
  to = samples.length,
): number {
  const turn = 2 * Math.cos((2 * Math.PI * frequency) / rate);
  let [before, last] = [0, 0];
  for (let at = from; at < to; at += 1) [before, last] = [last, (samples[at] ?? 0) + turn * last - before];
  const power = before * before + last * last - turn * before * last;
  return decibels((2 * power) / (to - from) ** 2);
}

/** The strongest frequency of a range of samples in Hz, interpolated between bins, with a Hann window. */
export function strongestTone(samples: Float32Array, rate: number, from = 0, to = samples.length): number {
  const size = 2 ** Math.max(4, Math.min(18, Math.floor(Math.log2(Math.max(16, to - from)))));
  const transform = fourier(size);
  const input = Array.from({ length: size }, (_, index) =>
    from + index < to ? (samples[from + index] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size)) : 0,
  );
  const out = transform.createComplexArray();
  transform.realTransform(out, input);
  const power = (bin: number) => (out[2 * bin] ?? 0) ** 2 + (out[2 * bin + 1] ?? 0) ** 2;
  let peak = 1;
  for (let bin = 2; bin < size / 2; bin += 1) if (power(bin) > power(peak)) peak = bin;
  const [left, middle, right] = [peak - 1, peak, peak + 1].map((bin) => Math.log(power(bin) + 1e-30));
  const [a, b, c] = [left ?? 0, middle ?? 0, right ?? 0];
  const curve = a - 2 * b + c;
  return ((peak + (curve === 0 ? 0 : (0.5 * (a - c)) / curve)) * rate) / size;
}

export interface Alignment {
  /** By how many samples the second sound is later than the first. */
  readonly shift: number;
  /** The correlation over the overlap, from -1 to 1. */
  readonly likeness: number;
}

/** The shift of at most `most` samples at which the two sounds correlate best. */
export function align(first: Float32Array, second: Float32Array, most: number): Alignment {
  const size = 2 ** Math.ceil(Math.log2(first.length + second.length + 1));
  const transform = fourier(size);
  const spectrum = (samples: Float32Array) => {
    const input = Array.from({ length: size }, (_, index) => samples[index] ?? 0);
    const out = transform.createComplexArray();
    transform.realTransform(out, input);
    transform.completeSpectrum(out);
    return out;
  };
  const [a, b] = [spectrum(first), spectrum(second)];
  const product = transform.createComplexArray();
  for (let at = 0; at < 2 * size; at += 2) {
    const [re, im, otherRe, otherIm] = [a[at] ?? 0, a[at + 1] ?? 0, b[at] ?? 0, b[at + 1] ?? 0];
    product[at] = re * otherRe + im * otherIm;
    product[at + 1] = re * otherIm - im * otherRe;
  }
  const out = transform.createComplexArray();
  transform.inverseTransform(out, product);
  let shift = 0;
  const at = (lag: number) => out[2 * ((lag + size) % size)] ?? 0;
  for (let lag = -most; lag <= most; lag += 1) if (at(lag) > at(shift)) shift = lag;
  return { shift, likeness: likenessAt(first, second, shift) };
}

/** The correlation of two sounds over their overlap, with the second shifted by this many samples: from -1 to 1. */
export function likenessAt(first: Float32Array, second: Float32Array, shift: number): number {
  let [both, one, other] = [0, 0, 0];
  for (let at = Math.max(0, -shift); at < first.length && at + shift < second.length; at += 1) {
    const [a, b] = [first[at] ?? 0, second[at + shift] ?? 0];
    both += a * b;
    one += a * a;
    other += b * b;
  }
  return one === 0 || other === 0 ? 0 : both / Math.sqrt(one * other);
}

/**
 * The level in dB of the residual after subtracting a short reference from a sound, at the best shift within reach and
 * with the best gain near 1. Outside of the sound there is silence.
 */
export function errorLevel(
  truth: Float32Array,
  given: Float32Array,
  { at, reach, gain }: { readonly at: number; readonly reach: number; readonly gain: number },
): number {
  let power = 0;
  for (const sample of truth) power += sample * sample;
  let least = Infinity;
  for (let place = at - reach; place <= at + reach; place += 1) {
    let [both, own] = [0, 0];
    for (let index = 0; index < truth.length; index += 1) {
      const sample = given[place + index] ?? 0;
      both += sample * (truth[index] ?? 0);
      own += sample * sample;
    }
    const factor = power > 0 ? Math.min(1 + gain, Math.max(1 - gain, both / power)) : 1;
    least = Math.min(least, own - 2 * factor * both + factor * factor * power);
  }
  return decibels(Math.max(0, least) / (truth.length || 1));
}

export interface HeardSegment {
  /** In seconds. */
  readonly start: number;
  readonly end: number;
}

/** The ranges that are louder than a threshold. Pauses shorter than `pause` seconds do not separate them. */
export function segments(samples: Float32Array, rate: number, thresholdDb = -40, pause = 0.05): HeardSegment[] {
  const window = 0.005;
  const loud = soundLevels(samples, rate, window).map((level) => level > thresholdDb);
  const found: { start: number; end: number }[] = [];
  for (const [index, isLoud] of loud.entries()) {
    if (!isLoud) continue;
    const [start, end] = [index * window, Math.min((index + 1) * window, samples.length / rate)];
    const last = found.at(-1);
    if (last && start - last.end < pause) last.end = end;
    else found.push({ start, end });
  }
  return found;
}
