// Reads and writes WAV: PCM of 8, 16, 24 or 32 bits, or 32-bit floating point; also reads RF64, whose sizes have 64
// bits.
import { FormatProblem } from '../problem.ts';
import type { SoundSamples, Sound } from './sound.ts';

export type WavDepth = 8 | 16 | 24 | 32 | 'float';

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const MAX_CHANNELS = 32;

/** One channel, or several of the same length. Samples are between -1 and 1; others are clipped. */
export function writeWav(
  samples: SoundSamples | readonly SoundSamples[],
  rate: number,
  depth: WavDepth = 16,
): Uint8Array {
  const channels = Array.isArray(samples) ? (samples as readonly SoundSamples[]) : [samples as SoundSamples];
  const bits = depth === 'float' ? 32 : depth;
  const width = bits / 8;
  const length = channels[0]?.length ?? 0;
  const size = length * channels.length * width;
  const bytes = Buffer.alloc(44 + size + (size % 2));
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(depth === 'float' ? FLOAT : PCM, 20);
  bytes.writeUInt16LE(channels.length, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * channels.length * width, 28);
  bytes.writeUInt16LE(channels.length * width, 32);
  bytes.writeUInt16LE(bits, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(size, 40);
  const most = 2 ** (bits - 1) - 1;
  for (let index = 0; index < length; index += 1) {
    for (const [place, channel] of channels.entries()) {
      const level = Math.max(-1, Math.min(1, channel[index] ?? 0));
      const at = 44 + (index * channels.length + place) * width;
      if (depth === 'float') bytes.writeFloatLE(level, at);
      else if (depth === 8) bytes.writeUInt8(Math.round(level * most) + 128, at);
      else bytes.writeIntLE(Math.round(level * most), at, width);
    }
  }
  return bytes;
}

interface Layout {
  readonly code: number;
  readonly channels: number;
  readonly rate: number;
  readonly bits: number;
}

export function readWav(source: Uint8Array, maxSeconds: number): Sound & { bits: number; float: boolean } {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  let layout: Layout | undefined;
  let at = 12;
  let dataSize: number | undefined;
  while (at + 8 <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4);
    const start = at + 8;
    const stated = bytes.readUInt32LE(at + 4);
    // All ones: the chunk "ds64" has the size, or the file was written to a pipe and the data continues to the end.
    const size = name === 'data' && stated === 0xffffffff ? (dataSize ?? bytes.length - start) : stated;
    if (name === 'ds64' && start + 16 <= bytes.length) dataSize = Number(bytes.readBigUInt64LE(start + 8));
    if (name === 'data') {
      if (!layout) throw new FormatProblem('the WAV has its data before its format');
      if (start + size > bytes.length)
        throw new FormatProblem(`the WAV is cut short: ${bytes.length - start} of ${size} bytes of sound are there`);
      const samples = readSamples(bytes.subarray(start, start + size), layout, maxSeconds);
      return { rate: layout.rate, channels: samples, bits: layout.bits, float: layout.code === FLOAT };
    }
    if (start + size > bytes.length) throw new FormatProblem(`the WAV is cut short in its part "${name}"`);
    if (name === 'fmt ') layout = readLayout(bytes.subarray(start, start + size));
    at = start + size + (size % 2);
  }
  throw new FormatProblem('the WAV has no data');
}

function readLayout(chunk: Buffer): Layout {
  if (chunk.length < 16) throw new FormatProblem('the WAV has a damaged header');
  const tag = chunk.readUInt16LE(0);
  const code = tag === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag;
  const [channels, rate, bits] = [chunk.readUInt16LE(2), chunk.readUInt32LE(4), chunk.readUInt16LE(14)];
  if (code !== PCM && code !== FLOAT) throw new FormatProblem(`the WAV holds compressed sound (code ${code}), not PCM`);
  const known = code === PCM ? [8, 16, 24, 32] : [32, 64];
  if (!known.includes(bits)) throw new FormatProblem(`the WAV has ${bits} bits a sample`);
  if (channels < 1 || channels > MAX_CHANNELS) throw new FormatProblem(`the WAV has ${channels} channels`);
  if (rate < 1 || rate > 1_000_000) throw new FormatProblem(`the WAV has a rate of ${rate} samples a second`);
  return { code, channels, rate, bits };
}

function readSamples(data: Buffer, { code, channels, rate, bits }: Layout, maxSeconds: number): Float32Array[] {
  const width = bits / 8;
  const length = Math.floor(data.length / (width * channels));
  if (length > maxSeconds * rate) throw new FormatProblem(`the sound is longer than ${maxSeconds} s`);
  const sampleAt = sampleReader(data, code, bits);
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(length);
    for (let index = 0; index < length; index += 1) samples[index] = sampleAt((index * channels + channel) * width);
    return samples;
  });
}

/** Reads the sample at an offset in bytes. */
function sampleReader(data: Buffer, code: number, bits: number): (at: number) => number {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (code === FLOAT) return bits === 32 ? (at) => view.getFloat32(at, true) : (at) => view.getFloat64(at, true);
  switch (bits) {
    case 8:
      return (at) => (view.getUint8(at) - 128) / 2 ** 7;
    case 16:
      return (at) => view.getInt16(at, true) / 2 ** 15;
    case 24:
      return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 2 ** 16) / 2 ** 23;
    default:
      return (at) => view.getInt32(at, true) / 2 ** 31;
  }
}
