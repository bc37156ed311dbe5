// `audio`: a sound is of the right type, rate and length, and holds what it should when it should: by loudness over
// time, planted tones, segments, peaks, and likeness to a true recording. Times are seconds, levels dB of full scale.
import { z } from 'zod';
import type { SoundType } from '../../../formats/index.ts';
import { defineKind } from '../../define-kind.ts';

const soundTypes = ['wav', 'mp3', 'flac', 'ogg'] as const satisfies readonly SoundType[];

const formSchema = z.object({
  types: z.array(z.enum(soundTypes)).optional(),
  rate: z.number().optional(),
  channels: z.number().optional(),
  /** Of a sample, where the format has such a thing. */
  bits: z.number().optional(),
  seconds: z.number().optional(),
  /** Seconds by which it may be longer or shorter; what MP3 adds at its ends is allowed on top. */
  within: z.number(),
});
export type SoundForm = z.infer<typeof formSchema>;

const levelsSchema = z.object({
  /** For each channel the level of every step, as `levelSteps` measures it. */
  channels: z.array(z.array(z.number())),
  step: z.number(),
  /** Seconds over which levels are compared; a whole number of steps. */
  window: z.number(),
  /** dB by which a window may be off. */
  within: z.number(),
  /** Seconds by which what is heard may come earlier or later. */
  jitter: z.number(),
  /** Below it, everything counts as silence. */
  floor: z.number(),
});
export type SoundLevels = z.infer<typeof levelsSchema>;

const toneSchema = z.object({
  name: z.string(),
  /** From 0; left out: the mean of all channels. */
  channel: z.number().optional(),
  from: z.number(),
  to: z.number(),
  hertz: z.number(),
  /** The tone's level: at least, at most. A full-scale sine has -3. */
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
    /** A short or thinned recording in base64, of one channel. */
    sound: z.string(),
    likeness: z.number(),
    within: z.number(),
  }),
  z.object({
    look: z.literal('excerpts'),
    /** Stretches of one length, one after the other, in base64; with all channels and at the full rate. */
    sound: z.string(),
    /** Where each of them begins. */
    starts: z.array(z.number()).min(1),
    /** The level of the difference, in dB of full scale. */
    most: z.number(),
    within: z.number(),
    /** By how much of itself the amplitude may differ. */
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

/** Type by its bytes, rate, channels, length. */
export const audioForm = (file: string, form: Partial<SoundForm>, cites?: string) =>
  check(file, 'form', cites, { look: 'form', form: { within: 0.05, ...form } });

/**
 * It is as loud as the true one, all the way. 0.7 dB: saving tones as Ogg moves a window by up to 0.15 dB (what LAME does to
 * all of an MP3 is allowed on top); forgetting a step of 1 dB is caught. `channels` holds what `truthLevels` measures.
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

/** Tones sound, or do not, in their windows. */
export const audioTones = (file: string, tones: readonly SoundTone[], cites?: string) =>
  check(file, 'tones', cites, { look: 'tones', tones: [...tones] });

/** What is louder than the threshold begins and ends at these times; shorter pauses part nothing. */
export const audioSegments = (
  file: string,
  segments: readonly { start: number; end: number }[],
  { threshold = -40, pause = 0.1, within = 0.05 } = {},
  cites?: string,
) => check(file, 'segments', cites, { look: 'segments', segments: [...segments], threshold, pause, within });

/** The highest sample lies between these levels, and no more samples than this are cut off. */
export const audioPeak = (file: string, peak: { least?: number; most?: number; clipped?: number }, cites?: string) =>
  check(file, 'peak', cites, { look: 'peak', ...peak });

/** Second for second it is the true recording: the waveforms agree, not only how loud they are. */
export const audioLike = (file: string, sound: string, { likeness = 0.9, within = 0.05 } = {}, cites?: string) =>
  check(file, 'content', cites, { look: 'like', sound, likeness, within });

/**
 * Short stretches are the true recording sample for sample, which `truthExcerpts` cuts out of it. The difference: rounding to
 * 16 bits, with dither or without, gives -93 dB at most; 12 bits -77, 8 bits -53, MP3 about -40, a fade of 9 ms through
 * the hum of a room -55.
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
  evaluator: async () => (await import('./evaluate.ts')).evaluateAudio,
  mutators: async () => ({ file: (await import('./mutators.ts')).audioMutator }),
});
