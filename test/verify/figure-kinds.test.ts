// Other kinds of charts, drawn in various styles: right charts pass, and charts with one small error fail.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figureShows, type FigureContent } from '../../src/verify/index.ts';
import { FigureChecker, evaluated } from '../support/figure-checker.ts';
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

type Series = FigureContent['panels'][number]['series'][number];
const one = (...series: Series[]): FigureContent => ({ panels: [{ series }] });

const money = one({ kind: 'bars', values: { a: 1_200_000, b: 4_000_000 } });
const bridge = one({ kind: 'bars', values: { start: [0, 50], up: [50, 80], down: [60, 80], end: [0, 60] } });
const shares = one(
  { kind: 'bars', name: 'tea', stacked: true, values: { x: 40, y: 70 } },
  { kind: 'bars', name: 'rum', stacked: true, values: { x: 60, y: 30 } },
);
const trend = one(
  { kind: 'line', name: 'up', points: [[1, 1], [2, 4], [3, 9]] }, // prettier-ignore
  { kind: 'line', name: 'down', points: [[1, 9], [2, 5], [3, 2]] }, // prettier-ignore
);
const lines = "ax.plot([1, 2, 3], [1, 4, 9], label='up'); ax.plot([1, 2, 3], [9, 5, 2], label='down', marker='o'); ax.legend()"; // prettier-ignore

describe.each(['png', 'svg'])('in %s', (ending) => {
  test.each<[string, FigureContent, string]>([
    ['large numbers with an exponent at the axis', money, "ax.bar(['a', 'b'], [1.2e6, 4e6])"],
    [
      'numbers in thousands, as the axis says',
      money,
      "ax.bar(['a', 'b'], [1.2e6, 4e6]); ax.yaxis.set_major_formatter(lambda v, _: f'{v / 1e3:,.0f}k')",
    ],
    [
      'bars that lie, with edges and their values written on them',
      money,
      "b = ax.barh(['b', 'a'], [4e6, 1.2e6], edgecolor='black'); ax.bar_label(b, label_type='center')",
    ],
    [
      'a bridge of floating bars',
      bridge,
      "ax.bar(['start', 'up', 'down', 'end'], [50, 30, -20, 60], bottom=[0, 50, 80, 0], color=list('kgrk'))",
    ],
    [
      'a bridge lifted by white bars, with a line between',
      bridge,
      "n = ['start', 'up', 'down', 'end']; ax.bar(n, [0, 50, 60, 0], color='white'); ax.bar(n, [50, 30, 20, 60], bottom=[0, 50, 60, 0]); ax.plot([0, 1, 2, 3], [50, 80, 80, 60], color='gray', ls=':')",
    ],
    [
      'stacked bars',
      shares,
      "ax.bar(['x', 'y'], [40, 70], label='tea'); ax.bar(['x', 'y'], [60, 30], bottom=[40, 70], label='rum'); ax.legend()",
    ],
    ['two lines that cross', trend, lines],
    [
      'two lines, a grid, a level and a note',
      trend,
      `${lines}; ax.grid(); ax.axhline(3, color='gray'); ax.annotate('here', (2, 4))`,
    ],
    [
      'a pie',
      one({ kind: 'pie', shares: { tea: 0.25, rum: 0.75 } }),
      "ax.pie([1, 3], labels=['tea', 'rum'], autopct='%.0f%%', startangle=90)",
    ],
    [
      'a ring with a legend',
      one({ kind: 'pie', shares: { tea: 0.25, rum: 0.75 } }),
      "w, _ = ax.pie([1, 3], wedgeprops={'width': 0.4, 'edgecolor': 'white'}); ax.legend(w, ['tea', 'rum'])",
    ],
    ['scattered points', one({ kind: 'points', points: [[1, 2], [2, 1], [3, 3]] }), 'ax.scatter([1, 2, 3], [2, 1, 3], s=60, alpha=0.6)'], // prettier-ignore
    [
      'years that are numbers',
      one({ kind: 'bars', values: { 2021: 3, 2022: 5, 2023: 4 } }),
      'ax.bar([2021, 2022, 2023], [3, 5, 4]); ax.set_xticks([2021, 2022, 2023])',
    ],
    ['a logarithmic axis', { panels: [{ scale: 'log', series: [{ kind: 'line', points: [[1, 1], [2, 150], [3, 20000]] }] }] }, 'ax.plot([1, 2, 3], [1, 150, 20000]); ax.set_yscale("log")'], // prettier-ignore
    ['two plots in any order', { panels: [{ title: { contains: ['second'] }, series: [{ kind: 'bars', values: { b: 2 } }] }, { series: [{ kind: 'bars', values: { a: 1 } }] }] }, "plt.close(); fig, (p, q) = plt.subplots(1, 2); p.bar(['a'], [1]); q.bar(['b'], [2]); q.set_title('The second')"], // prettier-ignore
  ])('passes: %s', async (_, content, code) => {
    expect(await evaluated(checker, await checker.plot(code, ending), content, ending)).toMatchObject({ ok: true });
  });

  test.each<[string, FigureContent, string, string]>([
    [
      'a bridge whose bars all stand on the axis',
      bridge,
      "ax.bar(['start', 'up', 'down', 'end'], [50, 30, 20, 60])",
      'up goes from 0 to 30',
    ],
    [
      'stacked bars drawn over each other',
      shares,
      "ax.bar(['x', 'y'], [40, 70], label='tea'); ax.bar(['x', 'y'], [60, 30], label='rum'); ax.legend()",
      '',
    ],
    ['lines without a legend', trend, lines.replace('ax.legend()', 'pass'), 'is not shown as line'],
    ['a line of one point too many', trend, lines.replace('[9, 5, 2]', '[9, 5, 2.4]'), 'down: at 3'],
    [
      'another line beside them',
      trend,
      `ax.plot([1, 3], [2, 2], label='more'); ${lines}`,
      '"more" should not be there',
    ],
    ['a linear axis', { panels: [{ scale: 'log', series: [{ kind: 'line', points: [[1, 1], [2, 150]] }] }] }, 'ax.plot([1, 2], [1, 150])', 'linear, expected log'], // prettier-ignore
    [
      'bars in other colours than asked for',
      one({ kind: 'bars', values: { a: 1 }, colors: { a: '#2e7d32' } }),
      "ax.bar(['a'], [1], color='#2e8d32')",
      '#2e8d32, expected #2e7d32',
    ],
    [
      'a category without a place',
      one({ kind: 'bars', values: { a: 1, b: 0 } }),
      "ax.bar(['a'], [1])",
      'no place for "b"',
    ],
  ])('fails: %s', async (_, content, code, message) => {
    // In a picture, overlapping bars hide each other; an SVG holds both, and their heights are right.
    if (ending === 'svg' && message === '') return;
    expect(await evaluated(checker, await checker.plot(code, ending), content, ending)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message),
    });
  });
});

