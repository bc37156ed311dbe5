// The kit's sounds: tones, noises, sequences, mixing, speech and conversations, measured by level and spectrum.
import FFT from 'fft.js';
import { expect, test } from 'vitest';
import { sound } from '../../src/kit/index.ts';
import { drawOf } from './draw.ts';

const RATE = 16_000;

/** Power by frequency over the first `size` samples. */
function spectrum(samples: sound.Samples, size = 8192): { hertz: number; power: number }[] {
  const fft = new FFT(size);
  const out = fft.createComplexArray() as number[];
  const windowed = Array.from(
    { length: size },
    (_, index) => (samples[index] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size)),
  );
  fft.realTransform(out, windowed);
  return Array.from({ length: size / 2 }, (_, bin) => {
    const [re, im] = [out[2 * bin] ?? 0, out[2 * bin + 1] ?? 0];
    return { hertz: (bin * RATE) / size, power: re * re + im * im };
  });
}
function peak(samples: sound.Samples): number {
  return spectrum(samples).reduce((best, each) => (each.power > best.power ? each : best)).hertz;
}
function band(samples: sound.Samples, low: number, high: number): number {
  return spectrum(samples)
    .filter(({ hertz }) => hertz >= low && hertz < high)
    .reduce((sum, each) => sum + each.power, 0);
}

/** The mean change of the power density in decibels per octave, over four octaves from 250 Hz. */
function slope(samples: sound.Samples): number {
  const levels = [250, 500, 1000, 2000].map((low) => 10 * Math.log10(band(samples, low, 2 * low) / low));
  return ((levels.at(-1) ?? 0) - (levels[0] ?? 0)) / 3;
}
function power(samples: sound.Samples): number {
  return sound.rms(samples) * sound.rms(samples);
}
function talk(): sound.SoundRecording {
  const draw = drawOf();
  return sound.conversation(draw, sound.voices(draw, 3), 8, RATE);
}

test('a tone has the requested frequency and level, and fades at both ends', () => {
  const tone = sound.tone(1000, 1, RATE, { level: 0.4, fade: 0.01 });
  expect(tone.length).toBe(RATE);
  expect(Math.abs(peak(tone) - 1000)).toBeLessThan(2);
  expect(sound.rms(tone.subarray(1000, 15_000))).toBeCloseTo(0.4 / Math.SQRT2, 4);
  expect(Math.abs(tone[0] ?? 1)).toBeLessThan(0.001);
  expect(Math.abs(tone.at(-1) ?? 1)).toBeLessThan(0.001);
});

test('a chirp glides from one frequency to the other', () => {
  const chirp = sound.chirp(500, 3000, 4, RATE);
  expect(peak(chirp.subarray(0, 1600))).toBeLessThan(640);
  expect(peak(chirp.subarray(4 * RATE - 1600))).toBeGreaterThan(2860);
  const middle = peak(chirp.subarray(2 * RATE - 800, 2 * RATE + 800));
  expect(Math.abs(middle - 1750)).toBeLessThan(60);
});

test('white and pink noise have the requested level and spectral slope', () => {
  const white = sound.whiteNoise(drawOf(), 4, RATE, 0.1);
  const pink = sound.pinkNoise(drawOf(), 4, RATE, 0.1);
  expect(Math.abs(sound.rms(white) - 0.1)).toBeLessThan(0.001);
  expect(Math.abs(sound.rms(pink) - 0.1)).toBeLessThan(0.0001);
  expect(Math.abs(slope(white))).toBeLessThan(0.7);
  expect(Math.abs(slope(pink) + 3)).toBeLessThan(0.9);
});

test('a telephone key sounds with its two DTMF frequencies', () => {
  for (const [key, row, column] of [
    ['1', 697, 1209],
    ['0', 941, 1336],
    ['#', 941, 1477],
    ['D', 941, 1633],
  ] as const) {
    expect(sound.keyHertz(key)).toEqual([row, column]);
    const tone = sound.touchTone(key, 0.6, RATE);
    const [low, high] = [band(tone, row - 20, row + 20), band(tone, column - 20, column + 20)];
    expect((low + high) / band(tone, 20, 7900)).toBeGreaterThan(0.99);
    expect(Math.abs(10 * Math.log10(low / high))).toBeLessThan(0.5);
  }
  expect(() => sound.keyHertz('X')).toThrow('no telephone key');
});

