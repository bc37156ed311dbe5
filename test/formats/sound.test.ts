// Sounds: round trips, files of Python libraries, measures and hostile files.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFlac } from '../../src/formats/sound/flac.ts';
import { readMidi, writeMidi, type Midi } from '../../src/formats/sound/midi.ts';
import { writeMp3, writeOgg } from '../../src/formats/sound/packed-sound.ts';
import { FormatProblem } from '../../src/formats/problem.ts';
import {
  align,
  levelOf,
  soundLevels,
  segments,
  strongestTone,
  toneLevel,
} from '../../src/formats/sound/sound-measures.ts';
import { durationOf, monoOf, readSound } from '../../src/formats/sound/sound.ts';
import { writeWav, type WavDepth } from '../../src/formats/sound/wav.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { fileOf, python } from './python.ts';

const RATE = 22_050;
const tone = (frequency: number, seconds: number, level = 0.5, rate = RATE) =>
  Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => level * Math.sin((2 * Math.PI * frequency * at) / rate),
  );
const left = tone(440, 1.5);
const right = tone(660, 1.5, 0.25);
const mostDifferent = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, level, at) => Math.max(most, Math.abs(level - (b[at] ?? 9))), 0);

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost({}, 'none');
});
afterAll(() => host.close());

describe('round trips', () => {
  test.each([
    [8, 1 / 127],
    [16, 2e-5 * 2],
    [24, 3e-7],
    [32, 1e-7],
    ['float', 0],
  ] as [WavDepth, number][])('wav of %s bits keeps the samples', async (depth, error) => {
    const sound = await readSound(writeWav([left, right], RATE, depth));
    expect(sound).toMatchObject({
      type: 'wav',
      rate: RATE,
      bits: depth === 'float' ? 32 : depth,
      float: depth === 'float',
    });
    expect(mostDifferent(left, sound.channels[0] ?? left)).toBeLessThanOrEqual(error);
    expect(mostDifferent(right, sound.channels[1] ?? left)).toBeLessThanOrEqual(error);
  });

  test('flac keeps tones and noise', async () => {
    const noise = Float32Array.from({ length: 10_000 }, (_, at) => ((at * 7919) % 2001) / 1000 - 1);
    for (const channels of [[left, right], [noise], [new Float32Array(5000)]]) {
      const bytes = writeFlac(channels, RATE);
      const sound = await readSound(bytes);
      expect(sound).toMatchObject({ type: 'flac', rate: RATE, bits: 16 });
      expect(sound.channels.map(({ length }) => length)).toEqual(channels.map(({ length }) => length));
      for (const [index, channel] of channels.entries())
        expect(mostDifferent(channel, sound.channels[index] ?? left)).toBeLessThan(5e-5);
    }
    expect(writeFlac(new Float32Array(50_000), RATE).length).toBeLessThan(8000);
    expect(writeFlac(tone(440, 5), RATE).length).toBeLessThan(writeWav(tone(440, 5), RATE).length * 0.75);
  });

  test.each([
    ['mp3', writeMp3],
    ['ogg', writeOgg],
  ] as const)('%s keeps tones, length and channels', async (type, write) => {
    const sound = await readSound(await write([left, right], RATE));
    expect(sound).toMatchObject({ type, rate: RATE });
    expect(sound.channels).toHaveLength(2);
    // At this low sample rate the padding of MP3 is longer than at 44,100 Hz.
    expect(Math.abs(durationOf(sound) - 1.5)).toBeLessThan(0.08);
    const [first = left, second = left] = sound.channels;
    expect(strongestTone(first, RATE)).toBeCloseTo(440, 0);
    expect(strongestTone(second, RATE)).toBeCloseTo(660, 0);
    expect(Math.abs(levelOf(first, 5000, 25_000) - levelOf(left))).toBeLessThan(0.7);
  });

  test('midi keeps tempos, tracks and notes', () => {
    const midi: Midi = {
      ticksPerBeat: 480,
      tempos: [
        { at: 0, microsecondsPerBeat: 500_000 },
        { at: 960, microsecondsPerBeat: 1_000_000 },
      ],
      tracks: [
        {
          name: '钢琴',
          programs: { 0: 4 },
          notes: [
            { channel: 0, key: 60, velocity: 90, start: 0, length: 480 },
            { channel: 0, key: 60, velocity: 80, start: 480, length: 480 },
            { channel: 9, key: 64, velocity: 70, start: 480, length: 20_000 },
          ],
        },
      ],
    };
    const read = readMidi(writeMidi(midi));
    expect(read).toMatchObject({ ticksPerBeat: 480, tempos: midi.tempos });
    expect(read.tracks[1]).toEqual(midi.tracks[0]);
  });
});

