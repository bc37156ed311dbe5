// The kit's pictures: PNG, shapes, homographies, camera effects, photographs and colours, measured in pixels.
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { digestBytes } from '../../src/core/index.ts';
import { renderPixels, drawPng, scene, renderPng } from '../../src/kit/index.ts';
import { readPng } from '../support/png.ts';
import { drawOf } from './draw.ts';

const sheet = { width: 300, height: 200 };

function values({ data }: scene.SceneRaster): number[] {
  return Array.from(data).filter((_, index) => index % 4 !== 3);
}
function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}
function deviation(numbers: readonly number[]): number {
  const middle = mean(numbers);
  return Math.sqrt(mean(numbers.map((value) => (value - middle) * (value - middle))));
}
/** The centroid and the count of the pixels for which `holds` is true. */
function centroid(
  raster: scene.SceneRaster,
  holds: (colour: scene.Colour) => boolean,
): scene.ScenePoint & { count: number } {
  let [x, y, count] = [0, 0, 0];
  for (let row = 0; row < raster.height; row += 1) {
    for (let column = 0; column < raster.width; column += 1) {
      if (!holds(scene.colourAt(raster, column, row))) continue;
      [x, y, count] = [x + column + 0.5, y + row + 0.5, count + 1];
    }
  }
  return { x: x / count, y: y / count, count };
}

test('pixels are unchanged after writing and reading PNG', () => {
  const raster = scene.shade(37, 23, (x, y) => [x * 6, y * 10, (x * y) % 256]);
  const png = renderPng(raster);
  const read = readPng(png);
  expect([read.width, read.height]).toEqual([37, 23]);
  for (const [x, y] of [
    [0, 0],
    [36, 22],
    [17, 5],
  ] as const) {
    const hex = scene
      .colourAt(raster, x, y)
      .map((value) => value.toString(16).padStart(2, '0'))
      .join('');
    expect(read.colorAt(x, 23 - y - 0.5)).toBe(`#${hex}`);
  }
  // Opaque pictures are written as RGB (colour type 2), others as RGBA (6).
  expect(png[25]).toBe(2);
  expect(renderPng({ width: 1, height: 1, data: new Uint8ClampedArray([1, 2, 3, 4]) })[25]).toBe(6);
  expect(() => inflateSync(Buffer.from(png).subarray(41, -16))).not.toThrow();
});

test('drawPng and renderPixels give the same colours', () => {
  const svg = scene.picture(
    60,
    40,
    [scene.tiles([{ label: '1', fill: '#d62828' }], { columns: 1, size: 30 })],
    '#ffffff',
  );
  const [read, raster] = [readPng(drawPng(svg)), renderPixels(svg)];
  expect(read.colorAt(2, 37)).toBe('#d62828');
  expect(scene.colourAt(raster, 2, 2)).toEqual([214, 40, 40]);
});

test('a shape covers its stated area', () => {
  const centre = { x: 100, y: 100 };
  for (const kind of scene.shapeKinds) {
    for (const degrees of [0, 33]) {
      const made = scene.shape(kind, centre, 80, { fill: '#000000', degrees });
      const raster = renderPixels(scene.picture(200, 200, [made], '#ffffff'));
      const covered = values(raster).reduce((sum, value) => sum + (255 - value) / 255, 0) / 3;
      expect(Math.abs(covered - made.area) / made.area, `${kind} ${degrees}`).toBeLessThan(0.005);
      for (const [x, y] of [
        [100, 19],
        [19, 100],
        [43, 43],
      ] as const)
        expect(scene.colourAt(raster, x - 1, y - 1)).toEqual([255, 255, 255]);
    }
  }
});

test('scattered points keep their distances, and too many points are refused', () => {
  const draw = drawOf();
  const reaches = draw.many(20, () => draw.int(10, 30));
  const points = scene.scatteredPoints(draw, reaches, { x: 0, y: 0, width: 500, height: 400 }, 5);
  points.forEach((one, index) => {
    points.slice(index + 1).forEach((other, place) => {
      const apart = Math.hypot(one.x - other.x, one.y - other.y);
      expect(apart).toBeGreaterThanOrEqual((reaches[index] ?? 0) + (reaches[index + 1 + place] ?? 0) + 5);
    });
  });
  expect(() =>
    scene.scatteredPoints(draw, Array<number>(50).fill(90), { x: 0, y: 0, width: 500, height: 400 }),
  ).toThrow('no room');
});

test('a homography maps its corners to the targets, and its inverse maps them back', () => {
  const from = [
    { x: 0, y: 0 },
    { x: 300, y: 0 },
    { x: 300, y: 200 },
    { x: 0, y: 200 },
  ];
  const to = [
    { x: 22, y: 31 },
    { x: 270, y: 12 },
    { x: 290, y: 190 },
    { x: 8, y: 171 },
  ];
  const map = scene.homography(from, to);
  const back = scene.inverse(map);
  from.forEach((corner, index) => {
    const there = scene.project(map, corner);
    expect(there.x).toBeCloseTo(to[index]?.x ?? NaN, 9);
    expect(there.y).toBeCloseTo(to[index]?.y ?? NaN, 9);
    const home = scene.project(back, there);
    expect([home.x, home.y].map((value) => Math.round(value * 1e6) / 1e6 + 0)).toEqual([corner.x, corner.y]);
  });
  expect(() =>
    scene.homography(
      [from[0], from[0], from[1], from[2]].map((point) => point ?? { x: 0, y: 0 }),
      to,
    ),
  ).toThrow('one line');
  const turned = scene.project(scene.turn(90, { x: 10, y: 10 }), { x: 20, y: 10 });
  expect([turned.x, turned.y]).toEqual([10, 20]);
});

