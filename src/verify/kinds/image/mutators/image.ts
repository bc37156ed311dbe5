// Mutants of pictures for checks of kind `image`, which compare pixels: a region altered, the picture mirrored, its
// detail removed, an animation with wrong order or timing. Charts are not mutated here: they are plotted again from
// changed data.
import type { Draw } from '../../../../core/index.ts';
import { lumaOf, readPicture, writeGif, writePicture, type Picture, type Pixels } from '../../../../formats/index.ts';
import { withFile, type MutantSource, type Mutator } from '../../../mutants/mutant.ts';
import { blurred, inBlocks, withoutInk } from './detail.ts';

/** The frames of a picture to be written, and their delays in milliseconds. */
interface Shots {
  readonly frames: readonly Pixels[];
  readonly delays: readonly number[];
}

export function imageMutator(path: string): Mutator {
  return {
    async mutants({ work, draw }) {
      const picture = await readPicture(work.files.get(path) ?? new Uint8Array());
      const shots = shotsOf(picture);
      const first = draw.int(0, shots.frames.length - 1);
      const altered = alterRegion(shots.frames[first] ?? picture, draw);
      const made: { what: string; shots: Shots }[] = [
        {
          what: `${altered.what}${shots.frames.length > 1 ? ` in frame ${first + 1}` : ''}`,
          shots: { ...shots, frames: shots.frames.with(first, altered.pixels) },
        },
        { what: 'left and right are exchanged', shots: { ...shots, frames: shots.frames.map(flipped) } },
        ...detailMutants(shots, first, draw),
        { what: 'the frames come backwards', shots: { ...shots, frames: shots.frames.toReversed() } },
        { what: 'every frame is shown twice as long', shots: { ...shots, delays: shots.delays.map((ms) => 2 * ms) } },
        { what: 'the last frame is missing', shots: { ...shots, frames: shots.frames.slice(0, -1) } },
      ].filter((each) => each.shots.frames.length > 0 && !same(each.shots, shots));
      return await Promise.all(
        made.map(async (each) => ({
          what: `${path}: ${each.what}`,
          work: withFile(work, path, await written(picture, each.shots)),
          certain: true,
        })),
      );
    },
    async variants({ work, instance }) {
      const picture = await readPicture(work.files.get(path) ?? new Uint8Array());
      const shots = shotsOf(picture);
      const again = { what: `${path}: saved again`, work: withFile(work, path, await written(picture, shots)) };
      if (shots.frames.length === 1) {
        if (!lightIsFree(instance, path)) return [again];
        const grey = await writePicture(greyed(picture), picture.type, {
          quality: 95,
          orientation: picture.orientation,
        });
        return [again, { what: `${path}: in grey`, work: withFile(work, path, grey) }];
      }
      // GIF stores delays in hundredths of a second, so the two halves of a delay may differ.
      const delays = shots.delays.flatMap((ms) => [10 * Math.ceil(ms / 20), ms - 10 * Math.ceil(ms / 20)]);
      const doubled = { frames: shots.frames.flatMap((frame) => [frame, frame]), delays };
      const doubledWork = withFile(work, path, await written(picture, doubled));
      return [again, { what: `${path}: every frame comes twice, for half as long`, work: doubledWork }];
    },
  };
}

/** The properties of the file stay, the detail is reduced: all of it coarse, one frame blurred, one stroke removed. */
function detailMutants(shots: Shots, index: number, draw: Draw): { what: string; shots: Shots }[] {
  const frame = shots.frames[index];
  if (!frame) return [];
  const still = shots.frames.length === 1;
  const erased = still ? withoutInk(frame, draw.fork('ink')) : undefined;
  const where = still ? 'it' : `frame ${index + 1}`;
  return [
    { what: 'it is in blocks of four pixels', shots: { ...shots, frames: shots.frames.map(inBlocks) } },
    { what: `${where} is blurred`, shots: { ...shots, frames: shots.frames.with(index, blurred(frame)) } },
    ...(erased ? [{ what: erased.what, shots: { ...shots, frames: [erased.pixels] } }] : []),
  ];
}

/** Whether brightness and colours are free: a check of detail is for a scan. */
function lightIsFree({ checks }: MutantSource['instance'], path: string): boolean {
  return checks.some((check) => check.kind === 'image' && check.file === path && check.looks.look === 'detail');
}

function greyed(pixels: Pixels): Pixels {
  const { width, height, channels } = pixels;
  const levels = lumaOf(pixels).data;
  const data = Uint8Array.from(pixels.data, (level, at) =>
    at % channels === 3 ? level : Math.round(levels[Math.floor(at / channels)] ?? 0),
  );
  return { width, height, channels, data };
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

/** Shifts every colour level by half of the range, in a sixteenth of the picture; transparency stays. */
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