describe("Python's libraries", () => {
  test('read the files of our writers', async () => {
    const { printed } = await python(
      host,
      `import soundfile, mido
for name in ['a.wav', 'b.flac', 'c.mp3', 'd.ogg', 'e.wav']:
    x, rate = soundfile.read('data/' + name)
    print(name, rate, x.shape[1] if x.ndim > 1 else 1, round(len(x) / rate, 1), round(float(abs(x).max()), 1), soundfile.info('data/' + name).subtype)
m = mido.MidiFile('data/f.mid')
print(round(m.length, 3), [n.note for n in m if n.type == 'note_on'])`,
      {
        'a.wav': writeWav([left, right], RATE, 24),
        'b.flac': writeFlac([left, right], RATE),
        'c.mp3': await writeMp3(left, RATE),
        'd.ogg': await writeOgg([left, right], RATE),
        'e.wav': writeWav(left, RATE, 'float'),
        'f.mid': writeMidi({
          ticksPerBeat: 96,
          tempos: [{ at: 0, microsecondsPerBeat: 600_000 }],
          tracks: [{ notes: [{ channel: 0, key: 67, velocity: 64, start: 96, length: 192 }] }],
        }),
      },
    );
    expect(printed.trim().split('\n')).toEqual([
      'a.wav 22050 2 1.5 0.5 PCM_24',
      'b.flac 22050 2 1.5 0.5 PCM_16',
      expect.stringMatching(/^c.mp3 22050 1 1\.[56] 0\.5 MPEG_LAYER_III$/),
      'd.ogg 22050 2 1.5 0.5 VORBIS',
      'e.wav 22050 1 1.5 0.5 FLOAT',
      '1.8 [67]',
    ]);
  });

  test('write files that our readers read', async () => {
    const made = await python(
      host,
      `import numpy as np, soundfile, mido, subprocess, wave
t = np.arange(44100 * 2) / 44100
x = np.stack([0.5 * np.sin(2 * np.pi * 1000 * t), 0.1 * np.sin(2 * np.pi * 3000 * t)], axis=1)
for subtype in ['PCM_U8', 'PCM_16', 'PCM_24', 'PCM_32', 'FLOAT', 'DOUBLE']:
    soundfile.write(f'output/{subtype}.wav', x, 44100, subtype=subtype)
soundfile.write('output/16.flac', x, 44100, subtype='PCM_16')
soundfile.write('output/24.flac', x, 44100, subtype='PCM_24')
soundfile.write('output/a.ogg', x, 44100)
soundfile.write('output/a.mp3', x, 44100)
subprocess.run(['ffmpeg', '-loglevel', 'error', '-i', 'output/PCM_16.wav', '-b:a', '64k', 'output/ff.mp3'], check=True)
subprocess.run(['ffmpeg', '-loglevel', 'error', '-i', 'output/PCM_16.wav', 'output/ff.wav'], check=True)
m = mido.MidiFile(); tr = mido.MidiTrack(); m.tracks.append(tr)
tr.append(mido.MetaMessage('set_tempo', tempo=750000)); tr.append(mido.Message('program_change', program=12))
for key in (60, 64): tr.append(mido.Message('note_on', note=key, velocity=64, time=0)); tr.append(mido.Message('note_on', note=key, velocity=0, time=480))
m.save('output/a.mid')`,
    );
    for (const name of Object.keys(made.files).filter((file) => file !== 'a.mid')) {
      const sound = await readSound(fileOf(made, name));
      expect(sound.rate, name).toBe(44_100);
      expect(Math.abs(durationOf(sound) - 2), name).toBeLessThan(0.06);
      const [first = left, second = left] = sound.channels;
      expect(strongestTone(first, 44_100, 2000), name).toBeCloseTo(1000, 0);
      expect(toneLevel(first, 44_100, 1000, 4410, 44_100), name).toBeCloseTo(-9, 0);
      expect(toneLevel(second, 44_100, 3000, 4410, 44_100), name).toBeCloseTo(-23, 0);
      expect(toneLevel(second, 44_100, 1000, 4410, 44_100), name).toBeLessThan(-60);
    }
    expect((await readSound(fileOf(made, '24.flac'))).bits).toBe(24);
    const midi = readMidi(fileOf(made, 'a.mid'));
    expect(midi.tracks[0]?.notes.map(({ key, start, length }) => [key, start, length])).toEqual([
      [60, 0, 480],
      [64, 480, 480],
    ]);
    expect(midi.tracks[0]?.programs).toEqual({ 0: 12 });
    expect(midi).toMatchObject({ ticksPerBeat: 480, tempos: [{ at: 0, microsecondsPerBeat: 750_000 }] });
  });
});