test('a sequence places its pieces at exact times, to the sample', () => {
  const { samples, segments } = sound.sequence(
    [
      { name: 'a', samples: sound.tone(440, 0.5, RATE) },
      { name: 'b', samples: sound.tone(880, 0.25, RATE), pause: 0.3 },
    ],
    RATE,
    0.2,
  );
  expect(segments).toEqual([
    { name: 'a', start: 0, end: 0.5 },
    { name: 'b', start: 0.8, end: 1.05 },
  ]);
  expect(samples.length).toBe(1.25 * RATE);
  expect(sound.rms(samples.subarray(0.5 * RATE, 0.8 * RATE))).toBe(0);
  expect(Math.abs(peak(samples.subarray(0.8 * RATE, 1.05 * RATE)) - 880)).toBeLessThan(4);
  expect(sound.repeated(sound.click(RATE), 4, 0.5, RATE).segments.length).toBe(4);
});

test('mixing, gain, clipping, panning and dropouts change samples by the stated amounts', () => {
  const tone = sound.tone(500, 1, RATE, { level: 0.5, fade: 0 });
  const hiss = sound.whiteNoise(drawOf(), 1, RATE, 0.3);
  const mixed = sound.under(tone, hiss, 20);
  const rest = mixed.map((value, index) => value - (tone[index] ?? 0));
  expect(sound.toDecibels(sound.rms(tone) / sound.rms(rest))).toBeCloseTo(20, 1);
  expect(sound.rms(sound.louder(tone, -6)) / sound.rms(tone)).toBeCloseTo(0.501187, 5);
  const { samples, count } = sound.clipped(tone, 0.25);
  expect(Math.max(...samples)).toBe(0.25);
  // The absolute value of a sine is above half of its peak for two thirds of the time.
  expect(Math.abs(count / RATE - 2 / 3)).toBeLessThan(0.05);
  const { left, right } = sound.panned(tone, 0.5);
  expect(power(left) + power(right)).toBeCloseTo(power(tone), 5);
  expect(sound.rms(right)).toBeGreaterThan(2 * sound.rms(left));
  expect(sound.rms(sound.panned(tone, -1).right)).toBe(0);
  expect(sound.rms(sound.dropout(tone, 0.2, 0.4, RATE).subarray(0.2 * RATE, 0.4 * RATE))).toBe(0);
});

test('speech has the pace and the pitch of its voice, and its syllables are at the listed times', () => {
  const draw = drawOf();
  for (const voice of sound.voices(draw, 3)) {
    const { samples, segments } = sound.speech(draw, voice, 30, RATE);
    const pace = segments.length / (samples.length / RATE);
    expect(pace).toBeGreaterThan(voice.pace * 0.7);
    expect(pace).toBeLessThan(voice.pace * 1.2);
    for (const { start, end } of segments) {
      const heard = samples.subarray(Math.round(start * RATE), Math.round(end * RATE));
      expect(sound.rms(heard)).toBeCloseTo(0.12, 3);
    }
    // The strongest low harmonic is an integer multiple of the pitch (which glides by a tenth).
    const first = segments[0] ?? { start: 0, end: 0 };
    const tones = peak(samples.subarray(0, Math.round(first.end * RATE))) / voice.pitch;
    expect(Math.abs(tones - Math.round(tones)) / tones).toBeLessThan(0.13);
  }
  expect(() => sound.voices(draw, 6)).toThrow('at most five');
});

test('a conversation changes speakers at every turn and is the same at the same seed', () => {
  const { segments, samples } = talk();
  expect(Buffer.compare(Buffer.from(talk().samples.buffer), Buffer.from(samples.buffer))).toBe(0);
  segments.forEach(({ name, start }, index) => {
    expect(name).not.toBe(segments[index - 1]?.name);
    if (index > 0) expect(start - (segments[index - 1]?.end ?? 0)).toBeGreaterThanOrEqual(0.5);
  });
  expect(samples.every((value) => Math.abs(value) < 1)).toBe(true);
});
