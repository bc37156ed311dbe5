// Writes FLAC: 16 bits, independent channels, fixed predictors with Rice-coded residuals.
import { createHash } from 'node:crypto';
import { crc16, crc8 } from '../archives/checksums.ts';
import type { SoundSamples } from './sound.ts';

const BLOCK = 4096;
const BITS = 16;
const MAX_ORDER = 4;

export function writeFlac(samples: SoundSamples | readonly SoundSamples[], rate: number): Uint8Array {
  const given = Array.isArray(samples) ? (samples as readonly SoundSamples[]) : [samples as SoundSamples];
  const channels = given.map((channel) =>
    Int32Array.from(channel, (level) => Math.round(Math.max(-1, Math.min(1, level)) * 32767)),
  );
  const length = channels[0]?.length ?? 0;
  const frames: Uint8Array[] = [];
  for (let at = 0; at < length; at += BLOCK) {
    const blocks = channels.map((channel) => channel.subarray(at, at + BLOCK));
    frames.push(frame(blocks, frames.length, rate));
  }
  return Buffer.concat([Buffer.from('fLaC'), streamInfo(channels, rate), ...frames]);
}

function streamInfo(channels: readonly Int32Array[], rate: number): Uint8Array {
  const length = channels[0]?.length ?? 0;
  const raw = Buffer.alloc(length * channels.length * 2);
  for (const [place, channel] of channels.entries()) {
    for (const [index, level] of channel.entries()) raw.writeInt16LE(level, (index * channels.length + place) * 2);
  }
  const bits = new BitWriter();
  bits.put(0x80, 8); // last metadata block, type 0 (STREAMINFO)
  bits.put(34, 24);
  bits.put(BLOCK, 16);
  bits.put(BLOCK, 16);
  bits.put(0, 24); // frame sizes: unknown
  bits.put(0, 24);
  bits.put(rate, 20);
  bits.put(channels.length - 1, 3);
  bits.put(BITS - 1, 5);
  bits.put(Math.floor(length / 2 ** 32), 4);
  bits.put(length % 2 ** 32, 32);
  for (const byte of createHash('md5').update(raw).digest()) bits.put(byte, 8);
  return bits.bytes();
}

function frame(blocks: readonly Int32Array[], number: number, rate: number): Uint8Array {
  const inTens = rate > 0xffff;
  const bits = new BitWriter();
  bits.put(0xfff8, 16); // sync code, fixed block size
  bits.put(inTens ? 0x7e : 0x7d, 8); // block size and rate follow in 16 bits each: decoders of single frames need both
  bits.put(blocks.length - 1, 4);
  bits.put(0b1000, 4); // 16 bits per sample
  putNumber(bits, number);
  bits.put((blocks[0]?.length ?? 0) - 1, 16);
  bits.put(inTens ? rate / 10 : rate, 16);
  bits.put(crc8(bits.bytes()), 8);
  for (const block of blocks) putSubframe(bits, block);
  bits.align();
  bits.put(crc16(bits.bytes()), 16);
  return bits.bytes();
}

/** The frame number, coded like UTF-8 but up to 31 bits. */
function putNumber(bits: BitWriter, number: number): void {
  for (const byte of Buffer.from(String.fromCodePoint(number))) bits.put(byte, 8);
}

function putSubframe(bits: BitWriter, block: Int32Array): void {
  let residual = block;
  let best = { order: 0, residual, parameter: 0, size: Infinity };
  for (let order = 0; order <= Math.min(MAX_ORDER, block.length - 1); order += 1) {
    if (order > 0)
      residual = residual.map((level, index) => (index === 0 ? level : level - (residual[index - 1] ?? 0)));
    const { parameter, size } = riceParameter(residual.subarray(order));
    if (size + order * BITS < best.size) best = { order, residual, parameter, size: size + order * BITS };
  }
  if (best.size >= block.length * BITS) {
    bits.put(0b00000010, 8); // verbatim
    for (const level of block) bits.put(level & 0xffff, BITS);
    return;
  }
  bits.put((0b001000 | best.order) << 1, 8);
  for (const level of block.subarray(0, best.order)) bits.put(level & 0xffff, BITS);
  bits.put(0, 2); // Rice parameters of 4 bits
  bits.put(0, 4); // one partition
  bits.put(best.parameter, 4);
  for (const level of best.residual.subarray(best.order)) putRice(bits, level, best.parameter);
}

const zigzag = (level: number) => (level < 0 ? -2 * level - 1 : 2 * level);

function riceParameter(residual: Int32Array): { parameter: number; size: number } {
  let best = { parameter: 0, size: Infinity };
  for (let parameter = 0; parameter < 15; parameter += 1) {
    let size = residual.length * (parameter + 1);
    for (const level of residual) size += Math.floor(zigzag(level) / 2 ** parameter);
    if (size < best.size) best = { parameter, size };
  }
  return best;
}

function putRice(bits: BitWriter, level: number, parameter: number): void {
  const value = zigzag(level);
  for (let count = Math.floor(value / 2 ** parameter); count > 0; count -= 1) bits.put(0, 1);
  bits.put(1, 1);
  bits.put(value % 2 ** parameter, parameter);
}

class BitWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #partial = 0;
  #filled = 0;

  put(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit -= 1) {
      this.#partial = (this.#partial << 1) | (Math.floor(value / 2 ** bit) & 1);
      this.#filled += 1;
      if (this.#filled === 8) this.#flush();
    }
  }

  align(): void {
    while (this.#filled > 0) this.put(0, 1);
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #flush(): void {
    if (this.#length === this.#bytes.length) {
      const wider = new Uint8Array(this.#length * 2);
      wider.set(this.#bytes);
      this.#bytes = wider;
    }
    this.#bytes[this.#length] = this.#partial;
    this.#length += 1;
    this.#partial = 0;
    this.#filled = 0;
  }
}
