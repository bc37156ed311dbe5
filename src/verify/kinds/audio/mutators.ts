// Mutants of sounds: the loudest second silenced or cut out, the sound reversed or rotated, its channels exchanged, its
// resolution reduced.
import {
  levelOf,
  monoOf,
  readSound,
  SILENCE_DB,
  writeFlac,
  writeMp3,
  writeOgg,
  writeWav,
  type SoundFile,
} from '../../../formats/index.ts';
import { withFile, type Mutator } from '../../mutants/mutant.ts';

type Channels = readonly Float32Array[];

export function audioMutator(path: string): Mutator {
  return {
    async mutants({ work }) {
      const sound = await readSound(work.files.get(path) ?? new Uint8Array());
      const loudest = loudestSecond(sound);
      if (!loudest) return [];
      const { from, to } = loudest;
      const at = (from / sound.rate).toFixed(2);
      const each = (change: (samples: Float32Array) => Float32Array) => sound.channels.map(change);
      const made: { what: string; channels: Channels }[] = [
        { what: `silent for a second from ${at} s on`, channels: each((samples) => samples.slice().fill(0, from, to)) },
        { what: `a second from ${at} s on is cut out`, channels: each((samples) => without(samples, from, to)) },
        { what: 'it plays backwards', channels: each((samples) => samples.toReversed()) },
        { what: 'half a second comes first at the end', channels: each((samples) => turned(samples, sound.rate / 2)) },
        { what: 'the channels are exchanged', channels: sound.channels.toReversed() },
        ...coarse(sound),
      ].filter(({ channels }) => !same(channels, sound.channels));
      return await Promise.all(
        made.map(async ({ what, channels }) => ({
          what: `${path}: ${what}`,
          work: withFile(work, path, await written(sound, channels)),
          certain: true,
        })),
      );
    },
    async variants({ work, draw }) {
      const sound = await readSound(work.files.get(path) ?? new Uint8Array());
      const quieter = sound.channels.map((samples) => samples.map((sample) => sample * 0.98));
      const dithered = sound.channels.map((samples) => samples.map((sample) => sample + draw.real(-0.5, 0.5) / 32768));
      return [
        ...(sound.type === 'wav'
          ? [{ what: `${path}: as RF64`, work: withFile(work, path, asRf64(await written(sound, sound.channels))) }]
          : []),
        { what: `${path}: dithered`, work: withFile(work, path, await written(sound, dithered)) },
        { what: `${path}: saved again`, work: withFile(work, path, await written(sound, sound.channels)) },
        { what: `${path}: 0.2 dB quieter`, work: withFile(work, path, await written(sound, quieter)) },
      ];
    },
  };
}

/** Mutants that sound the same on a poor speaker. Lossy formats are skipped: they have no resolution to reduce. */
function coarse({ type, bits, channels }: SoundFile): { what: string; channels: Channels }[] {
  if ((type !== 'wav' && type !== 'flac') || (bits ?? 16) < 16) return [];
  const each = (change: (samples: Float32Array) => Float32Array) => channels.map(change);
  return [
    { what: 'it has eight bits', channels: each((samples) => samples.map((sample) => Math.round(sample * 128) / 128)) },
    { what: 'its high tones are gone', channels: each(smooth) },
  ];
}

const smooth = (samples: Float32Array) =>
  samples.map((sample, at) => ((samples[at - 1] ?? 0) + 2 * sample + (samples[at + 1] ?? 0)) / 4);

/** Converts a WAV to RF64, the format for more than 4 GiB, which stores the sizes in a separate chunk. */
function asRf64(wav: Uint8Array): Uint8Array {
  const source = Buffer.from(wav);
  const sizes = Buffer.alloc(36);
  sizes.write('ds64', 0);
  sizes.writeUInt32LE(28, 4);
  sizes.writeBigUInt64LE(BigInt(source.length + sizes.length - 8), 8);
  sizes.writeBigUInt64LE(BigInt(source.readUInt32LE(40)), 16);
  const out = Buffer.concat([source.subarray(0, 12), sizes, source.subarray(12)]);
  out.write('RF64', 0);
  out.writeUInt32LE(0xffffffff, 4);
  out.writeUInt32LE(0xffffffff, 40 + sizes.length);
  return out;
}

async function written({ type, rate, bits, float }: SoundFile, channels: Channels): Promise<Uint8Array> {
  if (type === 'mp3') return await writeMp3(channels, rate, 192);
  if (type === 'ogg') return await writeOgg(channels, rate);
  if (type === 'flac') return writeFlac(channels, rate);
  return writeWav(channels, rate, float ? 'float' : bits === 8 || bits === 24 || bits === 32 ? bits : 16);
}

function without(samples: Float32Array, from: number, to: number): Float32Array {
  return samples.filter((_, at) => at < from || at >= to);
}

function turned(samples: Float32Array, by: number): Float32Array {
  return samples.map((_, at) => samples[(at + Math.round(by)) % samples.length] ?? 0);
}

function same(one: Channels, other: Channels): boolean {
  return one.every((samples, index) => {
    const others = other[index];
    return others?.length === samples.length && samples.every((sample, at) => sample === others[at]);
  });
}

/** Searches in steps of 0.1 s; undefined if all is silent. A sound shorter than a second is one piece. */
function loudestSecond(sound: SoundFile): { from: number; to: number } | undefined {
  const mono = monoOf(sound);
  const size = Math.min(sound.rate, mono.length);
  let best: { from: number; to: number } | undefined;
  let loudest = SILENCE_DB;
  for (let from = 0; from + size <= mono.length; from += Math.ceil(sound.rate / 10)) {
    const level = levelOf(mono, from, from + size);
    if (level > loudest) [best, loudest] = [{ from, to: from + size }, level];
  }
  return best;
}
