// A figure capture is untrusted: forged captures, captures of another figure and pictures without the chart must fail
// by their pixels.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import type { FigureContent } from '../../src/verify/index.ts';
import { captureOf, digestOf, forged, FigureChecker, evaluated, type Hung } from '../support/figure-checker.ts';
import { testHost } from '../support/host.ts';

let host: Awaited<ReturnType<typeof testHost>>;
let checker: FigureChecker;
let honest: Hung;
beforeAll(async () => {
  host = await testHost({}, 'none');
  checker = await FigureChecker.open(host);
  honest = await checker.plot("ax.bar(['a', 'b', 'c'], [30, 55, 80])");
});
afterAll(async () => {
  await checker.close();
  await host.close();
});

const three: FigureContent = { panels: [{ series: [{ kind: 'bars', values: { a: 30, b: 55, c: 80 } }] }] };
const line: FigureContent = {
  panels: [
    {
      series: [
        {
          kind: 'line',
          points: [
            [1, 3],
            [2, 8],
            [3, null],
            [4, 5],
            [5, 6],
          ],
        },
      ],
    },
  ],
};
const lines = (y: string, more = '') => `ax.plot([1, 2, 3, 4, 5], [${y}])\nax.set_ylim(0, 10)\n${more}`;

const drawPie = (values: string) => checker.plot(`ax.pie([${values}], labels=['tea', 'milk', 'rum'], autopct='%d%%')`);
const page = (trace: string) => checker.page(`fig = go.Figure([go.Bar(x=['a', 'b', 'c'], y=[30, 55, 80]${trace})])`);

test('a figure with its own capture passes', async () => {
  expect(await evaluated(checker, honest, three)).toMatchObject({ ok: true });
  expect(await evaluated(checker, await checker.plot(lines("3, 8, float('nan'), 5, 6")), line)).toMatchObject({
    ok: true,
  });
});

describe('a right capture with another picture fails', () => {
  const seen = /not in the picture|nothing at|record is of/;
  test.each([
    ['a blank one', 'pass'],
    ['one with a bar 2 % of the axis lower', "ax.bar(['a', 'b', 'c'], [30, 53.2, 80]); ax.set_ylim(0, 84)"],
    [
      'one with a bar 2 % of the axis higher',
      "ax.bar(['a', 'b', 'c'], [30, 55, 80]); ax.bar(['a'], [31.9], color='C0')",
    ],
    ['bars in other places', "ax.bar(['a', 'b', 'c', 'd'], [30, 55, 80, 0])"],
    ['the same bars on another scale', "ax.bar(['a', 'b', 'c'], [30, 55, 80]); ax.set_ylim(0, 160)"],
    ['white bars', "ax.bar(['a', 'b', 'c'], [30, 55, 80], color='white')"],
    ['bars in another colour', "ax.bar(['a', 'b', 'c'], [30, 55, 80], color='C1')"],
    ['a red one', "ax.bar(['a', 'b', 'c'], [30, 55, 80]); ax.set_facecolor('C0')"],
    [
      'values as text only',
      'ax.set(xlim=(-1, 3), ylim=(0, 84)); [ax.text(i, v, v) for i, v in enumerate([30, 55, 80])]',
    ],
    ['axes without numbers', "ax.bar(['a', 'b', 'c'], [30, 55, 80]); ax.axis('off')"],
    ['another size', "fig.set_size_inches(9, 3); ax.bar(['a', 'b', 'c'], [30, 55, 80])"],
  ])('%s', async (_, code) => {
    const other = await checker.plot(code);
    expect(await evaluated(checker, forged(other, captureOf(honest)), three)).toMatchObject({
      ok: false,
      message: expect.stringMatching(seen),
    });
  });

  test.each([
    ['of a line without its gap', '3, 8, 6.5, 5, 6'],
    ['of a line with one point 3 % of the axis off', "3, 8, float('nan'), 5.3, 6"],
  ])('%s', async (_, y) => {
    const [own, other] = [await checker.plot(lines("3, 8, float('nan'), 5, 6")), await checker.plot(lines(y))];
    expect(await evaluated(checker, forged(other, captureOf(own)), line)).toMatchObject({
      ok: false,
      message: expect.stringContaining('the line'),
    });
  });

  test('a pie with other shares', async () => {
    const pie: FigureContent = { panels: [{ series: [{ kind: 'pie', shares: { tea: 0.2, milk: 0.3, rum: 0.5 } }] }] };
    const own = await drawPie('2, 3, 5');
    expect(await evaluated(checker, own, pie)).toMatchObject({ ok: true });
    expect(await evaluated(checker, forged(await drawPie('23, 27, 50'), captureOf(own)), pie)).toMatchObject({
      ok: false,
    });
    expect(await evaluated(checker, await drawPie('22, 28, 50'), pie)).toMatchObject({ ok: false });
  });

  test('moved points and a changed heat map', async () => {
    const points: FigureContent = {
      panels: [
        {
          series: [
            {
              kind: 'points',
              points: [
                [1, 1],
                [2, 5],
                [3, 2],
              ],
            },
          ],
        },
      ],
    };
    const dots = await checker.plot('ax.scatter([1, 2, 3], [1, 5, 2])');
    expect(await evaluated(checker, dots, points)).toMatchObject({ ok: true });
    const moved = await checker.plot('ax.scatter([1, 2, 3], [1, 4.8, 2]); ax.set_ylim(0.8, 5.2)');
    expect(await evaluated(checker, forged(moved, captureOf(dots)), points)).toMatchObject({ ok: false });
    const heat: FigureContent = {
      panels: [{ series: [{ kind: 'heat', values: { a: { x: 1, y: 9 }, b: { x: 5, y: 3 } } }] }],
    };
    const map = (values: string) =>
      checker.plot(`ax.imshow(${values}); ax.set_xticks([0, 1], ['x', 'y']); ax.set_yticks([0, 1], ['a', 'b'])`);
    const own = await map('[[1, 9], [5, 3]]');
    expect(await evaluated(checker, own, heat)).toMatchObject({ ok: true });
    expect(await evaluated(checker, await map('[[1, 9], [3, 5]]'), heat)).toMatchObject({ ok: false });
    expect(await evaluated(checker, forged(await map('[[4, 4], [4, 4]]'), captureOf(own)), heat)).toMatchObject({
      ok: false,
    });
  });
});

