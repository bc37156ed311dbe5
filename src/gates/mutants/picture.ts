// Mutants of pictures: a region altered, the whole turned over. For checks of kind `image`, which look at pixels;
// a chart is plotted anew from changed data instead.
import sharp, { type OutputInfo } from 'sharp';
import type { Draw } from '../../core/index.ts';
import { withFile, type Mutator } from './mutant.ts';

/** Formats that are read and written with one frame. */
const formats = new Set<string>(['png', 'jpeg', 'webp', 'tiff']);

export function pictureMutator(path: string): Mutator {
  return {
    async mutants({ handed, draw }) {
      const bytes = handed.files.get(path) ?? new Uint8Array();
      const { format } = await sharp(bytes).metadata();
      if (!format || !formats.has(format)) return [];
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      const encode = (raw: Buffer) =>
        sharp(raw, { raw: { width: info.width, height: info.height, channels: info.channels } })
          .toFormat(format)
          .toBuffer();
      const flipped = await sharp(bytes).flop().raw().toBuffer();
      const altered = alterRegion(data, info, draw);
      const made = [
        { what: altered.what, raw: altered.raw },
        { what: 'left and right are exchanged', raw: flipped },
      ].filter(({ raw }) => !raw.equals(data));
      return await Promise.all(
        made.map(async ({ what, raw }) => ({
          what: `${path}: ${what}`,
          handed: withFile(handed, path, await encode(raw)),
          certain: true,
        })),
      );
    },
    variants: () => [],
  };
}

/** A sixteenth of the picture, every level moved by half of the range; transparency stays. */
function alterRegion(data: Buffer, { width, height, channels }: OutputInfo, draw: Draw) {
  const [wide, high] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const [left, top] = [draw.int(0, width - wide), draw.int(0, height - high)];
  const colours = channels === 2 || channels === 4 ? channels - 1 : channels;
  const raw = Buffer.from(data);
  for (let y = top; y < top + high; y += 1) {
    for (let x = left; x < left + wide; x += 1) {
      for (let channel = 0; channel < colours; channel += 1) {
        const at = (y * width + x) * channels + channel;
        raw[at] = ((raw[at] ?? 0) + 128) % 256;
      }
    }
  }
  return { what: `${wide} by ${high} pixels at ${left}, ${top} are altered`, raw };
}