const silence = (seconds: number) => new Float32Array(Math.round(seconds * RATE));

const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));

describe('measures', () => {
  test('levels are in dB of full scale', () => {
    expect(levelOf(tone(441, 1, 1))).toBeCloseTo(-3.01, 2);
    const all = soundLevels(joined(tone(441, 1, 0.5), tone(441, 1, 0.05)), RATE, 0.5);
    expect(all).toHaveLength(4);
    expect((all[0] ?? 0) - (all[3] ?? 0)).toBeCloseTo(20, 1);
    expect(levelOf(silence(1))).toBe(-120);
  });

  test('segments and shifts are found', () => {
    const speech = joined(silence(0.3), tone(300, 0.4), silence(0.2), tone(500, 0.25), silence(0.02), tone(500, 0.25));
    const found = segments(speech, RATE);
    expect(found).toHaveLength(2);
    expect(found[0]?.start).toBeCloseTo(0.3, 1);
    expect(found[1]?.start).toBeCloseTo(0.9, 1);
    expect(found[1]?.end).toBeCloseTo(1.42, 1);
    const late = joined(silence(0.05), speech);
    const { shift, likeness } = align(speech, late, RATE);
    expect(shift).toBe(Math.round(0.05 * RATE));
    expect(likeness).toBeGreaterThan(0.999);
    expect(align(speech, tone(123, 1.4), RATE).likeness).toBeLessThan(0.5);
    expect(align(late, speech, RATE).shift).toBe(-shift);
  });

  test('mono is the mean of the channels', () => {
    expect(monoOf({ rate: 1, channels: [Float32Array.of(1, 0), Float32Array.of(0, 0.5)] })).toEqual(
      Float32Array.of(0.5, 0.25),
    );
  });
});

describe('hostile files', () => {
  const wav = writeWav(left, RATE);
  const lying = Buffer.from(wav);
  lying.writeUInt32LE(0xfffffff0, 40);
  const stretched = Buffer.from(writeWav(new Float32Array(1_000_000), 100));

  test.each([
    ['a cut wav', () => wav.subarray(0, 20_000)],
    ['a wav without data', () => wav.subarray(0, 30)],
    ['a wav that lies about its size', () => lying],
    ['a wav that is too long', () => stretched],
    ['text', () => Buffer.from('this is not a sound, is it?')],
    ['nothing', () => new Uint8Array()],
    [
      'random bytes with the first bytes of an mp3',
      () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(5000, 0x5a)]),
    ],
    ['an mp3 tag without sound', () => Buffer.from('ID3\x04\0\0\0\0\0\0')],
    ['a cut flac', () => writeFlac(left, RATE).subarray(0, 5000)],
    [
      'a flac with a damaged frame',
      () => {
        const bytes = writeFlac(left, RATE);
        bytes.fill(0x11, 3000, 3200);
        return bytes;
      },
    ],
    ['a flac header alone', () => writeFlac(left, RATE).subarray(0, 42)],
    ['junk after OggS', () => Buffer.concat([Buffer.from('OggS'), Buffer.alloc(3000, 7)])],
  ])('%s is refused', async (_, make) => {
    await expect(readSound(make())).rejects.toThrow(FormatProblem);
  });

  test('a cut mp3 or ogg file has the duration of its remaining sound', async () => {
    for (const bytes of [await writeMp3(left, RATE), await writeOgg(left, RATE)]) {
      const seconds = await readSound(bytes.subarray(0, bytes.length / 2)).then(durationOf, () => 0);
      expect(seconds).toBeLessThan(1);
    }
  });

  test('a cut or random midi file is refused', () => {
    const midi = writeMidi({
      ticksPerBeat: 96,
      tempos: [],
      tracks: [{ notes: [{ channel: 0, key: 1, velocity: 1, start: 0, length: 1 }] }],
    });
    expect(() => readMidi(midi.subarray(0, 30))).toThrow(FormatProblem);
    expect(() => readMidi(Buffer.from('MThd and then something else'))).toThrow(FormatProblem);
    expect(() => readMidi(wav)).toThrow(FormatProblem);
  });
});
