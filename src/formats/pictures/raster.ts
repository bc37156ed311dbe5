// Reads and writes raster pictures: png, jpeg, webp, gif, tiff and bmp. The first bytes determine the format, never
// the file name.
import type { Sharp } from 'sharp';
import { readBmp, readBmpHeader, writeBmp } from './bmp.ts';
import { gifFrames } from './gif.ts';
import { writePng } from './png.ts';
import { FormatProblem } from '../problem.ts';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** 1: grey, 3: RGB, 4: RGB with alpha. */
  readonly channels: 1 | 3 | 4;
  /** Row by row from the top. */
  readonly data: Uint8Array;
}

export const pictureTypes = ['png', 'jpeg', 'webp', 'gif', 'tiff', 'bmp'] as const;
export type PictureType = (typeof pictureTypes)[number];
type PictureMode = 'grey' | 'grey-alpha' | 'rgb' | 'rgba' | 'palette' | 'cmyk';

/** The first frame as stored; `upright` applies the orientation. */
export interface Picture extends Pixels {
  readonly type: PictureType;
  readonly mode: PictureMode;
  /** Bits per sample in the file; `data` always has 8. */
  readonly bits: number;
  /** All frames; a still picture has one. */
  readonly frames: readonly PictureFrame[];
  /** How often an animation plays; 0 means forever. */
  readonly loop?: number;
  readonly dpi?: number;
  /** EXIF: 1 to 8; 1 is upright. */
  readonly orientation: number;
}

interface PictureFrame {
  readonly data: Uint8Array;
  readonly delayMs: number;
}

export interface PictureLimits {
  readonly bytes?: number;
  readonly pixels?: number;
  readonly frames?: number;
}

const defaultLimits = { bytes: 64 * 2 ** 20, pixels: 50_000_000, frames: 500 };

export type WriteOptions = {
  readonly quality?: number;
  readonly dpi?: number;
  /** The EXIF orientation, for jpeg. */
  readonly orientation?: number;
};

/** One thread and no vector instructions, because both can change the bytes. */
async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.simd(false);
  sharp.cache(false);
  return sharp;
}

export async function writePicture(pixels: Pixels, type: PictureType, options: WriteOptions = {}): Promise<Uint8Array> {
  if (type === 'png') return writePng(pixels, options);
  if (type === 'bmp') return writeBmp(pixels);
  const { width, height, channels, data } = pixels;
  const sharp = await loadSharp();
  const { dpi, orientation, quality = 90 } = options;
  let image = sharp(data, { raw: { width, height, channels } });
  if (channels === 1) image = image.toColourspace('b-w');
  if (dpi !== undefined || orientation !== undefined)
    image = image.withMetadata({ ...(dpi && { density: dpi }), ...(orientation && { orientation }) });
  return await encode(image, type, quality);
}

async function encode(image: Sharp, type: Exclude<PictureType, 'png' | 'bmp'>, quality: number): Promise<Uint8Array> {
  if (type === 'jpeg')
    return await image.flatten({ background: '#fff' }).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
  if (type === 'webp') return await image.webp(quality === 100 ? { lossless: true } : { quality }).toBuffer();
  if (type === 'gif') return await image.gif({ dither: 0 }).toBuffer();
  return await image.tiff({ compression: 'lzw', predictor: 'none' }).toBuffer();
}

/** Writes an animation; all frames must have the same size. */
export async function writeGif(frames: readonly Pixels[], delaysMs: readonly number[], loop = 0): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const inputs = frames.map((frame) => writePng(frame));
  const delay = [...delaysMs];
  const [first] = inputs;
  // The library accepts a single picture only without the join option.
  const image = inputs.length === 1 ? sharp(first) : sharp(inputs, { join: { animated: true } });
  return await image.gif({ delay, loop, dither: 0 }).toBuffer();
}

export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff';
  return head.startsWith('BM') ? 'bmp' : undefined;
}

