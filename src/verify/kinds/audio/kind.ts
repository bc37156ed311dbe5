// `audio`: a sound has the right type, rate and length, and the right content at each time: loudness over time, planted
// tones, segments, peak, and likeness to a true recording. Times are in seconds, levels in dB of full scale.
import { z } from 'zod';
import type { SoundType } from '../../../formats/index.ts';
import { defineKind } from '../../define-kind.ts';

const soundTypes = ['wav', 'mp3', 'flac', 'ogg'] as const satisfies readonly SoundType[];

const formSchema = z.object({
  types: z.array(z.enum(soundTypes)).optional(),
  rate: z.number().optional(),
  channels: z.number().optional(),
  /** Bits per sample, for formats that define them. */
  bits: z.number().optional(),
  seconds: z.number().optional(),
  /** Seconds by which it may be longer or shorter; the padding that MP3 adds is allowed in addition. */
  within: z.number(),
});
export type SoundForm = z.infer<typeof formSchema>;

const levelsSchema = z.object({
  /** For each channel the level of every step, as `levelSteps` measures it. */
  channels: z.array(z.array(z.number())),
  step: z.number(),
  /** Seconds over which levels are compared; a whole number of steps. */
  window: z.number(),
  /** The tolerance of a window in dB. */
  within: z.number(),
  /** Seconds by which the sound may be shifted earlier or later. */
  jitter: z.number(),
  /** Levels below this count as silence. */
  floor: z.number(),
});
export type SoundLevels = z.infer<typeof levelsSchema>;

const toneSchema = z.object({
  name: z.string(),
  /** Index of the channel, from 0. Without it, the mean of all channels is measured. */
  channel: z.number().optional(),
  from: z.number(),
  to: z.number(),
  hertz: z.number(),
  /** The bounds of the tone's level. A full-scale sine has -3. */
  least: z.number().optional(),
  most: z.number().optional(),
});
export type SoundTone = z.infer<typeof toneSchema>;

const spanSchema = z.object({ start: z.number(), end: z.number() });

const lookSchema = z.discriminatedUnion('look', [
  z.object({ look: z.literal('form'), form: formSchema }),
  z.object({ look: z.literal('levels'), levels: levelsSchema }),
  z.object({ look: z.literal('tones'), tones: z.array(toneSchema) }),
  z.object({
    look: z.literal('segments'),
    segments: z.array(spanSchema),
    threshold: z.number(),
    pause: z.number(),
    within: z.number(),
  }),
  z.object({
    look: z.literal('peak'),
    least: z.number().optional(),
    most: z.number().optional(),
    /** How many samples may be cut off at full scale. */
    clipped: z.number().optional(),
  }),
  z.object({
    look: z.literal('like'),
    /** A short or downsampled recording with one channel, in base64. */
    sound: z.string(),
    likeness: z.number(),
    within: z.number(),
  }),
  z.object({
    look: z.literal('excerpts'),
    /** Excerpts of equal length, concatenated, in base64; with all channels and at the full rate. */
    sound: z.string(),
    /** The start of each excerpt in the sound. */
    starts: z.array(z.number()).min(1),
    /** The largest level of the difference, in dB of full scale. */
    most: z.number(),
    within: z.number(),
    /** The share by which the amplitude may differ. */
    gain: z.number(),
  }),
]);
export type SoundLook = z.infer<typeof lookSchema>;

const audioCheckSchema = z.object({
  kind: z.literal('audio'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  looks: lookSchema,
});
export type AudioCheck = z.infer<typeof audioCheckSchema>;

const check = (file: string, what: string, cites: string | undefined, looks: SoundLook): AudioCheck => ({
  kind: 'audio',
  name: `audio ${file} ${what}`,
  cites: cites ?? file,
  file,
  looks,
});

/** Checks the type (detected from the bytes), rate, channels, bits and length. */
export const audioForm = (file: string, form: Partial<SoundForm>, cites?: string) =>
  check(file, 'form', cites, { look: 'form', form: { within: 0.05, ...form } });

/**
 * The sound is as loud as the true one, over its whole length. The tolerance is 0.7 dB: saving tones as Ogg changes a
 * window by up to 0.15 dB (the gain of LAME is allowed in addition), and a forgotten step of 1 dB still fails.
 * `channels` holds the result of `truthLevels`.
 */
export const audioLevels = (
  file: string,
  channels: readonly (readonly number[])[],
  options: Partial<Omit<SoundLevels, 'channels'>> = {},
  cites?: string,
) =>
  check(file, 'loudness', cites, {
    look: 'levels',
    levels: {
      step: 0.01,
      window: 0.1,
      within: 0.7,
      jitter: 0.03,
      floor: -60,
      ...options,
      channels: channels.map((each) => [...each]),
    },
  });

/** In its window, each tone has a level within its bounds: it is present or absent. */
export const audioTones = (file: string, tones: readonly SoundTone[], cites?: string) =>
  check(file, 'tones', cites, { look: 'tones', tones: [...tones] });

/** Segments louder than `threshold` begin and end at these times; pauses shorter than `pause` do not split them. */
export const audioSegments = (
  file: string,
  segments: readonly { start: number; end: number }[],
  { threshold = -40, pause = 0.1, within = 0.05 } = {},
  cites?: string,
) => check(file, 'segments', cites, { look: 'segments', segments: [...segments], threshold, pause, within });

/** The level of the highest sample is within these bounds, and at most `clipped` samples are at full scale. */
export const audioPeak = (file: string, peak: { least?: number; most?: number; clipped?: number }, cites?: string) =>
  check(file, 'peak', cites, { look: 'peak', ...peak });

/** The sound is the true recording throughout: the waveforms agree, not only their loudness. */
export const audioLike = (file: string, sound: string, { likeness = 0.9, within = 0.05 } = {}, cites?: string) =>
  check(file, 'content', cites, { look: 'like', sound, likeness, within });

/**
 * Short excerpts, which `truthExcerpts` cuts out, are equal to the true recording sample by sample. Levels of the
 * difference: rounding to 16 bits, with or without dither, at most -93 dB; 12 bits -77, 8 bits -53, MP3 about -40, a
 * fade of 9 ms in room noise -55.
 */
export const audioExcerpts = (
  file: string,
  { sound, starts }: { readonly sound: string; readonly starts: readonly number[] },
  { most = -80, within = 0.01, gain = 0.03 } = {},
  cites?: string,
) => check(file, 'samples', cites, { look: 'excerpts', sound, starts: [...starts], most, within, gain });

export const audioKind = defineKind({
  schema: audioCheckSchema,
  about: 'a sound has this form, these levels, tones, segments or peaks, or is like a true recording',
  failure: 'wrong audio',
  uses: [],
  evaluator: async () => (await import('./evaluate.ts')).evaluateAudio,
  mutators: async () => ({ file: (await import('./mutators.ts')).audioMutator }),
});
