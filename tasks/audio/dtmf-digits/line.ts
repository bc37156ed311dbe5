// The telephone line: two-tone and single sounds laid out in time, over hiss and mains hum.
import type { Draw } from 'pybench/kit';

export const RATE = 8000;

export type Sound = {
  kind: 'press' | 'blip' | 'beep';
  /** Presses and blips have a key, beeps a frequency. */
  key?: string;
  hertz?: number;
  /** Silence before it, and its duration. */
  pause: number;
  ms: number;
  /** Amplitudes of the row and the column frequency; a beep has the first alone. */
  low: number;
  high: number;
  /** The relative error of the phone's frequencies; half of what the standard allows. */
  drift: number;
  dropout?: { from: number; ms: number };
};

const keypad = ['123', '456', '789', '*0#'];
const rowHertz = [697, 770, 852, 941];
const columnHertz = [1209, 1336, 1477];

/** The samples of the line, with a little silence after the last sound. */
export function record(sounds: readonly Sound[], draw: Draw): Float64Array {
  const tail = draw.int(300, 800);
  const total = sounds.reduce((sum, { pause, ms }) => sum + pause + ms, tail);
  const samples = new Float64Array((total * RATE) / 1000);
  const hiss = draw.real(0.009, 0.015);
  const hum = draw.real(0.008, 0.02);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = draw.normal(0, hiss) + hum * (sine(50, index) + 0.4 * sine(150, index));
  }
  let start = 0;
  for (const sound of sounds) {
    start += (sound.pause * RATE) / 1000;
    play(sound, samples, start, draw.real(0, 1));
    start += (sound.ms * RATE) / 1000;
  }
  // Rounded before it is written, so that the last bit of a sine cannot decide a sample.
  return samples.map((value) => Math.round(value * 1e6) / 1e6);
}

function play(sound: Sound, samples: Float64Array, start: number, phase: number): void {
  const length = (sound.ms * RATE) / 1000;
  const parts = frequencies(sound);
  for (let index = 0; index < length; index += 1) {
    const loudness = envelope(sound, index, length);
    for (const { hertz, level } of parts) {
      samples[start + index] =
        (samples[start + index] ?? 0) + loudness * level * sine(hertz, index + (phase * RATE) / hertz);
    }
  }
}

function frequencies({ key, hertz, low, high, drift }: Sound): { hertz: number; level: number }[] {
  if (key === undefined) return [{ hertz: hertz ?? 0, level: low + high }];
  const row = keypad.findIndex((line) => line.includes(key));
  const column = keypad[row]?.indexOf(key) ?? -1;
  return [
    { hertz: (rowHertz[row] ?? 0) * (1 + drift), level: low },
    { hertz: (columnHertz[column] ?? 0) * (1 + drift), level: high },
  ];
}

/** Sounds and dropouts begin and end within two milliseconds. */
function envelope({ dropout }: Sound, index: number, length: number): number {
  const ramp = (2 * RATE) / 1000;
  const edge = Math.min(1, index / ramp, (length - index) / ramp);
  if (!dropout) return edge;
  const from = (dropout.from * RATE) / 1000;
  const to = from + (dropout.ms * RATE) / 1000;
  const away = Math.max(0, from - index, index - to);
  return Math.min(edge, away / ramp);
}

function sine(hertz: number, index: number): number {
  return Math.sin((2 * Math.PI * hertz * index) / RATE);
}
