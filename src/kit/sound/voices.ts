// Telephone keys and speech-like sound: syllables with the pitch of a voice and two formants of a vowel.
import type { Draw } from '../../core/index.ts';
import { chord, rounded, samplesIn, withLevel, type Samples, type ToneOptions } from './signal.ts';
import { sequence, type SoundPiece, type SoundRecording } from './timeline.ts';

const keypad = ['123A', '456B', '789C', '*0#D'];
const rowHertz = [697, 770, 852, 941];
const columnHertz = [1209, 1336, 1477, 1633];

/** The two frequencies of a telephone key. */
export function keyHertz(key: string): readonly [row: number, column: number] {
  const row = keypad.findIndex((line) => line.includes(key));
  const [low, high] = [rowHertz[row], columnHertz[keypad[row]?.indexOf(key) ?? -1]];
  if (key.length !== 1 || low === undefined || high === undefined) throw new RangeError(`"${key}" is no telephone key`);
  return [low, high];
}

/** The sound of a key. */
export function touchTone(key: string, seconds: number, rate: number, options: ToneOptions = {}): Samples {
  return chord(
    keyHertz(key).map((hertz) => ({ hertz })),
    seconds,
    rate,
    { fade: 0.002, ...options },
  );
}

export interface Voice {
  /** Pitch in hertz: about 110 for a deep voice, 210 for a high one. */
  readonly pitch: number;
  /** Scales the formants: below 1 for a large speaker. */
  readonly size: number;
  /** Syllables a second. */
  readonly pace: number;
}

/** Voices that differ clearly in pitch: by at least a fifth from one to the next. */
export function voices(draw: Draw, count: number): Voice[] {
  if (count > 5) throw new RangeError('there are at most five voices that differ clearly');
  const pitches = draw.sample([95, 120, 150, 188, 235], count);
  return pitches.map((pitch) => ({
    pitch: pitch + draw.int(-4, 4),
    size: draw.decimal(0.92, 1.08, 2),
    pace: draw.decimal(3.6, 5.2, 1),
  }));
}

/** The first and second formant of some vowels, in hertz. */
const vowels = [
  [730, 1090],
  [530, 1840],
  [270, 2290],
  [570, 840],
  [300, 870],
  [660, 1720],
  [490, 1350],
] as const;

/** Speech-like sound without words: syllables with short gaps and a longer breath now and then. */
export function speech(draw: Draw, voice: Voice, syllables: number, rate: number, level = 0.12): SoundRecording {
  const pieces = draw.many(syllables, (index): SoundPiece => {
    const seconds = draw.decimal(0.6, 0.85, 3) / voice.pace;
    const breath = index % 7 === 6 ? draw.decimal(0.12, 0.2, 3) : 0;
    const pause = index === 0 ? 0 : draw.decimal(0.15, 0.4, 3) / voice.pace + breath;
    return { name: String(index + 1), samples: syllable(draw, voice, seconds, rate, level), pause };
  });
  return sequence(pieces, rate);
}

/** A vowel with a gliding pitch: harmonics, which are stronger near a formant. */
function syllable(draw: Draw, voice: Voice, seconds: number, rate: number, level: number): Samples {
  const [first, second] = draw.pick(vowels).map((hertz) => hertz * voice.size) as [number, number];
  const glide = draw.real(-0.12, 0.06);
  const count = Math.floor(Math.min(3400, rate / 2.2) / voice.pitch);
  const weights = Array.from({ length: count }, (_, index) => {
    const hertz = voice.pitch * (index + 1);
    return resonance(hertz, first, 90) + 0.5 * resonance(hertz, second, 130) + 0.02;
  });
  const length = samplesIn(seconds, rate);
  const samples = new Float64Array(length).map((_, index) => {
    const time = index / rate;
    const turns = voice.pitch * (time + (glide * time * time) / (2 * seconds));
    // Fades in fast and fades out slowly, like a syllable.
    const part = index / length;
    const swell = part < 0.15 ? part / 0.15 : (1 - part) / 0.85;
    return (
      swell *
      weights.reduce((sum, weight, harmonic) => sum + weight * Math.sin(2 * Math.PI * (harmonic + 1) * turns), 0)
    );
  });
  return withLevel(samples, level).map(rounded);
}

function resonance(hertz: number, centre: number, width: number): number {
  const away = (hertz - centre) / width;
  return 1 / (1 + away * away);
}

/** A conversation: segments of speech, each named by its speaker's number from 1, with pauses between them. */
export function conversation(draw: Draw, speakers: readonly Voice[], turns: number, rate: number): SoundRecording {
  let last = -1;
  const pieces = draw.many(turns, (index): SoundPiece => {
    const others = [...speakers.keys()].filter((speaker) => speaker !== last);
    last = draw.pick(others.length > 0 ? others : [0]);
    const voice = speakers[last];
    if (!voice) throw new RangeError('a conversation needs a speaker');
    const { samples } = speech(draw, voice, draw.int(5, 14), rate);
    return { name: String(last + 1), samples, pause: index === 0 ? 0 : draw.decimal(0.5, 1.1, 3) };
  });
  return sequence(pieces, rate);
}
