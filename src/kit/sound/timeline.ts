// Arranges sounds in time and records their start and end: these times are the truth of a recording.
import { fromDecibels, rms, rounded, samplesIn, type Samples } from './signal.ts';

export interface SoundSegment {
  readonly name: string;
  /** In seconds, exact to one sample. */
  readonly start: number;
  readonly end: number;
}

export interface SoundRecording {
  readonly samples: Samples;
  readonly rate: number;
  readonly segments: readonly SoundSegment[];
}

export interface SoundPiece {
  readonly name: string;
  readonly samples: Samples;
  /** Silence before it, in seconds. */
  readonly pause?: number;
}

/** Puts sounds one after the other. */
export function sequence(pieces: readonly SoundPiece[], rate: number, tail = 0): SoundRecording {
  let at = 0;
  const placed = pieces.map(({ name, samples, pause = 0 }) => {
    const start = at + samplesIn(pause, rate);
    at = start + samples.length;
    return { name, samples, start };
  });
  const whole = new Float64Array(at + samplesIn(tail, rate));
  for (const { samples, start } of placed) whole.set(samples, start);
  const segments = placed.map(({ name, samples, start }) => ({
    name,
    start: start / rate,
    end: (start + samples.length) / rate,
  }));
  return { samples: whole, rate, segments };
}

/** The sum of sounds, as long as the longest one. */
export function mix(...parts: readonly Samples[]): Samples {
  const length = Math.max(0, ...parts.map((part) => part.length));
  return new Float64Array(length).map((_, index) => rounded(parts.reduce((sum, part) => sum + (part[index] ?? 0), 0)));
}

/**
 * Adds a background that is a number of decibels quieter than the sound (root mean square, without the silent parts).
 */
export function under(sound: Samples, background: Samples, decibels: number): Samples {
  // A single zero is a zero crossing of a wave; in silence, the adjacent samples are also zero.
  const heard = sound.filter((value, index) => value !== 0 || sound[index - 1] !== 0 || sound[index + 1] !== 0);
  const factor = (rms(heard) * fromDecibels(-decibels)) / (rms(background) || 1);
  return mix(
    sound,
    background.subarray(0, sound.length).map((value) => value * factor),
  );
}

export function louder(samples: Samples, decibels: number): Samples {
  const factor = fromDecibels(decibels);
  return samples.map((value) => rounded(value * factor));
}

export interface Clipped {
  readonly samples: Samples;
  /** The number of samples that were cut off. */
  readonly count: number;
}

/** Clips the samples at a ceiling, as a microphone does that is too close. */
export function clipped(samples: Samples, ceiling: number): Clipped {
  return {
    samples: samples.map((value) => Math.max(-ceiling, Math.min(ceiling, value))),
    count: samples.filter((value) => Math.abs(value) > ceiling).length,
  };
}

/** The left and right channel of a sound; `place` is from -1 (left) to 1 (right), with constant power. */
export function panned(samples: Samples, place: number): { readonly left: Samples; readonly right: Samples } {
  const angle = ((place + 1) * Math.PI) / 4;
  const [left, right] = [rounded(Math.cos(angle)), rounded(Math.sin(angle))];
  return { left: samples.map((value) => rounded(value * left)), right: samples.map((value) => rounded(value * right)) };
}

/** Silence from one time to another, as in an interrupted connection. */
export function dropout(samples: Samples, from: number, to: number, rate: number): Samples {
  return samples.slice().fill(0, samplesIn(from, rate), samplesIn(to, rate));
}

export function repeated(piece: Samples, times: number, gap: number, rate: number): SoundRecording {
  return sequence(
    Array.from({ length: times }, (_, index) => ({
      name: String(index + 1),
      samples: piece,
      pause: index === 0 ? 0 : gap,
    })),
    rate,
  );
}
