// Reads the containers of films (mp4, mov, webm, mkv). Frames are counted, not decoded.
import { FormatProblem } from '../problem.ts';

export interface Film {
  readonly container: string;
  /** In seconds. */
  readonly duration: number;
  readonly video: {
    /** "avc", "hevc", "vp9", "av1" …; null for an unknown codec, such as MPEG-4 part 2. */
    readonly codec: string | null;
    readonly width: number;
    readonly height: number;
    readonly frames: number;
    readonly framesPerSecond: number;
  } | null;
  readonly sound: { readonly codec: string | null; readonly channels: number; readonly rate: number } | null;
}

const MAX_BYTES = 256 * 2 ** 20;
const MAX_FRAMES = 200_000;

export async function readFilm(bytes: Uint8Array): Promise<Film> {
  if (bytes.length > MAX_BYTES) throw new FormatProblem(`the film has more than ${MAX_BYTES} bytes`);
  const { Input, BufferSource, MATROSKA, MP4, QTFF, WEBM, EncodedPacketSink } = await import('mediabunny');
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    const [container, video, sound] = [
      await input.getFormat(),
      await input.getPrimaryVideoTrack(),
      await input.getPrimaryAudioTrack(),
    ];
    if (!video && !sound) throw new FormatProblem('the film has no tracks: it may be cut short');
    const duration = await input.computeDuration();
    if (!(duration > 0)) throw new FormatProblem('the film has no duration: it may be cut short');
    let frames = 0;
    if (video) {
      for await (const packet of new EncodedPacketSink(video).packets(undefined, undefined, { metadataOnly: true })) {
        frames += packet.byteLength > 0 ? 1 : 0;
        if (frames > MAX_FRAMES) throw new FormatProblem(`the film has more than ${MAX_FRAMES} frames`);
      }
      if (frames === 0) throw new FormatProblem('the film has no frames');
    }
    boundBoxes(bytes);
    return {
      container: container.name,
      duration,
      video: video && {
        codec: video.codec,
        width: video.displayWidth,
        height: video.displayHeight,
        frames,
        framesPerSecond: frames / (await video.computeDuration()),
      },
      sound: sound && { codec: sound.codec, channels: sound.numberOfChannels, rate: sound.sampleRate },
    };
  } catch (error) {
    if (error instanceof FormatProblem) throw error;
    throw new FormatProblem(`the file is no film that can be read: ${String(error)}`, { cause: error });
  } finally {
    input.dispose();
  }
}

/**
 * The top-level boxes of an mp4 must end at the end of the file: with the index at the front, missing frames would go
 * unnoticed.
 */
function boundBoxes(source: Uint8Array): void {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return;
  let at = 0;
  while (at + 8 <= bytes.length) {
    const small = bytes.readUInt32BE(at);
    const size = small === 1 && at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : small;
    if (size === 0) return; // The box extends to the end of the file.
    if (size < 8) throw new FormatProblem('the film is damaged');
    at += size;
  }
  if (at > bytes.length) throw new FormatProblem('the film is cut short');
}
