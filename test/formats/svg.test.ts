import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calibrate, parseTickLabel } from '../../src/formats/axis-scale.ts';
import { FormatProblem } from '../../src/formats/problem.ts';
import { matplotlibAxes, wedgeOf, type SvgAxes, type Tick } from '../../src/formats/svg-chart.ts';
import { boxOf, pointsOf, readSvg } from '../../src/formats/svg.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { fileOf, python } from './python.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost({}, 'none');
});
afterAll(() => host.close());

const svg = (body: string, head = 'viewBox="0 0 100 50"') =>
  Buffer.from(
    `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${head}>${body}</svg>`,
  );
const shapesOf = (body: string) => readSvg(svg(body)).shapes;
const scaleOf = (ticks: readonly Tick[]) =>
  calibrate(
    ticks.flatMap(({ at, label }) => {
      const value = parseTickLabel(label);
      return value === undefined ? [] : [{ at, value }];
    }),
  );

describe.each(['none', 'path'])('matplotlib with svg.fonttype %s', (fonttype) => {
  let axes: SvgAxes[];
  let pie: SvgAxes;
  let legendTexts: (string | undefined)[];
  beforeAll(async () => {
    const made = await python(
      host,
      `import matplotlib
matplotlib.rcParams['svg.fonttype'] = '${fonttype}'
matplotlib.rcParams['font.family'] = ['DejaVu Sans', 'Noto Sans CJK SC']
import matplotlib.pyplot as plt
fig, ax = plt.subplots(2, 2, figsize=(9, 7))
ax[0, 0].bar(['苹果', 'pears & <plums>', 'figs'], [3, -1.5, 4.25], color=['#ff0000', '#00ff00', '#0000ff'])
ax[0, 0].set_title('Fruit 水果'); ax[0, 0].set_ylabel('Count')
ax[0, 1].plot([0, 1, 2, 5], [10, -20, 30, 1234], marker='o', label='first'); ax[0, 1].grid(); ax[0, 1].legend()
ax[1, 0].semilogy([1, 2, 3], [1, 150, 20000]);
ax[1, 1].scatter([1, 2.5, 4], [1, 4, 9], s=30); ax[1, 1].text(2, 5, 'first line\\nsecond line')
fig.savefig('output/a.svg')
fig, ax = plt.subplots(); ax.pie([1, 2, 5], labels=['a', 'b', 'c'], autopct='%.1f%%', wedgeprops={'width': 0.4}); fig.savefig('output/pie.svg')`,
    );
    const document = readSvg(fileOf(made, 'a.svg'));
    axes = matplotlibAxes(document);
    [pie = axes[0] as SvgAxes] = matplotlibAxes(readSvg(fileOf(made, 'pie.svg')));
    legendTexts = axes[1]?.legend.flatMap(({ text }) => text ?? []) ?? [];
  });

  test('heights, names and colours of bars', () => {
    const [bars] = axes;
    if (!bars) throw new Error('no axes');
    expect(bars.x.map(({ label }) => label)).toEqual(['苹果', 'pears & <plums>', 'figs']);
    expect(bars.texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Fruit 水果', 'Count']));
    const scale = scaleOf(bars.y);
    expect(scale).toMatchObject({ kind: 'linear' });
    const found = bars.marks.map((shape) => {
      const { x, y, width, height } = boxOf(shape);
      const name = bars.x.find(({ at }) => Math.abs(at - x - width / 2) < 1)?.label;
      return [
        name,
        shape.fill,
        Math.round(scale.valueAt(y) * 1000) / 1000,
        Math.round(scale.valueAt(y + height) * 1000) / 1000,
      ];
    });
    expect(found).toEqual([
      ['苹果', '#ff0000', 3, 0],
      ['pears & <plums>', '#00ff00', 0, -1.5],
      ['figs', '#0000ff', 4.25, 0],
    ]);
  });

  test('points of a line and of a scatter plot', () => {
    const [, lines, , dots] = axes;
    if (!lines || !dots) throw new Error('no axes');
    const [x, y] = [scaleOf(lines.x), scaleOf(lines.y)];
    const line = lines.marks.find(({ used }) => !used);
    const values = line && pointsOf(line).map(([px, py]) => [x.valueAt(px), y.valueAt(py)]);
    for (const [index, [wantX, wantY]] of [
      [0, 10],
      [1, -20],
      [2, 30],
      [5, 1234],
    ].entries()) {
      expect(values?.[index]?.[0]).toBeCloseTo(wantX ?? NaN, 3);
      expect(values?.[index]?.[1]).toBeCloseTo(wantY ?? NaN, 1);
    }
    expect(lines.marks.filter(({ used }) => used)).toHaveLength(4);
    expect(legendTexts).toEqual(['first']);
    const [dotX, dotY] = [scaleOf(dots.x), scaleOf(dots.y)];
    const places = dots.marks.map(({ at }) =>
      [dotX.valueAt(at[0]), dotY.valueAt(at[1])].map((value) => Math.round(value * 100) / 100),
    );
    expect(places).toEqual([
      [1, 1],
      [2.5, 4],
      [4, 9],
    ]);
    expect(dots.texts.map(({ text }) => text)).toEqual(['first line', 'second line']);
  });

  test('a logarithmic axis is noticed', () => {
    const [, , log] = axes;
    if (!log) throw new Error('no axes');
    const scale = scaleOf(log.y);
    expect(scale.kind).toBe('log');
    const [line] = log.marks;
    const values = line && pointsOf(line).map(([, y]) => scale.valueAt(y));
    expect(values?.[1]).toBeCloseTo(150, 0);
    expect((values?.[2] ?? 0) / 20_000).toBeCloseTo(1, 3);
  });

  test('shares of a ring', () => {
    const wedges = pie.marks.map((shape) => wedgeOf(shape));
    expect(wedges.map((wedge) => wedge?.share.toFixed(3))).toEqual(['0.125', '0.250', '0.625']);
    expect(wedges.map((wedge) => wedge?.middle.toFixed(1))).toEqual(['22.5', '90.0', '247.5']);
    expect(pie.texts.map(({ text }) => text)).toEqual(['a', '12.5%', 'b', '25.0%', 'c', '62.5%']);
  });
});

describe('SVG written by hand', () => {
  test('transforms, inheritance and references', () => {
    const shapes = shapesOf(`
      <style>.bar { fill: rgb(255, 0, 0) } #two { fill: #0f0 }</style>
      <defs><path id="m" d="M0 -1 L1 1 L-1 1 z"/></defs>
      <g id="all" transform="translate(10 5) scale(2)" stroke="blue">
        <rect class="bar" x="1" y="2" width="3" height="4"/>
        <rect class="bar" id="two" width="3" height="4" style="stroke: none"/>
        <use xlink:href="#m" x="5" y="6"/>
        <rect width="9" height="9" display="none"/>
      </g>
      <text x="3" y="4">one<tspan x="3" y="9"> two  three</tspan></text>
      <line x1="1" y1="2" x2="3" y2="4"/><polygon points="0,0 1,0 1,1"/>`);
    expect(shapes.map(({ kind }) => kind)).toEqual(['rect', 'rect', 'path', 'text', 'text', 'line', 'polygon']);
    expect(shapes[0]).toMatchObject({ fill: '#ff0000', stroke: 'blue', groups: ['all'], classes: ['bar'] });
    expect(shapes[1]).toMatchObject({ fill: '#00ff00', stroke: null, id: 'two' });
    expect(shapes.slice(0, 1).map(boxOf)).toEqual([{ x: 12, y: 9, width: 6, height: 8 }]);
    expect(boxOf(shapes[2] ?? { outlines: [] })).toEqual({ x: 18, y: 15, width: 4, height: 4 });
    expect(shapes.slice(3, 5).map(({ text, at }) => [text, at])).toEqual([
      ['one', [3, 4]],
      ['two three', [3, 9]],
    ]);
  });

  test('wedges with arcs, also where numbers stand close together', () => {
    const [quarter, most, circle] = shapesOf(`
      <path d="M50 25 L70 25 A20 20 0 0 0 50 5 Z"/>
      <path d="M50,25L50,5A20,20,0,1,0,70,25Z"/>
      <circle cx="50" cy="25" r="20"/>`);
    expect(quarter && wedgeOf(quarter)).toMatchObject({ share: expect.closeTo(0.25), middle: expect.closeTo(45) });
    expect(most && wedgeOf(most)).toMatchObject({ share: expect.closeTo(0.75), middle: expect.closeTo(225) });
    expect(circle && wedgeOf(circle)).toMatchObject({ share: expect.closeTo(1), radius: expect.closeTo(20) });
    const [packed] = shapesOf('<path d="M70 25a20 20 0 01-20 20"/>');
    expect(packed && pointsOf(packed).at(-1)).toEqual([expect.closeTo(50), expect.closeTo(45)]);
  });

  test('relative commands and exponents', () => {
    const [path] = shapesOf('<path d="m1 1l2 0h1e1v-.5.5l-1-1zM5 5 6 6"/>');
    expect(path?.outlines.map(({ closed }) => closed)).toEqual([true, false]);
    expect(path && pointsOf(path)).toEqual([
      [1, 1],
      [3, 1],
      [13, 1],
      [13, 0.5],
      [13, 1],
      [12, 0],
      [5, 5],
      [6, 6],
    ]);
  });

  test.each([
    ['−1,200.5', -1200.5],
    ['50%', 0.5],
    ['10^{-2}', 0.01],
    ['3×10⁴', 30_000],
    ['1e5', 100_000],
    ['苹果', undefined],
    ['2024-01', undefined],
    ['1,2', undefined],
  ])('the label %s', (label, value) => {
    if (value === undefined) expect(parseTickLabel(label)).toBeUndefined();
    else expect(parseTickLabel(label)).toBeCloseTo(value, 10);
  });
});

const nested = (count: number) => `${'<g>'.repeat(count)}<rect/>${'</g>'.repeat(count)}`;

describe('hostile files', () => {
  test.each([
    ['a picture outside', svg('<use xlink:href="file:///etc/passwd#a"/>')],
    ['a huge size', svg('<rect/>', 'width="1000000" height="1000000"')],
    ['deep nesting', svg(nested(100_000))],
    [
      'entities',
      Buffer.from('<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg viewBox="0 0 1 1">&b;</svg>'),
    ],
    ['a reference to itself', svg('<g id="a"><use href="#a"/></g>')],
    [
      'references that multiply',
      svg(
        `<defs>${Array.from({ length: 7 }, (_, level) => `<g id="l${level}">${`<use href="#l${level + 1}"/>`.repeat(10)}</g>`).join('')}<rect id="l7" width="1" height="1"/></defs><use href="#l0"/>`,
      ),
    ],
    ['half a file', svg('<rect/>').subarray(0, 60)],
    ['HTML', Buffer.from('<html><body><svg/></body></html>')],
    ['text', Buffer.from('hello')],
    ['nothing', new Uint8Array()],
    ['mismatched tags', svg('<g><rect></g></rect>')],
    ['a path of junk', svg('<path d="M 1 2 3 L x"/>')],
    ['an unknown command', svg('<path d="M 1 2 W 3"/>')],
  ])('%s is refused', (_, bytes) => {
    expect(() => readSvg(bytes)).toThrow(FormatProblem);
  });

  test('scripts and embedded pictures are not run or opened', () => {
    expect(
      shapesOf('<script>throw 1</script><image href="http://example.org/a.png" width="5" height="5"/>').map(
        ({ kind }) => kind,
      ),
    ).toEqual(['image']);
  });
});
