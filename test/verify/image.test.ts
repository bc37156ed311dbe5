// Checks of kind `image`: values just inside and just outside each bound, equivalent file formats, and broken files.
import { describe, expect, test } from 'vitest';
import { writeCode, writeGif, writePicture, writePng, type Pixels } from '../../src/formats/index.ts';
import { renderPixels, scenePixels, scene, truthPicture, type SceneRaster } from '../../src/kit/index.ts';
import {
  imageCodes,
  imageForm,
  imageLike,
  imageMask,
  imagePlays,
  imageRegions,
  evaluate,
  type Check,
  type Material,
} from '../../src/verify/index.ts';

const FILE = 'output/x.png';
const look = async (check: Check, bytes: Uint8Array | undefined) => {
  const material: Material = {
    answer: { schema: undefined, block: null },
    outputs: { [FILE]: { type: 'file', about: { en: '', zh: '' } } },
    files: new Map(bytes ? [[FILE, bytes]] : []),
    figures: new Map(),
    executions: new Map(),
  };
  return evaluate(check, material);
};

/** A scene without symmetry. */
const raster: SceneRaster = renderPixels(
  scene.picture(
    320,
    240,
    [
      { svg: '<rect x="30" y="20" width="120" height="60" fill="#d62828"/>' },
      { svg: '<circle cx="230" cy="150" r="55" fill="#1d4ed8"/>' },
      scene.textBlock(['Nothing is done', 'by looking at it'], { x: 20, y: 180 }),
    ],
    '#f4f1e8',
  ),
);
const pixels = scenePixels(raster);
const truth = truthPicture(raster);
const small = truthPicture(raster, 4);

/** The picture with the levels in the rectangle changed by a function. */
function changed(box: { x: number; y: number; width: number; height: number }, by: (level: number) => number): Pixels {
  const data = Uint8Array.from(pixels.data);
  for (let y = box.y; y < box.y + box.height; y += 1) {
    for (let at = (y * 320 + box.x) * 3; at < (y * 320 + box.x + box.width) * 3; at += 1)
      data[at] = Math.max(0, Math.min(255, by(data[at] ?? 0)));
  }
  return { ...pixels, data };
}
const darker = (levels: number) => writePng(changed(whole, (level) => level - levels));
const whole = { x: 0, y: 0, width: 320, height: 240 };

describe('form', () => {
  test('the form check compares the file type (by content), size and transparency', async () => {
    const right = imageForm(FILE, { types: ['png'], width: 320, height: 240, transparent: false });
    expect(await look(right, writePng(pixels))).toMatchObject({ ok: true });
    expect(await look(right, await writePicture(pixels, 'jpeg'))).toMatchObject({
      ok: false,
      message: 'output/x.png: it is a jpeg, not a png',
    });
    expect((await look(imageForm(FILE, { width: 319, height: 240 }), writePng(pixels))).ok).toBe(false);
    expect((await look(imageForm(FILE, { width: 319, height: 240, within: 1 }), writePng(pixels))).ok).toBe(true);
    expect((await look(imageForm(FILE, { transparent: true }), writePng(pixels))).ok).toBe(false);
    expect((await look(imageForm(FILE, { grey: true }), writePng(pixels))).ok).toBe(false);
  });

  test('the form check applies the EXIF orientation to width and height', async () => {
    const turned = await writePicture(pixels, 'jpeg', { orientation: 6 });
    expect((await look(imageForm(FILE, { width: 240, height: 320 }), turned)).ok).toBe(true);
    expect((await look(imageForm(FILE, { width: 320, height: 240 }), turned)).ok).toBe(false);
  });

  test.each([
    ['missing', undefined, 'is missing'],
    ['empty', new Uint8Array(), 'no picture'],
    ['cut short', writePng(pixels).subarray(0, 900), 'cannot be read'],
    ['text', Buffer.from('not a picture'), 'no picture'],
  ])('a file that is %s fails with a reason', async (_, bytes, reason) => {
    for (const check of [imageForm(FILE, {}), imageLike(FILE, truth), imageCodes(FILE, [{ text: 'x' }])]) {
      const { ok, message } = await look(check, bytes);
      expect({ ok, message }).toEqual({ ok: false, message: expect.stringContaining(reason) as string });
    }
  });
});

