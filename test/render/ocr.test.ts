// Text recognition in pictures, at any angle, by one warm tesseract process of the tools image.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPictureWords } from '../../src/verify/kinds/figure/prepare.ts';
import { wordsSchema } from '../../src/verify/kinds/figure/picture/words.ts';
import { figureShows } from '../../src/verify/index.ts';
import { FigureChecker } from '../support/figure-checker.ts';
import { testHost } from '../support/host.ts';

let host: Awaited<ReturnType<typeof testHost>>;
let checker: FigureChecker;
beforeAll(async () => {
  host = await testHost({}, 'none');
  checker = await FigureChecker.open(host);
});
afterAll(async () => {
  await checker.close();
  await host.close();
});

async function textsIn(png: Uint8Array, name: string): Promise<string[][]> {
  const check = figureShows('output/a.png', { panels: [{ series: [{ kind: 'bars', name, values: {} }] }] });
  const execution = (
    await readPictureWords([check], { files: new Map([['output/a.png', png]]) }, checker.services)
  ).get(check.name);
  if (!execution || 'fault' in execution) throw new Error('nothing was read');
  return wordsSchema.parse(JSON.parse(execution.result)).words.map(({ readings }) => readings.map(({ text }) => text));
}

const written = (rotation: number, words = ['Bottom bracket', 'Flat tyre', 'Wheel truing']) =>
  checker.plot(`ax.axis('off'); [fig.text(0.3 + 0.2 * i, 0.5, t, rotation=${rotation}, ha='center', va='center') for i, t in enumerate(${JSON.stringify(words)})]`); // prettier-ignore

test.each([0, 30, 45, 90])('names rotated by %s° are read', async (rotation) => {
  const texts = (await textsIn((await written(rotation)).bytes, 'x')).flat();
  expect(texts).toEqual(expect.arrayContaining(['Bottom bracket', 'Flat tyre', 'Wheel truing']));
});

const plot = (color: string, ground: string) =>
    checker.plot(`fig.set_facecolor('${ground}'); ax.axis('off'); fig.text(0.3, 0.5, 'Saddle', color='${color}')`, 'png', "fig.savefig(path, facecolor='auto')"); // prettier-ignore

test('white text on white is not read; white text on black is read', async () => {
  expect((await textsIn((await plot('white', 'white')).bytes, 'x')).flat()).not.toContain('Saddle');
  expect((await textsIn((await plot('white', 'black')).bytes, 'x')).flat()).toContain('Saddle');
});

test('Chinese names are read if the check expects Chinese names', async () => {
  const { bytes } = await written(0, ['变速器', '链条', '全车保养']);
  const texts = (await textsIn(bytes, '车')).flat().map((text) => text.replaceAll(' ', ''));
  expect(texts).toEqual(expect.arrayContaining(['变速器', '链条']));
});

test('a file that is not a picture is a fault of the agent, and the next picture is read', async () => {
  const check = figureShows('output/a.png', { panels: [{ series: [{ kind: 'bars', name: 'x', values: {} }] }] });
  const broken = await readPictureWords(
    [check],
    { files: new Map([['output/a.png', Buffer.from('no picture')]]) },
    checker.services,
  );
  expect(broken.get(check.name)).toHaveProperty('fault');
  const blank = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } }).png().toBuffer(); // prettier-ignore
  expect(await textsIn(blank, 'x')).toEqual([]);
});

test('too many pieces of text are refused', async () => {
  const line = { width: 20, height: 20, data: new Uint8Array(400), readers: [{ language: 'eng' as const }], mode: 7 as const }; // prettier-ignore
  expect(await checker.services.renderer.readTexts(Array.from({ length: 5000 }, () => line))).toHaveProperty('problem');
});
