// Checks of kind `audio`: values just inside and just outside each bound, equivalent file formats, and broken files.
import { describe, expect, test } from 'vitest';
import { writeFlac, writeMp3, writeOgg, writeWav } from '../../src/formats/index.ts';
import { Draw, sound, truthLevels, truthSound } from '../../src/kit/index.ts';
import {
  audioForm,
  audioLevels,
  audioLike,
  audioPeak,
  audioSegments,
  audioTones,
  evaluate,
  type Check,
  type Material,
} from '../../src/verify/index.ts';

const FILE = 'output/x.wav';
const hear = async (check: Check, bytes: Uint8Array | undefined) => {
  const material: Material = {
    answer: { schema: undefined, block: null },
    outputs: { [FILE]: { type: 'file', about: { en: '', zh: '' } } },
    files: new Map(bytes ? [[FILE, bytes]] : []),
    figures: new Map(),
    executions: new Map(),
  };
  return evaluate(check, material);
};

const rate = 22_050;
/** Speech, a pause, a tone. */
const draw = Draw.from({ task: 'x', seed: 1, salt: '' });
const [voice] = sound.voices(draw, 1);
if (!voice) throw new Error('no voice');
const talk = sound.speech(draw, voice, 12, rate);
const whole = sound.sequence(
  [
    { name: 'talk', samples: talk.samples, pause: 0.2 },
    { name: 'tone', samples: sound.tone(440, 1, rate, { level: 0.3 }), pause: 0.5 },
  ],
  rate,
  0.3,
);
const { samples } = whole;
const [first, last] = whole.segments;
if (!first || !last) throw new Error('no segments');
const seconds = samples.length / rate;
const levels = [truthLevels(samples, rate)];
const mp3 = await writeMp3(samples, rate, 128);
const wav = (changed: Float64Array) => writeWav(changed, rate);
const edited = (change: (value: number, time: number) => number) =>
  wav(samples.map((value, at) => change(value, at / rate)));

describe('form', () => {
  test('the form check compares the file type (by content), rate, channels and bits', async () => {
    const right = { types: ['wav' as const], rate, channels: 1, bits: 16, seconds };
    expect((await hear(audioForm(FILE, right), wav(samples))).ok).toBe(true);
    expect((await hear(audioForm(FILE, right), writeFlac(samples, rate))).message).toContain('it is a flac, not a wav');
    expect((await hear(audioForm(FILE, right), writeWav([samples, samples], rate))).message).toContain('2 channels');
    expect((await hear(audioForm(FILE, right), writeWav(samples, rate, 24))).message).toContain('24 bits, not 16');
    expect((await hear(audioForm(FILE, right), writeWav(samples, 2 * rate))).message).toContain('its rate is 44100');
  });

  test('the form check bounds the duration and allows MP3 padding but no missing sound', async () => {
    const form = audioForm(FILE, { seconds });
    const longer = (more: number) => wav(Float64Array.from({ length: samples.length + Math.round(more * rate) }));
    expect((await hear(form, longer(0.045))).ok).toBe(true);
    expect((await hear(form, longer(0.055))).ok).toBe(false);
    expect((await hear(form, longer(-0.055))).ok).toBe(false);
    expect((await hear(form, mp3)).ok).toBe(true);
    expect((await hear(audioForm(FILE, { channels: 1 }), mp3)).ok).toBe(true);
    expect((await hear(audioForm(FILE, { channels: 1 }), await writeMp3([samples, samples], rate))).ok).toBe(false);
    expect((await hear(audioForm(FILE, { seconds: seconds - 0.2 }), mp3)).ok).toBe(false);
    expect((await hear(audioForm(FILE, { seconds: seconds + 0.2 }), mp3)).ok).toBe(false);
  });

  test.each([
    ['missing', undefined, 'is missing'],
    ['empty', new Uint8Array(), 'no sound'],
    ['cut short', wav(samples).subarray(0, 5000), 'cut short'],
    ['text', Buffer.from('la la la'), 'no sound'],
  ])('a file that is %s fails with a reason', async (_, bytes, reason) => {
    for (const check of [audioForm(FILE, {}), audioLevels(FILE, levels), audioLike(FILE, truthSound(samples, rate))]) {
      const { ok, message } = await hear(check, bytes);
      expect({ ok, message }).toEqual({ ok: false, message: expect.stringContaining(reason) as string });
    }
  });
});