describe('like', () => {
  test('the same picture in other file formats passes', async () => {
    expect((await look(imageLike(FILE, truth), writePng(pixels))).ok).toBe(true);
    for (const type of ['jpeg', 'webp', 'gif', 'bmp'] as const)
      expect(await look(imageLike(FILE, small), await writePicture(pixels, type))).toMatchObject({ ok: true });
    const opaque = { ...pixels, channels: 4 as const, data: Uint8Array.from(raster.data) };
    expect((await look(imageLike(FILE, truth), writePng(opaque))).ok).toBe(true);
  });

  test('a mean error below its bound passes and one above it fails', async () => {
    expect((await look(imageLike(FILE, truth, { meanError: 3, tileError: 99 }), darker(2))).ok).toBe(true);
    const { ok, message } = await look(imageLike(FILE, truth, { meanError: 3, tileError: 99 }), darker(4));
    expect(ok).toBe(false);
    expect(message).toMatch(/differs by 4\.0 levels in the mean/);
  });

  test('a small wrong part fails, and the evidence names and locates it', async () => {
    const part = { x: 270, y: 10, width: 30, height: 20 };
    const found = await look(imageLike(FILE, small), writePng(changed(part, () => 60)));
    expect(found).toMatchObject({ ok: false, message: expect.stringContaining('top right') as string });
    expect((found.evidence as { regions: object[] }).regions[0]).toMatchObject({ x: 260, y: 0, width: 28, height: 24 });
    // The mean error of the whole picture would not show it.
    expect((await look(imageLike(FILE, small, { tileError: 255 }), writePng(changed(part, () => 220)))).ok).toBe(true);
    expect((await look(imageLike(FILE, small, { part: { ...whole, width: 320 } }), writePng(pixels))).ok).toBe(true);
  });

  test('brightness may differ within the tolerance, content may not', async () => {
    const dim = writePng(changed(whole, (level) => level * 0.8));
    expect((await look(imageLike(FILE, truth), dim)).ok).toBe(false);
    expect((await look(imageLike(FILE, truth, { light: 0.1 }), dim)).ok).toBe(false);
    expect((await look(imageLike(FILE, truth, { light: 0.3 }), dim)).ok).toBe(true);
    const blank = writePng({ ...pixels, data: new Uint8Array(pixels.data.length).fill(200) });
    expect((await look(imageLike(FILE, truth, { light: 0.3 }), blank)).ok).toBe(false);
  });

  test('wrong transparency and wrong structure fail', async () => {
    const clear = { ...pixels, channels: 4 as const, data: Uint8Array.from(raster.data) };
    for (let at = 3; at < 320 * 80 * 4; at += 4) clear.data[at] = 128;
    expect((await look(imageLike(FILE, truth), writePng(clear))).ok).toBe(false);
    const lax = { meanError: 255, tileError: 255 };
    const grain = changed(whole, (level) => level);
    for (let at = 0; at < grain.data.length; at += 1)
      grain.data[at] = Math.min(255, (grain.data[at] ?? 0) + ((at * 7919) % 61));
    expect((await look(imageLike(FILE, truth, lax), writePng(grain))).ok).toBe(true);
    expect((await look(imageLike(FILE, truth, { ...lax, ssim: 0.9 }), writePng(grain))).ok).toBe(false);
  });

  test('another size or shape fails with a reason', async () => {
    const { message } = await look(imageLike(FILE, truth), writePng(scenePart(300)));
    expect(message).toContain('300 × 240 pixels are not the size or shape asked for');
  });
});

const scenePart = (width: number) => scenePixels(scene.crop(raster, 0, 0, width, 240));

const frame = (hex: string): SceneRaster =>
  renderPixels(scene.picture(80, 60, [{ svg: `<rect x="8" y="8" width="30" height="30" fill="${hex}"/>` }], '#ffffff'));

