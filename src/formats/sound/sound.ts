// Sound, whatever it is stored as. What a file is is told by its first bytes, never by a name.
import { readFlac, readMp3, readOgg } from './packed-sound.ts';
import { FormatProblem } from '../problem.ts';
import { readWav } from './wav.ts';

export type SoundSamples = Float32Array | Float64Array;

export interface Sound {
  /** Samples a second. */
  readonly rate: number;
  /** Between -1 and 1; all of one length. */
  readonly channels: readonly Float32Array[];
}

export interface SoundFile extends Sound {
  readonly type: SoundType;
  /** Of a sample, where the format has such a thing. */
  readonly bits?: number;
  /** Samples are stored as floating point numbers. */
  readonly float?: boolean;
}

export const soundTypes = ['wav', 'mp3', 'flac', 'ogg'] as const;
export type SoundType = (typeof soundTypes)[number];

const MAX_BYTES = 128 * 2 ** 20;

export function soundType(bytes: Uint8Array): SoundType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (/^(?:RIFF|RF64|BW64)/.test(head) && head.slice(8, 12) === 'WAVE') return 'wav';
  if (head.startsWith('fLaC')) return 'flac';
  if (head.startsWith('OggS')) return 'ogg';
  // A tag, or a frame header: eleven bits set, then a version and a layer that exist.
  const [first = 0, second = 0] = bytes;
  const frame = first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) !== 0;
  return head.startsWith('ID3') || frame ? 'mp3' : undefined;
}

/** At most `maxSeconds` of it are accepted. */
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