export async function readPicture(bytes: Uint8Array, limits: PictureLimits = {}): Promise<Picture> {
  const bounds = { ...defaultLimits, ...limits };
  const type = pictureType(bytes);
  if (!type) throw new FormatProblem('the file is no picture (png, jpeg, webp, gif, tiff or bmp)');
  if (bytes.length > bounds.bytes) throw new FormatProblem(`the picture has more than ${bounds.bytes} bytes`);
  if (type === 'bmp') return pictureOfBmp(bytes, bounds.pixels);
  const sharp = await loadSharp();
  const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const animated = type === 'gif' || type === 'webp';
  const framesInFile = type === 'gif' ? gifFrames(bytes, bounds.frames) : 1;
  try {
    const open = (pages: number) => sharp(input, { limitInputPixels: bounds.pixels, failOn: 'error', pages });
    const meta = await open(1).metadata();
    const frames = animated ? (meta.pages ?? 1) : 1;
    const pageHeight = meta.pageHeight ?? meta.height;
    bound(meta.width, pageHeight, frames, bounds);
    if (type === 'gif' && frames !== framesInFile) throw new FormatProblem('the GIF is damaged: frames are missing');
    const grey = meta.space === 'b-w' || meta.space === 'grey16';
    // Grey with alpha becomes RGB with alpha, so that only three layouts exist.
    const image = open(frames).toColourspace(grey && !meta.hasAlpha ? 'b-w' : 'srgb');
    const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    const { width, channels } = info;
    if (channels !== 1 && channels !== 3 && channels !== 4)
      throw new FormatProblem(`a picture of ${channels} channels is not supported`);
    const size = width * pageHeight * channels;
    const dpi = meta.density;
    return {
      width,
      height: pageHeight,
      channels,
      data: data.subarray(0, size),
      type,
      mode: modeOf(meta, grey),
      bits: { uchar: 8, ushort: 16, float: 32 }[meta.depth as string] ?? 8,
      frames: Array.from({ length: frames }, (_, index) => ({
        data: data.subarray(index * size, (index + 1) * size),
        delayMs: meta.delay?.[index] ?? 0,
      })),
      orientation: meta.orientation ?? 1,
      ...(meta.loop !== undefined && { loop: meta.loop }),
      ...(dpi !== undefined && { dpi }),
    };
  } catch (error) {
    if (error instanceof FormatProblem) throw error;
    throw new FormatProblem(`the ${type} cannot be read: ${firstLine(error)}`, { cause: error });
  }
}

function modeOf(
  meta: { channels: number; space: string; hasAlpha: boolean; isPalette: boolean; format: string },
  grey: boolean,
): PictureMode {
  if (meta.isPalette || meta.format === 'gif') return 'palette';
  if (meta.space === 'cmyk') return 'cmyk';
  if (grey) return meta.hasAlpha ? 'grey-alpha' : 'grey';
  return meta.hasAlpha ? 'rgba' : 'rgb';
}

function pictureOfBmp(bytes: Uint8Array, maxPixels: number): Picture {
  const header = readBmpHeader(bytes);
  bound(header.width, header.height, 1, { pixels: maxPixels, frames: 1 });
  const { palette, ...pixels } = readBmp(bytes, header);
  const mode = palette ? 'palette' : ({ 1: 'grey', 3: 'rgb', 4: 'rgba' } as const)[pixels.channels];
  const dpi = header.perMeter > 0 ? Math.round(header.perMeter * 0.0254) : undefined;
  const frames = [{ data: pixels.data, delayMs: 0 }];
  return { ...pixels, type: 'bmp', mode, bits: 8, frames, orientation: 1, ...(dpi && { dpi }) };
}

function bound(width: number, height: number, frames: number, limits: { pixels: number; frames: number }): void {
  if (!(width > 0 && height > 0)) throw new FormatProblem('the picture has no size');
  if (frames > limits.frames) throw new FormatProblem(`the picture has more than ${limits.frames} frames`);
  if (width * height * frames > limits.pixels)
    throw new FormatProblem(`the picture is too large: ${width} × ${height}${frames > 1 ? ` × ${frames} frames` : ''}`);
}

const firstLine = (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
