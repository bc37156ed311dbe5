// Pictures: round trips, files of other programs, measures, codes and hostile files.
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crc32 } from '../../src/formats/archives/checksums.ts';
import { paintCode, readCodes, writeCode } from '../../src/formats/pictures/codes.ts';
import {
  coarseLumaError,
  colorAt,
  differenceHash,
  hashDistance,
  lumaSsim,
  maskOverlap,
  meanAbsoluteError,
  regionColor,
} from '../../src/formats/pictures/picture-measures.ts';
import { drawPixels, drawPng } from '../../src/formats/pictures/picture.ts';
import { FormatProblem } from '../../src/formats/problem.ts';
import { pictureTypes, readPicture, writeGif, writePicture, type Pixels } from '../../src/formats/pictures/raster.ts';
import { upright } from '../../src/formats/pictures/upright.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { fileOf, python } from './python.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost({}, 'none');
});
afterAll(() => host.close());

const scene = (extra = '') => `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90">
  <linearGradient id="g"><stop offset="0" stop-color="#fa6"/><stop offset="1" stop-color="#26c"/></linearGradient>
  <rect width="160" height="90" fill="url(#g)"/><circle cx="40" cy="45" r="25" fill="#fff" fill-opacity="0.5"/>
  <text x="70" y="50" font-size="20" font-family="DejaVu Sans, Noto Sans SC">Ab 发票</text>${extra}</svg>`;
const color = drawPixels(scene(), '#fff');
const grey: Pixels = { ...color, channels: 1, data: color.data.filter((_, at) => at % 3 === 0) };
const alpha = drawPixels(
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="10" height="10" fill="#f00" fill-opacity="0.5"/></svg>',
);

describe('round trips', () => {
  test.each(pictureTypes)('%s', async (type) => {
    const read = await readPicture(await writePicture(color, type, { dpi: 150, quality: 95 }));
    expect(read).toMatchObject({
      type,
      width: 160,
      height: 90,
      channels: 3,
      mode: type === 'gif' ? 'palette' : 'rgb',
    });
    expect(meanAbsoluteError(color, read)).toBeLessThan(type === 'png' || type === 'bmp' || type === 'tiff' ? 1e-9 : 3);
    if (['png', 'jpeg', 'tiff'].includes(type)) expect(read.dpi).toBe(150);
    if (type === 'gif') return;
    const dark = await readPicture(await writePicture(grey, type));
    expect(meanAbsoluteError(grey, dark)).toBeLessThan(3);
    if (type !== 'webp' && type !== 'bmp') expect(dark).toMatchObject({ mode: 'grey', channels: 1 });
  });

  test.each(['png', 'webp', 'tiff', 'bmp'] as const)('%s keeps alpha', async (type) => {
    const read = await readPicture(await writePicture(alpha, type, { quality: 100 }));
    expect(read).toMatchObject({ mode: 'rgba', channels: 4 });
    expect([...read.data.subarray(0, 4)]).toEqual([255, 0, 0, 128]);
    expect(read.data[4 * 15 + 3]).toBe(0);
  });

  test('an animation keeps its frames, delays and loop count', async () => {
    const frames = ['#f00', '#0f0', '#00f']
      .map((fill) => drawPixels(scene(), fill))
      .map((frame, at) => ({ ...frame, data: frame.data.fill(at * 100) }));
    const read = await readPicture(await writeGif(frames, [100, 200, 50], 3));
    expect(read.frames.map(({ delayMs, data }) => [delayMs, data[0], data.length])).toEqual([
      [100, 0, 57_600],
      [200, 100, 57_600],
      [50, 200, 57_600],
    ]);
    expect(read).toMatchObject({ loop: 3, height: 90 });
  });

  test('opaque drawings have no alpha', async () => {
    expect(await readPicture(drawPng(scene()))).toMatchObject({ mode: 'rgba' });
    expect(await readPicture(drawPng(scene(), { background: '#fff', dpi: 96 }))).toMatchObject({
      mode: 'rgb',
      dpi: 96,
    });
  });

  test('the EXIF orientation turns a picture as in other programs', async () => {
    const sizes: string[] = [];
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const bytes = await writePicture(color, 'jpeg', { orientation, quality: 100 });
      const read = await readPicture(bytes);
      expect(read.orientation).toBe(orientation);
      const { default: sharp } = await import('sharp');
      const { data, info } = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
      const turned = upright(read);
      sizes.push(`${turned.width}x${turned.height}`);
      expect([turned.width, turned.height]).toEqual([info.width, info.height]);
      expect(Buffer.compare(Buffer.from(turned.data), data)).toBe(0);
    }
    expect(sizes).toEqual([...Array<string>(4).fill('160x90'), ...Array<string>(4).fill('90x160')]);
  });
});