describe('loudness', () => {
  test('the same sound in WAV, FLAC, MP3 and OGG passes', async () => {
    const files = [wav(samples), writeFlac(samples, rate), mp3, await writeOgg(samples, rate)];
    for (const bytes of files)
      expect(await hear(audioLevels(FILE, levels), bytes)).toMatchObject({
        ok: true,
        message: expect.any(String) as string,
      });
  });

  test('a change of 0.6 dB passes and one of 0.9 dB fails', async () => {
    for (const decibels of [-0.6, 0.6])
      expect((await hear(audioLevels(FILE, levels), wav(sound.louder(samples, decibels)))).ok).toBe(true);
    for (const decibels of [-0.9, 0.9])
      expect((await hear(audioLevels(FILE, levels), wav(sound.louder(samples, decibels)))).ok).toBe(false);
  });

  test('muted, removed and shifted sound fails', async () => {
    const check = audioLevels(FILE, levels);
    const at = last.start;
    expect(
      (
        await hear(
          check,
          edited((value, time) => (time > at && time < at + 1 ? 0 : value)),
        )
      ).ok,
    ).toBe(false);
    const tenth = await hear(
      check,
      edited((value, time) => (time > at + 0.4 && time < at + 0.55 ? 0 : value)),
    );
    expect(tenth.ok).toBe(false);
    expect((tenth.evidence as { windows: object[] }).windows[0]).toMatchObject({ channel: 1, expected: -13.4 });
    expect((await hear(check, wav(samples.filter((_, place) => place / rate < 1 || place / rate > 2)))).ok).toBe(false);
    expect((await hear(check, wav(samples.subarray(Math.round(0.02 * rate))))).ok).toBe(true);
    expect((await hear(check, wav(samples.subarray(Math.round(0.1 * rate))))).ok).toBe(false);
  });

  test('each channel is compared separately', async () => {
    const both = audioLevels(FILE, [...levels, truthLevels(sound.louder(samples, -10), rate)]);
    const quiet = sound.louder(samples, -10);
    expect((await hear(both, writeWav([samples, quiet], rate))).ok).toBe(true);
    expect((await hear(both, writeWav([quiet, samples], rate))).ok).toBe(false);
    expect((await hear(both, wav(samples))).message).toContain('1 channels, not 2');
  });
});

test('the tones check bounds the level of each tone', async () => {
  const window = { name: 'a', hertz: 440, from: last.start + 0.2, to: last.end - 0.2 };
  // A sine of amplitude 0.3 has -13.5 dB; as MP3 it has 0.45 dB less.
  expect((await hear(audioTones(FILE, [{ ...window, least: -14.1, most: -13.7 }]), mp3)).ok).toBe(true);
  expect((await hear(audioTones(FILE, [{ ...window, least: -13 }]), wav(samples))).ok).toBe(false);
  expect((await hear(audioTones(FILE, [{ ...window, hertz: 880, most: -50 }]), wav(samples))).ok).toBe(true);
  expect((await hear(audioTones(FILE, [{ ...window, most: -50 }]), wav(samples))).message).toContain('at most -50 dB');
  expect((await hear(audioTones(FILE, [{ ...window, from: 90, to: 91, least: -60 }]), wav(samples))).ok).toBe(false);
  expect((await hear(audioTones(FILE, [{ ...window, channel: 1, least: -60 }]), wav(samples))).ok).toBe(false);
});

const spans = (by: number) => [
  { start: first.start, end: first.end },
  { start: last.start + by, end: last.end },
];

test('the segments check bounds the begin and end of each stretch', async () => {
  const options = { pause: 0.4 };
  expect(await hear(audioSegments(FILE, spans(0), options), wav(samples))).toMatchObject({ ok: true });
  expect((await hear(audioSegments(FILE, spans(0), options), mp3)).ok).toBe(true);
  expect((await hear(audioSegments(FILE, spans(0.03), options), wav(samples))).ok).toBe(true);
  expect((await hear(audioSegments(FILE, spans(0.07), options), wav(samples))).message).toContain('stretch 2');
  expect((await hear(audioSegments(FILE, spans(0).slice(1), options), wav(samples))).message).toContain('2 stretches');
});

test('the peak check bounds the peak level and counts clipped samples', async () => {
  const peak = 20 * Math.log10(Math.max(...samples.map(Math.abs)));
  expect((await hear(audioPeak(FILE, { least: peak - 0.2, most: peak + 0.2, clipped: 0 }), wav(samples))).ok).toBe(
    true,
  );
  expect((await hear(audioPeak(FILE, { most: peak - 0.2 }), wav(samples))).ok).toBe(false);
  expect((await hear(audioPeak(FILE, { least: peak + 0.2 }), wav(samples))).ok).toBe(false);
  const cut = wav(sound.clipped(sound.louder(samples, 40), 1).samples);
  expect((await hear(audioPeak(FILE, { clipped: 0 }), cut)).message).toContain('cut off');
});

test('the content check fails another sound of the same loudness', async () => {
  const check = audioLike(FILE, truthSound(samples, rate));
  for (const bytes of [wav(samples), mp3, await writeOgg(samples, rate)])
    expect(await hear(check, bytes)).toMatchObject({ ok: true });
  expect((await hear(check, wav(samples.subarray(Math.round(0.03 * rate))))).ok).toBe(true);
  expect((await hear(check, wav(samples.subarray(Math.round(0.2 * rate))))).ok).toBe(false);
  // Noise with the loudness of the recording.
  const noise = sound.whiteNoise(draw.fork('noise'), seconds, rate, 0.5);
  const masked = edited((value, time) =>
    time > 1 && time < 2 ? (noise[Math.round(time * rate)] ?? 0) * Math.abs(value) * 2 : value,
  );
  expect((await hear(check, masked)).message).toContain('another recording');
});
