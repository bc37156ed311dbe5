// Reads sound in any supported format. The first bytes determine the format, never the file name.
import { readFlac, readMp3, readOgg } from './packed-sound.ts';
import { FormatProblem } from '../problem.ts';
import { readWav } from './wav.ts';

export type SoundSamples = Float32Array | Float64Array;

export interface Sound {
  /** Samples per second. */
  readonly rate: number;
  /** Between -1 and 1; all channels have the same length. */
  readonly channels: readonly Float32Array[];
}

export interface SoundFile extends Sound {
  readonly type: SoundType;
  /** Bits per sample, for formats that have a fixed number. */
  readonly bits?: number;
  /** Samples are stored as floating point numbers. */
  readonly float?: boolean;
}

export type SoundType = 'wav' | 'mp3' | 'flac' | 'ogg';

const MAX_BYTES = 128 * 2 ** 20;

function soundType(bytes: Uint8Array): SoundType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (/^(?:RIFF|RF64|BW64)/.test(head) && head.slice(8, 12) === 'WAVE') return 'wav';
  if (head.startsWith('fLaC')) return 'flac';
  if (head.startsWith('OggS')) return 'ogg';
  // An ID3 tag, or a frame header: eleven bits set, then a valid version and layer.
  const [first = 0, second = 0] = bytes;
  const frame = first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) !== 0;
  return head.startsWith('ID3') || frame ? 'mp3' : undefined;
}

/** Refuses a sound longer than `maxSeconds`. */
export async function readSound(bytes: Uint8Array, maxSeconds = 1800): Promise<SoundFile> {
  const type = soundType(bytes);
  if (!type) throw new FormatProblem('the file is no sound (wav, mp3, flac or ogg)');
  if (bytes.length > MAX_BYTES) throw new FormatProblem(`the sound has more than ${MAX_BYTES} bytes`);
  const sound = await { wav: readWav, mp3: readMp3, flac: readFlac, ogg: readOgg }[type](bytes, maxSeconds);
  if ((sound.channels[0]?.length ?? 0) === 0) throw new FormatProblem(`the ${type} holds no sound`);
  return { ...sound, type };
}

export const durationOf = ({ rate, channels }: Sound) => (channels[0]?.length ?? 0) / rate;

/** The mean of the channels. */
export function monoOf({ channels }: Sound): Float32Array {
  const [first] = channels;
  if (!first || channels.length === 1) return first ?? new Float32Array();
  return first.map((_, index) => channels.reduce((sum, channel) => sum + (channel[index] ?? 0), 0) / channels.length);
}
