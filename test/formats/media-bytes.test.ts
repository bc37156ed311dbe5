// The same input gives the same bytes: in a second call, on another day, on another machine.
import { expect, test } from 'vitest';
import { digestBytes } from '../../src/core/index.ts';
import {
  drawPixels,
  drawPng,
  paintCode,
  pictureType,
  writeCode,
  writeDocx,
  writeFlac,
  writeGif,
  writeMidi,
  writeMp3,
  writeOgg,
  writePdf,
  writePicture,
  writeWav,
} from '../../src/formats/index.ts';
import { pictureTypes } from '../../src/formats/pictures/raster.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="#fa6"/>
<circle cx="40" cy="40" r="30" fill="#26c" fill-opacity="0.6"/><text x="10" y="45" font-size="18" font-family="DejaVu Sans, Noto Sans SC">Ab 发票</text></svg>`;
const tone = Float32Array.from({ length: 22_050 }, (_, at) => 0.4 * Math.sin((2 * Math.PI * 440 * at) / 22_050));

async function samples(): Promise<Record<string, Uint8Array>> {
  const pixels = drawPixels(svg, '#fff');
  const pictures = await Promise.all(
    pictureTypes.map(async (type) => [type, await writePicture(pixels, type)] as const),
  );
  return {
    ...Object.fromEntries(pictures),
    drawn: drawPng(svg),
    opaque: drawPng(svg, { background: '#fff', dpi: 150 }),
    animation: await writeGif([pixels, drawPixels(svg)], [100, 200]),
    code: await writePicture(paintCode(await writeCode('发票 42'), 3), 'png'),
    wav: writeWav([tone, tone], 22_050, 24),
    flac: writeFlac(tone, 22_050),
    mp3: await writeMp3(tone, 22_050),
    ogg: await writeOgg(tone, 22_050),
    midi: writeMidi({
      ticksPerBeat: 96,
      tempos: [{ at: 0, microsecondsPerBeat: 600_000 }],
      tracks: [{ name: 'a', notes: [{ channel: 0, key: 67, velocity: 64, start: 96, length: 192 }] }],
    }),
    pdf: await writePdf(
      [
        { kind: 'heading', text: '报告 Report' },
        {
          kind: 'table',
          rows: [
            ['a', '乙'],
            ['1', '2'],
          ],
        },
      ],
      { outline: true, footer: '{page}' },
    ),
    docx: await writeDocx(
      [
        { kind: 'heading', text: '合同' },
        {
          kind: 'paragraph',
          runs: ['a', { text: 'b', inserted: 'Li' }, { text: 'c', comment: { author: 'Wang', text: '?' } }],
          list: 'number',
        },
        { kind: 'table', rows: [['a', '乙']] },
      ],
      { header: 'h', footer: 'f' },
    ),
  };
}

test('media files have the recorded digests', async () => {
  const [first, second] = [await samples(), await samples()];
  for (const [name, bytes] of Object.entries(first))
    expect(Buffer.compare(bytes, second[name] ?? Buffer.of()), name).toBe(0);
  for (const type of pictureTypes) expect(pictureType(first[type] ?? Buffer.of())).toBe(type);
  const digests = Object.fromEntries(Object.entries(first).map(([name, bytes]) => [name, digestBytes(bytes)]));
  // A changed digest changes instances. Run with -u only to change them on purpose.
  await expect(`${JSON.stringify(digests, null, 1)}\n`).toMatchFileSnapshot('media-digests.json');
});