describe('plays', () => {
  const frames = ['#d62828', '#1d4ed8', '#15803d'].map(frame);
  const shots = frames.map((each, index) => ({ picture: truthPicture(each), ms: [500, 1200, 300][index] ?? 0 }));
  const gif = (order: readonly number[], delays: readonly number[], loop = 0) =>
    writeGif(
      order.map((index) => scenePixels(frames[index] as SceneRaster)),
      delays,
      loop,
    );
  const plays = imagePlays(FILE, shots);

  test('the pictures are compared in order, each with its duration', async () => {
    expect(await look(plays, await gif([0, 1, 2], [500, 1200, 300]))).toMatchObject({ ok: true });
    expect(await look(plays, await gif([0, 1, 2], [510, 1200, 300]))).toMatchObject({ ok: true });
    expect((await look(plays, await gif([0, 1, 2], [520, 1200, 300]))).message).toContain('520 ms long, not 500 ms');
    expect((await look(plays, await gif([0, 2, 1], [500, 1200, 300]))).message).toContain('picture 2 of 3');
    expect((await look(plays, await gif([0, 1], [500, 1500]))).message).toContain('shows 2 pictures in turn, not 3');
    expect((await look(plays, writePng(scenePixels(frames[0] as SceneRaster)))).ok).toBe(false);
  });

  test('a picture may be split into several frames', async () => {
    expect(await look(plays, await gif([0, 1, 1, 1, 2], [500, 400, 400, 400, 300]))).toMatchObject({ ok: true });
  });

  test('the form check compares the loop count', async () => {
    expect((await look(imageForm(FILE, { loop: 0 }), await gif([0, 1], [100, 100]))).ok).toBe(true);
    expect((await look(imageForm(FILE, { loop: 0 }), await gif([0, 1], [100, 100], 3))).message).toContain(
      'not forever',
    );
  });
});

test('the regions check compares colour, uniformity and relative darkness', async () => {
  const red = { name: 'card', x: 40, y: 30, width: 40, height: 40 };
  const check = (more: object, other = {}) =>
    imageRegions(FILE, [
      { ...red, ...more },
      { name: 'ground', x: 200, y: 10, width: 40, height: 40, ...other },
    ]);
  const picture = writePng(pixels);
  expect((await look(check({ color: '#d62828', flat: 1 }), picture)).ok).toBe(true);
  expect((await look(check({ color: '#d62820' }), picture)).ok).toBe(true);
  expect((await look(check({ color: '#d6281f' }), picture)).message).toContain('card: #d62828, not #d6281f');
  expect((await look(check({ darkerThan: { region: 'ground', by: 100 } }), picture)).ok).toBe(true);
  expect((await look(check({}, { darkerThan: { region: 'card', by: 1 } }), picture)).ok).toBe(false);
  const half = writePng(changed({ x: 60, y: 30, width: 20, height: 40 }, () => 0));
  expect((await look(check({ flat: 5 }), half)).message).toContain('not of one colour');
  expect((await look(check({ x: 300 }), picture)).message).toContain('has no part');
});

test('the codes check requires exactly the expected codes', async () => {
  const modules = await writeCode('Tisch 7, 桌号');
  const svg = modules.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`<rect x="${20 + x * 5}" y="${20 + y * 5}" width="5" height="5"/>`] : [])),
  );
  const picture = scenePixels(renderPixels(scene.picture(300, 200, [{ svg: svg.join('') }], '#ffffff')));
  const saved = await writePicture(picture, 'jpeg', { quality: 70 });
  expect((await look(imageCodes(FILE, [{ text: 'Tisch 7, 桌号', kind: 'QRCode' }]), saved)).ok).toBe(true);
  expect((await look(imageCodes(FILE, [{ text: 'Tisch 8, 桌号' }]), saved)).message).toContain('cannot be read');
  expect((await look(imageCodes(FILE, []), saved)).message).toContain('should not be there');
});

const disc = (r: number) =>
  renderPixels(scene.picture(100, 100, [{ svg: `<circle cx="50" cy="50" r="${r}" fill="#fff"/>` }], '#000000'));

test('the mask check bounds the intersection over union', async () => {
  const mask = truthPicture(disc(40));
  expect((await look(imageMask(FILE, mask), writePng(scenePixels(disc(40.4))))).ok).toBe(true);
  expect((await look(imageMask(FILE, mask), writePng(scenePixels(disc(42))))).ok).toBe(false);
});