test('files of Pillow are read in every mode', async () => {
  const made = await python(
    host,
    `from PIL import Image
im = Image.new('RGB', (30, 20), (10, 20, 30)); im.paste((200, 100, 50), (0, 0, 15, 20))
for name, mode in [('1', '1'), ('L', 'L'), ('LA', 'LA'), ('P', 'P'), ('RGBA', 'RGBA'), ('I16', 'I;16')]:
    (im.convert('L').point(lambda v: v * 257, 'I') if mode == 'I;16' else im.convert(mode)).save(f'output/{name}.png') if mode != 'I;16' else im.convert('I').point(lambda v: v * 257).convert('I;16').save('output/I16.png')
im.save('output/rgb.bmp'); im.convert('L').save('output/l.bmp'); im.convert('P').save('output/p.bmp'); im.convert('1').save('output/1.bmp'); im.convert('RGBA').save('output/rgba.bmp')
im.save('output/a.jpg', quality=95, dpi=(72, 72)); im.convert('CMYK').save('output/cmyk.jpg'); im.save('output/p.jpg', progressive=True)
im.save('output/a.tiff', compression='tiff_lzw'); im.save('output/j.tiff', compression='jpeg'); im.save('output/a.webp', lossless=True)
frames = [Image.new('RGB', (30, 20), (0, 0, v)) for v in (0, 80, 160, 240)]
frames[0].save('output/a.gif', save_all=True, append_images=frames[1:], duration=[40, 80, 120, 160], loop=0)`,
  );
  const modes: Record<string, string> = {};
  for (const [name, bytes] of Object.entries(made.files)) {
    const picture = await readPicture(bytes);
    expect([picture.width, picture.height], name).toEqual([30, 20]);
    modes[name] = `${picture.mode} ${picture.channels} ${picture.bits}`;
    if (/^(p|rgb|rgba|a)\.(bmp|tiff|webp|png)$/i.test(name)) {
      const [red, green, blue] = colorAt(picture, 3, 3);
      expect(Math.max(Math.abs(red - 200), Math.abs(green - 100), Math.abs(blue - 50)), name).toBeLessThan(30);
    }
  }
  expect(modes).toMatchObject({
    'L.png': 'grey 1 8',
    'LA.png': 'grey-alpha 4 8',
    'P.png': 'palette 3 8',
    'RGBA.png': 'rgba 4 8',
    'I16.png': 'grey 1 16',
    'rgb.bmp': 'rgb 3 8',
    'l.bmp': 'grey 1 8',
    'p.bmp': 'palette 3 8',
    'cmyk.jpg': 'cmyk 3 8',
    'a.tiff': 'rgb 3 8',
  });
  expect((await readPicture(fileOf(made, 'a.gif'))).frames.map(({ delayMs }) => delayMs)).toEqual([40, 80, 120, 160]);
  const depth = colorAt(await readPicture(fileOf(made, 'I16.png')), 3, 3)[0];
  expect(Math.abs(depth - colorAt(await readPicture(fileOf(made, 'L.png')), 3, 3)[0])).toBeLessThanOrEqual(1);
});

const mask = (...lit: number[]): Pixels => ({
  width: 4,
  height: 1,
  channels: 1,
  data: Uint8Array.from([0, 1, 2, 3], (at) => (lit.includes(at) ? 255 : 0)),
});

