// Reads MP3, FLAC and Ogg Vorbis, and writes MP3 and Ogg Vorbis, with WebAssembly codecs, loaded on first use. Decoders
// report few errors, so their output is checked.
import { FormatProblem } from '../problem.ts';
import type { SoundSamples, Sound } from './sound.ts';

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
  readonly errors: readonly { readonly message: string }[];
}

export async function writeMp3(
  samples: SoundSamples | readonly SoundSamples[],
  rate: number,
  kilobits: 64 | 96 | 128 | 192 | 256 | 320 = 128,
): Promise<Uint8Array> {
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const channels = stereoAtMost(samples);
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: rate, channels: channels.length as 1 | 2, bitrate: kilobits });
  return encodeAll(encoder, channels);
}

/** The encoder writes a random stream number into every page; a constant replaces it, so that the bytes are stable. */
export async function writeOgg(
  samples: SoundSamples | readonly SoundSamples[],
  rate: number,
  quality = 5,
): Promise<Uint8Array> {
  const { createOggEncoder } = await import('wasm-media-encoders');
  const channels = stereoAtMost(samples);
  const encoder = await createOggEncoder();
  encoder.configure({ sampleRate: rate, channels: channels.length as 1 | 2, vbrQuality: quality, oggSerialNo: 1 });
  return encodeAll(encoder, channels);
}

function stereoAtMost(samples: SoundSamples | readonly SoundSamples[]): Float32Array[] {
  const channels = Array.isArray(samples) ? (samples as readonly SoundSamples[]) : [samples as SoundSamples];
  if (channels.length !== 1 && channels.length !== 2) throw new Error(`${channels.length} channels cannot be encoded`);
  return channels.map((channel) => Float32Array.from(channel));
}

interface Encoder {
  readonly encode: (channels: [Float32Array] | [Float32Array, Float32Array]) => Uint8Array;
  readonly finalize: () => Uint8Array;
}

function encodeAll(encoder: Encoder, channels: Float32Array[]): Uint8Array {
  // The next call overwrites each result, so it is copied.
  const body = Buffer.from(encoder.encode(channels as [Float32Array]));
  return Buffer.concat([body, Buffer.from(encoder.finalize())]);
}

/**
 * No valid frame is longer. More input without sound is refused, because the search for the next frame
 * takes quadratic time.
 */
const MAX_SILENT_BYTES = 512 * 1024;

/** How many bytes the decoder gets before its output is counted: a small file may hold hours of silence. */
const SLICE = 256 * 1024;

export async function readMp3(bytes: Uint8Array, maxSeconds: number): Promise<Sound> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const sound = await gather('mp3', bytes, maxSeconds, (slice) => decoder.decode(slice));
  // The decoder always returns two channels.
  return isMonoMp3(bytes) ? { ...sound, channels: sound.channels.slice(0, 1) } : sound;
}

/** Whether the first frame, after an optional tag, declares one channel. */
function isMonoMp3(bytes: Uint8Array): boolean {
  const byte = (at: number) => bytes[at] ?? 0;
  const tagged = byte(0) === 0x49 && byte(1) === 0x44 && byte(2) === 0x33;
  const size = byte(6) * 2 ** 21 + byte(7) * 2 ** 14 + byte(8) * 2 ** 7 + byte(9);
  let at = tagged ? 10 + size : 0;
  while (at + 4 <= bytes.length && !(byte(at) === 0xff && (byte(at + 1) & 0xe0) === 0xe0)) at += 1;
  return byte(at + 3) >> 6 === 3;
}

export async function readFlac(bytes: Uint8Array, maxSeconds: number): Promise<Sound & { bits: number }> {
  const { bits, samples, soundAt } = readStreamInfo(bytes);
  const { FLACDecoder } = await import('@wasm-audio-decoders/flac');
  const decoder = new FLACDecoder();
  await decoder.ready;
  const sound = await gather(
    'flac',
    bytes,
    maxSeconds,
    (slice) => decoder.decode(slice),
    () => decoder.flush(),
    soundAt,
  );
  const length = sound.channels[0]?.length ?? 0;
  if (samples > 0 && length !== samples)
    throw new FormatProblem(`the flac is cut short: ${length} of ${samples} samples are there`);
  return { ...sound, bits };
}

export async function readOgg(bytes: Uint8Array, maxSeconds: number): Promise<Sound> {
  const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis');
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  return await gather(
    'ogg',
    bytes,
    maxSeconds,
    (slice) => decoder.decode(slice),
    () => decoder.flush(),
  );
}

/** The first metadata block of a FLAC (STREAMINFO). */
function readStreamInfo(bytes: Uint8Array): { bits: number; samples: number; soundAt: number } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 42 || ((view[4] ?? 0) & 0x7f) !== 0) throw new FormatProblem('the flac has no header');
  const bits = (((view[20] ?? 0) & 1) << 4) + ((view[21] ?? 0) >> 4) + 1;
  // Metadata blocks, such as a picture, precede the frames; the first bit of the last block marks it as the last.
  let [soundAt, last] = [4, false];
  while (!last && soundAt + 4 <= view.length) {
    last = ((view[soundAt] ?? 0) & 0x80) !== 0;
    soundAt += 4 + view.readUIntBE(soundAt + 1, 3);
  }
  return { bits, samples: ((view[21] ?? 0) & 15) * 2 ** 32 + view.readUInt32BE(22), soundAt };
}

async function gather(
  type: string,
  bytes: Uint8Array,
  maxSeconds: number,
  decode: (slice: Uint8Array) => Decoded | Promise<Decoded>,
  flush?: () => Promise<Decoded>,
  soundAt = Infinity,
): Promise<Sound> {
  const pieces: Decoded[] = [];
  let total = 0;
  try {
    const take = (piece: Decoded) => {
      const [problem] = piece.errors;
      if (problem) throw new FormatProblem(`the ${type} is damaged: ${problem.message}`);
      total += piece.samplesDecoded;
      if (piece.samplesDecoded === 0) return;
      pieces.push(piece);
      if (total > maxSeconds * piece.sampleRate) throw new FormatProblem(`the sound is longer than ${maxSeconds} s`);
    };
    let silentSince = soundAt;
    for (let at = 0; at < bytes.length; at += SLICE) {
      const before = total;
      take(await decode(bytes.subarray(at, at + SLICE)));
      if (total > before) silentSince = at + SLICE;
      else if (at + SLICE - silentSince > MAX_SILENT_BYTES)
        throw new FormatProblem(`the ${type} holds no frames of sound`);
    }
    if (flush) take(await flush());
  } catch (error) {
    if (error instanceof FormatProblem) throw error;
    throw new FormatProblem(`the ${type} cannot be read: ${String(error)}`, { cause: error });
  }
  const [first] = pieces;
  if (!first) throw new FormatProblem(`the ${type} holds no sound`);
  if (
    pieces.some(
      ({ sampleRate, channelData }) =>
        sampleRate !== first.sampleRate || channelData.length !== first.channelData.length,
    )
  )
    throw new FormatProblem(`the ${type} changes its rate or its number of channels`);
  return { rate: first.sampleRate, channels: first.channelData.map((_, channel) => joined(pieces, channel, total)) };
}

function joined(pieces: readonly Decoded[], channel: number, total: number): Float32Array {
  const out = new Float32Array(total);
  let at = 0;
  for (const { channelData, samplesDecoded } of pieces) {
    out.set(channelData[channel]?.subarray(0, samplesDecoded) ?? [], at);
    at += samplesDecoded;
  }
  return out;
}
