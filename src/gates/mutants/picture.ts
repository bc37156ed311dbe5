// Mutants of pictures: a region altered, the whole turned over, an animation out of order or out of time. For checks of
// kind `image`, which look at pixels; a chart is plotted anew from changed data instead.
import type { Draw } from '../../core/index.ts';
import { readPicture, writeGif, writePicture, type Picture, type Pixels } from '../../formats/index.ts';
import { withFile, type Mutator } from './mutant.ts';

/** A picture as it is written: what it shows in turn, and for how long. */
interface Shots {
  readonly frames: readonly Pixels[];
  readonly delays: readonly number[];
}

export function pictureMutator(path: string): Mutator {
  return {
    async mutants({ handed, draw }) {
      const picture = await readPicture(handed.files.get(path) ?? new Uint8Array());
      const shots = shotsOf(picture);
      const first = draw.int(0, shots.frames.length - 1);
      const altered = alterRegion(shots.frames[first] ?? picture, draw);
      const made: { what: string; shots: Shots }[] = [
        {
          what: `${altered.what}${shots.frames.length > 1 ? ` in frame ${first + 1}` : ''}`,
          shots: { ...shots, frames: shots.frames.with(first, altered.pixels) },
        },
        { what: 'left and right are exchanged', shots: { ...shots, frames: shots.frames.map(flipped) } },
        { what: 'the frames come backwards', shots: { ...shots, frames: shots.frames.toReversed() } },
        { what: 'every frame is shown twice as long', shots: { ...shots, delays: shots.delays.map((ms) => 2 * ms) } },
        { what: 'the last frame is missing', shots: { ...shots, frames: shots.frames.slice(0, -1) } },
      ].filter((each) => each.shots.frames.length > 0 && !same(each.shots, shots));
      return await Promise.all(
        made.map(async (each) => ({
          what: `${path}: ${each.what}`,
          handed: withFile(handed, path, await written(picture, each.shots)),
          certain: true,
        })),
      );
    },
    async variants({ handed }) {
      const picture = await readPicture(handed.files.get(path) ?? new Uint8Array());
      const shots = shotsOf(picture);
      const again = { what: `${path}: saved again`, handed: withFile(handed, path, await written(picture, shots)) };
      if (shots.frames.length === 1) return [again];
      // Hundredths of a second cannot be halved evenly.
      const delays = shots.delays.flatMap((ms) => [10 * Math.ceil(ms / 20), ms - 10 * Math.ceil(ms / 20)]);
      const doubled = { frames: shots.frames.flatMap((frame) => [frame, frame]), delays };
      const handedDoubled = withFile(handed, path, await written(picture, doubled));
      return [again, { what: `${path}: every frame comes twice, for half as long`, handed: handedDoubled }];
    },
  };
}

function shotsOf({ width, height, channels, frames }: Picture): Shots {
  return {
    frames: frames.map(({ data }) => ({ width, height, channels, data })),
    delays: frames.map(({ delayMs }) => delayMs),
  };
}

async function written(picture: Picture, { frames, delays }: Shots): Promise<Uint8Array> {
  const [first = picture] = frames;
  if (picture.frames.length > 1) return await writeGif(frames, delays, picture.loop);
  return await writePicture(first, picture.type, { quality: 95, orientation: picture.orientation });
}

function same(one: Shots, other: Shots): boolean {
  return (
    one.frames.length === other.frames.length &&
    one.frames.every(({ data }, index) => Buffer.compare(data, other.frames[index]?.data ?? new Uint8Array()) === 0) &&
    one.delays.every((ms, index) => ms === other.delays[index])
  );
}

function flipped({ width, height, channels, data }: Pixels): Pixels {
  const out = new Uint8Array(data.length);
  for (let at = 0; at < width * height; at += 1) {
    const from = (at - (at % width) + width - 1 - (at % width)) * channels;
    out.set(data.subarray(from, from + channels), at * channels);
  }
  return { width, height, channels, data: out };
}

/** A sixteenth of the picture, every level moved by half of the range; transparency stays. */
function alterRegion(pixels: Pixels, draw: Draw): { what: string; pixels: Pixels } {
  const { width, height, channels } = pixels;
  const [wide, high] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const [left, top] = [draw.int(0, width - wide), draw.int(0, height - high)];
  const data = Uint8Array.from(pixels.data);
  for (let y = top; y < top + high; y += 1) {
    for (let x = left; x < left + wide; x += 1) {
      for (let channel = 0; channel < Math.min(3, channels); channel += 1) {
        const at = (y * width + x) * channels + channel;
        data[at] = ((data[at] ?? 0) + 128) % 256;
      }
    }
  }
  return { what: `${wide} by ${high} pixels at ${left}, ${top} are altered`, pixels: { ...pixels, data } };
}