describe('measures', () => {
  test('distinguish equal, similar and different pictures', async () => {
    const jpeg = await readPicture(await writePicture(color, 'jpeg', { quality: 85 }));
    const moved = drawPixels(scene('<rect x="100" y="60" width="40" height="25" fill="#000"/>'), '#fff');
    expect(meanAbsoluteError(color, color)).toBe(0);
    expect(lumaSsim(color, color)).toBeCloseTo(1, 12);
    expect(lumaSsim(color, jpeg)).toBeGreaterThan(0.95);
    expect(lumaSsim(color, moved)).toBeLessThan(0.93);
    expect(coarseLumaError(color, jpeg, 32)).toBeLessThan(1);
    expect(coarseLumaError(color, moved, 32)).toBeGreaterThan(4);
    expect(hashDistance(differenceHash(color), differenceHash(jpeg))).toBeLessThan(6);
    expect(hashDistance(0b1011n, 0b0001n)).toBe(2);
    expect(() => meanAbsoluteError(color, alpha)).toThrow('sizes differ');
  });

  test('give the mean colour of a region and the overlap of masks', () => {
    expect(regionColor(alpha, { x: 0, y: 0, width: 10, height: 10 }).map(Math.round)).toEqual([255, 127, 127]);
    expect(() => regionColor(alpha, { x: 15, y: 0, width: 10, height: 5 })).toThrow(FormatProblem);
    expect(maskOverlap(mask(0, 1), mask(1, 2))).toBeCloseTo(1 / 3);
    expect(maskOverlap(mask(), mask())).toBe(1);
  });
});

describe('codes', () => {
  test('are read back, also from a JPEG of low quality', async () => {
    const modules = await writeCode('https://example.org/发票?id=42');
    const painted = paintCode(modules, 4);
    expect(await readCodes(painted)).toMatchObject([{ kind: 'QRCode', text: 'https://example.org/发票?id=42' }]);
    const jpeg = await readPicture(await writePicture(painted, 'jpeg', { quality: 60 }));
    expect(await readCodes(jpeg)).toHaveLength(1);
    const bars = await writeCode('590123412345', 'EAN13');
    expect(bars).toHaveLength(1);
    expect(await readCodes(paintCode(bars, 2, 30))).toMatchObject([{ kind: 'EAN13', text: '5901234123457' }]);
    expect(await readCodes(color)).toEqual([]);
  });

  test('of the qrcode package are read', async () => {
    const made = await python(host, `import qrcode\nqrcode.make('你好 world').save('output/a.png')`);
    expect(await readCodes(await readPicture(fileOf(made, 'a.png')))).toMatchObject([{ text: '你好 world' }]);
  });
});

const chunk = (name: string, content: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const manyFrames = async (count: number) => {
  const tiny: Pixels = { width: 1, height: 1, channels: 3, data: new Uint8Array(3) };
  const gif = Buffer.from(await writePicture(tiny, 'gif'));
  const start = gif.indexOf(0x2c, 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1));
  const frame = gif.subarray(start, -1);
  return Buffer.concat([gif.subarray(0, start), ...Array<Buffer>(count).fill(frame), Buffer.of(0x3b)]);
};

const half = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2));

/** A black PNG with one bit per pixel: 16,000 × 16,000 pixels take 31 KB. */
const bomb = (side: number) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

describe('hostile files', () => {
  test('a small PNG with too many pixels is refused', async () => {
    const bytes = bomb(16_000);
    expect(bytes.length).toBeLessThan(40_000);
    await expect(readPicture(bytes)).rejects.toThrow(FormatProblem);
    expect(await readPicture(bomb(800))).toMatchObject({ width: 800 });
  });

  test('a GIF with thousands of frames is refused', async () => {
    await expect(readPicture(await manyFrames(5000))).rejects.toThrow('more than 500 frames');
    expect((await readPicture(await manyFrames(3))).frames).toHaveLength(3);
  });

  test.each(pictureTypes)('half a %s is refused', async (type) => {
    await expect(readPicture(half(await writePicture(color, type)))).rejects.toThrow(FormatProblem);
  });

  test('half an animation is refused', async () => {
    await expect(readPicture(half(await writeGif([color, grey, color], [100, 100, 100])))).rejects.toThrow(
      FormatProblem,
    );
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>')],
    ['text', Buffer.from('hello')],
    ['nothing', new Uint8Array()],
    ['the first bytes of a PNG and then text', Buffer.from('\x89PNG\r\n\x1a\n and then text', 'latin1')],
    [
      'a BMP of a size that cannot be',
      Buffer.concat([
        Buffer.from('BM'),
        Buffer.alloc(12),
        Buffer.from([40, 0, 0, 0, 255, 255, 255, 127, 255, 255, 255, 127, 1, 0, 24]),
        Buffer.alloc(40),
      ]),
    ],
  ])('%s', async (_, bytes) => {
    await expect(readPicture(bytes)).rejects.toThrow(FormatProblem);
  });
});