describe('a capture that does not belong to the file', () => {
  test('is not used: a picture that another program saved again fails', async () => {
    const bytes = await sharp(honest.bytes).png().toBuffer();
    expect(digestOf(bytes)).not.toBe(digestOf(honest.bytes));
    const told = { ok: false, message: expect.stringContaining('save the figure with savefig') };
    expect(await evaluated(checker, { bytes, figures: honest.figures }, three)).toMatchObject(told);
    expect(await evaluated(checker, { bytes: honest.bytes, figures: new Map() }, three)).toMatchObject(told);
  });

  test('is refused when it is filed under the wrong digest or is malformed', async () => {
    const other = await checker.plot("ax.bar(['x'], [3])");
    const digest = digestOf(other.bytes);
    for (const record of [honest.figures.get(digestOf(honest.bytes)) ?? '', '{}', '{"a":', '[1]', 'null'])
      expect(
        await evaluated(checker, { bytes: other.bytes, figures: new Map([[digest, Buffer.from(record)]]) }, three),
      ).toMatchObject({ ok: false, message: expect.stringContaining('damaged') });
  });

  test('fails without an exception when its numbers are impossible', async () => {
    const capture = captureOf(honest);
    const [axes] = capture.axes;
    if (!axes) throw new Error('no axes');
    for (const change of [
      { pixels: [null, null, null, null] },
      { pixels: [0, 0, 0, 0] },
      { pixels: [1e300, 0, 1e300, 1] },
      { x: { ...axes.x, limits: [null, null] } },
      { bars: [] },
    ] as Partial<typeof axes>[])
      expect(
        await evaluated(checker, forged(honest, { ...capture, axes: [{ ...axes, ...change }] }), three),
      ).toMatchObject({
        ok: false,
      });
  });
});

describe('a figure whose content is not visible', () => {
  test.each([
    ['axes that are hidden', "ax.bar(['a', 'b', 'c'], [30, 55, 80]); ax.set_visible(False)", '0 plots'],
    [
      'an axis without numbers',
      "ax.bar(['a', 'b', 'c'], [30, 55, 80]); ax.set_yticks([])",
      'axis of the values is hidden',
    ],
    ['an axis that is off', "ax.bar(['a', 'b', 'c'], [30, 55, 80]); ax.axis('off')", 'axis of the values is hidden'],
    [
      'numbers that mislead',
      "ax.bar(['a', 'b', 'c'], [3, 5, 8]); ax.set_yticks([0, 4, 8], ['0', '55', '80'])",
      'misleads',
    ],
    ['white bars', "ax.bar(['a', 'b', 'c'], [30, 55, 80], color='white')", 'no bars can be seen'],
    [
      'bars that are covered',
      "ax.bar(['a', 'b', 'c'], [30, 55, 80]); ax.axhspan(0, 90, color='white', zorder=9)",
      'not in the picture',
    ],
    ['bars that run out of the axes', "ax.bar(['a', 'b', 'c'], [30, 55, 80]); ax.set_ylim(0, 60)", 'runs out'],
    ['values as text', "ax.text(0.5, 0.5, '30 55 80')", '0 plots'],
    [
      'a table of three plots',
      "ax.bar(['a', 'b', 'c'], [30, 55, 80]); fig.add_axes([0, 0, 0.1, 0.1]).bar([1], [1])",
      '2 plots',
    ],
  ])('fails: %s', async (_, code, message) => {
    const finding = await evaluated(checker, await checker.plot(code), three);
    expect(finding).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });

  test('fails in SVG with white bars, without numbers and without axes', async () => {
    for (const code of [
      "ax.bar(['a', 'b', 'c'], [30, 55, 80], color='white')",
      "ax.bar(['a', 'b', 'c'], [30, 55, 80]); ax.set_yticks([])",
      "ax.text(0.5, 0.5, '30 55 80')",
    ])
      expect(await evaluated(checker, await checker.plot(code, 'svg'), three, 'svg')).toMatchObject({ ok: false });
    for (const text of [
      '',
      'hello',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ])
      expect(await evaluated(checker, { bytes: Buffer.from(text), figures: new Map() }, three, 'svg')).toMatchObject({
        ok: false,
      });
  });

  test('fails in Plotly with hidden traces, without the library and without a figure', async () => {
    expect(await evaluated(checker, await page(''), three, 'html')).toMatchObject({ ok: true });
    expect(await evaluated(checker, await page(", visible='legendonly'"), three, 'html')).toMatchObject({ ok: false });
    const bare = `<div id="x"></div><script>Plotly.newPlot("x", [{"type":"bar","x":["a","b","c"],"y":[30,55,80]}], {})</script>`;
    const told = {
      ok: false,
      evidence: { series: expect.arrayContaining([{ message: expect.stringContaining('Plotly is not defined') }]) },
    };
    expect(await evaluated(checker, { bytes: Buffer.from(bare), figures: new Map() }, three, 'html')).toMatchObject(
      told,
    );
    expect(
      await evaluated(checker, { bytes: Buffer.from('<p>30 55 80'), figures: new Map() }, three, 'html'),
    ).toMatchObject({
      ok: false,
    });
  });
});
