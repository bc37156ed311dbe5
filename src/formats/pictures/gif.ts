// Counts the frames of a GIF without decoding: decoders do not report the missing frames of a truncated file.
import { FormatProblem } from '../problem.ts';

const skipTable = (place: number, flags: number) => place + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The number of frames. */
export function gifFrames(bytes: Uint8Array, most: number): number {
  const at = (place: number) => {
    const byte = bytes[place];
    if (byte === undefined) throw new FormatProblem('the GIF is cut short');
    return byte;
  };
  const skipBlocks = (place: number) => {
    while (at(place) !== 0) place += at(place) + 1;
    return place + 1;
  };
  let place = skipTable(13, at(10));
  let frames = 0;
  while (at(place) !== 0x3b) {
    if (at(place) === 0x21) place = skipBlocks(place + 2);
    else if (at(place) === 0x2c) {
      frames += 1;
      if (frames > most) throw new FormatProblem(`the picture has more than ${most} frames`);
      place = skipBlocks(skipTable(place + 10, at(place + 9)) + 1);
    } else throw new FormatProblem('the GIF is damaged');
  }
  if (frames === 0) throw new FormatProblem('the GIF has no frame');
  return frames;
}