const menu = (arrays: string) => `
      fig = go.Figure([go.Bar(x=['a', 'b'], y=[1, 2], name='n'), go.Bar(x=['a', 'b'], y=[5, 6], name='n', visible=False)])
      fig.update_layout(showlegend=True, updatemenus=[dict(buttons=[dict(label=l, method='update', args=[{'visible': v}]) for l, v in ${arrays}])])`;

describe('in Plotly', () => {
  const first: FigureContent = one({ kind: 'bars', name: 'n', values: { a: 1, b: 2 } });
  const second: FigureContent = one({ kind: 'bars', name: 'n', values: { a: 5, b: 6 } });
  const good = "[('One', [True, False]), ('Two', [False, True])]";

  test('the check presses each button of a menu and compares each view', async () => {
    const page = await checker.page(menu(good));
    for (const content of [
      { ...first, views: ['one', 'Two'] },
      { ...first, view: 'One' },
      { ...second, view: 'Two' },
    ])
      expect(await evaluated(checker, page, content, 'html')).toMatchObject({ ok: true });
    expect(await evaluated(checker, page, { ...second, view: 'One' }, 'html')).toMatchObject({ ok: false });
    expect(await evaluated(checker, page, { ...first, view: 'Three' }, 'html')).toMatchObject({
      ok: false,
      message: expect.stringContaining('has "Three" 0 times'),
    });
    expect(await evaluated(checker, page, { ...first, views: ['One', 'Two', 'Three'] }, 'html')).toMatchObject({
      ok: false,
      message: expect.stringContaining('lacks "Three"'),
    });
    expect(await evaluated(checker, page, { ...first, views: ['One'] }, 'html')).toMatchObject({
      ok: false,
      message: expect.stringContaining('offers "Two"'),
    });
  });

  test('a menu button that shows all traces at once fails', async () => {
    const page = await checker.page(menu("[('One', [True, True]), ('Two', True)]"));
    expect(await evaluated(checker, page, { ...second, view: 'Two' }, 'html')).toMatchObject({
      ok: false,
      message: expect.stringContaining('2 bars at'),
    });
  });

  test('right lines, pies and waterfall charts pass', async () => {
    const cases: [string, Series][] = [
      ["go.Scatter(x=['a', 'b', 'c', 'd', 'e'], y=[1, 2, None, 3, 1], name='l', mode='lines+markers')", { kind: 'line', points: [['a', 1], ['b', 2], ['c', null], ['d', 3], ['e', 1]] }],
      ["go.Scatter(x=['a', 'b', 'c', 'd'], y=[2, 2, 2, 5], name='l', line_shape='hvh')", { kind: 'line', points: [['a', 2], ['b', 2], ['c', 2], ['d', 5]] }],
      ["go.Pie(labels=['a', 'b', 'a'], values=[1, 2, 1])", { kind: 'pie', shares: { a: 0.5, b: 0.5 } }],
      ["go.Waterfall(x=['s', 'u', 'e'], y=[5, -2, None], measure=['absolute', 'relative', 'total'])", { kind: 'bars', values: { s: [0, 5], u: [3, 5], e: [0, 3] } }],
    ]; // prettier-ignore
    for (const [trace, series] of cases)
      expect({
        trace,
        ...(await evaluated(checker, await checker.page(`fig = go.Figure([${trace}])`), one(series), 'html')),
      }).toEqual({ trace, ok: true, message: expect.anything() });
  });

  test('figureShows refuses a kind of series that cannot be read from an HTML page', () => {
    const flow = one({ kind: 'flow', links: [{ from: 'a', to: 'b', value: 4 }] });
    expect(() => figureShows('output/a.html', flow)).toThrow('cannot be read');
  });
});