test('warp moves a marker to the projected point, within a tenth of a pixel', () => {
  const dot = scene.shape('circle', { x: 90, y: 60 }, 12, { fill: '#ff0000' });
  const flat = renderPixels(scene.picture(sheet.width, sheet.height, [dot], '#ffffff'));
  const map = scene.homography(
    [
      { x: 0, y: 0 },
      { x: 300, y: 0 },
      { x: 300, y: 200 },
      { x: 0, y: 200 },
    ],
    [
      { x: 30, y: 20 },
      { x: 350, y: 35 },
      { x: 330, y: 260 },
      { x: 15, y: 240 },
    ],
  );
  const warped = scene.warp(flat, map, 380, 280);
  const found = centroid(warped, ([red, green]) => red > 200 && green < 128);
  const said = scene.project(map, { x: 90, y: 60 });
  expect(Math.abs(found.x - said.x)).toBeLessThan(0.1);
  expect(Math.abs(found.y - said.y)).toBeLessThan(0.1);
  expect(warped.data[3]).toBe(0);
  const same = scene.warp(flat, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect(Buffer.compare(Buffer.from(same.data), Buffer.from(flat.data))).toBe(0);
});

test('sensor noise has the stated deviation and no bias', () => {
  const grey = scene.plain(200, 200, [128, 128, 128]);
  const noisy = values(scene.sensorNoise(drawOf(), grey, 6));
  expect(Math.abs(mean(noisy) - 128)).toBeLessThan(0.1);
  expect(Math.abs(deviation(noisy) - 6)).toBeLessThan(0.1);
  // In a normal distribution 95.45 % of the values are within two standard deviations.
  const near = noisy.filter((value) => Math.abs(value - 128) <= 12).length / noisy.length;
  expect(near).toBeGreaterThan(0.95);
  expect(near).toBeLessThan(0.98);
});

test('uneven light and vignettes only darken, and a vignette has its full strength at the corners', () => {
  const white = scene.plain(200, 100, [250, 250, 250]);
  const dim = scene.vignette(white, 0.4);
  expect(scene.colourAt(dim, 100, 50)).toEqual([250, 250, 250]);
  expect(Math.abs((scene.colourAt(dim, 0, 0)[0] ?? 0) - 150)).toBeLessThan(3);
  const lit = values(scene.unevenLight(drawOf(), white, 0.1));
  expect(Math.max(...lit)).toBeLessThanOrEqual(250);
  expect(Math.min(...lit)).toBeGreaterThanOrEqual(199);
  expect(deviation(lit)).toBeGreaterThan(2);
});

test('blurs spread a point and keep the mean brightness', () => {
  const point = scene.shade(41, 41, (x, y) => (x === 20 && y === 20 ? [255, 255, 255] : [0, 0, 0]));
  expect(scene.colourAt(scene.boxBlur(point, 1), 21, 19)[0]).toBe(28);
  const wide = scene.shade(41, 41, (x) => (x < 20 ? [0, 0, 0] : [200, 200, 200]));
  const soft = scene.gaussianBlur(wide, 3);
  expect(Math.abs(mean(values(soft)) - mean(values(wide)))).toBeLessThan(0.5);
  // One standard deviation after a step, a Gaussian blur has risen to 84.1 %.
  expect(Math.abs((scene.colourAt(soft, 22, 20)[0] + scene.colourAt(soft, 23, 20)[0]) / 2 / 200 - 0.841)).toBeLessThan(
    0.01,
  );
});

test('a photograph is the same at the same seed, and seenAt gives the positions of its markers', () => {
  const markers = scene.cornerMarkers(sheet.width, sheet.height, { size: 30, inset: 12 });
  const flat = renderPixels(scene.picture(sheet.width, sheet.height, [markers], '#ffffff'));
  const photo = scene.photograph(drawOf(), flat, { width: 400, height: 300, ground: 'paper', tilt: 0.06 });
  expect(digestBytes(renderPng(photo.raster))).toBe(
    digestBytes(
      renderPng(scene.photograph(drawOf(), flat, { width: 400, height: 300, ground: 'paper', tilt: 0.06 }).raster),
    ),
  );
  for (const centre of markers.centres) {
    const { x, y } = scene.seenAt(photo, centre);
    const around = scene.crop(photo.raster, Math.round(x) - 26, Math.round(y) - 26, 52, 52);
    const found = centroid(around, ([red]) => red < 100);
    expect(Math.abs(found.x + Math.round(x) - 26 - x)).toBeLessThan(0.5);
    expect(Math.abs(found.y + Math.round(y) - 26 - y)).toBeLessThan(0.5);
  }
  for (const { x, y } of photo.corners) expect(x > 0 && y > 0 && x < 400 && y < 300).toBe(true);
});

test('textures have contrast but contain no black and no white', () => {
  for (const kind of scene.textures) {
    const all = values(scene.texture(drawOf(), kind, 120, 90));
    expect(deviation(all), kind).toBeGreaterThan(1);
    expect(Math.min(...all), kind).toBeGreaterThan(40);
    expect(Math.max(...all), kind).toBeLessThan(252);
  }
});

test('palette colours are far apart, and swatches have their stated colours', () => {
  scene.palette.forEach((one, index) => {
    for (const other of scene.palette.slice(index + 1)) {
      const [a, b] = [scene.colourFrom(one.hex), scene.colourFrom(other.hex)];
      expect(
        Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]),
        `${one.en} ${other.en}`,
      ).toBeGreaterThan(70);
    }
  });
  const fields = scene.swatches(drawOf(), 5, { size: 20, gap: 4 });
  const raster = renderPixels(scene.picture(120, 20, [fields], '#ffffff'));
  for (const { x, y, fill } of fields.tiles)
    expect(scene.colourAt(raster, x + 10, y + 10)).toEqual(scene.colourFrom(fill));
});
