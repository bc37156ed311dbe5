// Figures in common styles, read from PNG, SVG and Plotly, and figures with one small error in all three formats.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FigureContent } from '../../src/verify/index.ts';
import { FigureChecker, evaluated, type Hung } from '../support/figure-checker.ts';
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

const grouped: FigureContent = {
  panels: [
    {
      title: { contains: ['sales'] },
      yLabel: { equals: 'Pieces' },
      series: [
        { kind: 'bars', name: '2023', values: { Lamps: 40, Mugs: 0, 'Tea pots': 100 } },
        { kind: 'bars', name: '2024', values: { Lamps: 55, Mugs: 12, 'Tea pots': 90 } },
      ],
    },
  ],
};

interface Drawn {
  readonly first?: readonly number[];
  readonly names?: readonly string[];
  readonly legend?: readonly string[];
  readonly more?: string;
}

const list = (values: readonly (string | number)[]) => JSON.stringify(values);

function bars({
  first = [40, 0, 100],
  names = ['Lamps', 'Mugs', 'Tea pots'],
  legend = ['2023', '2024'],
  more = '',
}: Drawn = {}) {
  return `
      x = np.arange(3)
      ax.bar(x - 0.2, ${list(first)}, 0.4, label=${JSON.stringify(legend[0])})
      ax.bar(x + 0.2, [55, 12, 90], 0.4, label=${JSON.stringify(legend[1])})
      ax.set_xticks(x, ${list(names)}); ax.set_ylabel('pieces'); ax.set_title('Sales by  product'); ax.legend()
      ${more}`;
}

const pageBars = ({
  first = [40, 0, 100],
  names = ['Lamps', 'Mugs', 'Tea pots'],
  legend = ['2023', '2024'],
}: Drawn = {}) => `
      fig = go.Figure([go.Bar(name=${JSON.stringify(legend[0])}, x=${list(names)}, y=${list(first)}),
                       go.Bar(name=${JSON.stringify(legend[1])}, x=${list(names)}, y=[55, 12, 90])])
      fig.update_layout(title='Sales by product', yaxis_title='pieces')`;

const sources: Record<string, (drawn?: Drawn) => Promise<Hung>> = {
  png: (drawn) => checker.plot(bars(drawn)),
  svg: (drawn) => checker.plot(bars(drawn), 'svg'),
  html: (drawn) => checker.page(pageBars(drawn)),
};

const titled = (title: string): FigureContent => ({
  panels: [{ ...grouped.panels[0], title: { equals: title }, series: grouped.panels[0]?.series ?? [] }],
});

describe.each(Object.keys(sources))('grouped bars in %s', (ending) => {
  const draw = (drawn?: Drawn) => sources[ending]?.(drawn) ?? Promise.reject(new Error(ending));
  const evaluate = async (drawn?: Drawn, content = grouped) => evaluated(checker, await draw(drawn), content, ending);

  test('pass in any order of labels', async () => {
    expect(await evaluate()).toMatchObject({ ok: true });
    expect(
      await evaluate(
        { first: [0, 40, 100], names: ['Mugs', 'Lamps', 'TEA POTS'] },
        {
          panels: [
            {
              series: [
                { kind: 'bars', name: '2023', values: { Lamps: 40, Mugs: 0, 'Tea pots': 100 } },
                { kind: 'bars', name: '2024', values: { Mugs: 55, Lamps: 12, 'Tea pots': 90 } },
              ],
            },
          ],
        },
      ),
    ).toMatchObject({ ok: true });
  });

  test('a bar that is wrong by 2 % of the axis fails, one that is wrong by 0.2 % passes', async () => {
    expect(await evaluate({ first: [42.1, 0, 100] })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/2023: Lamps is 4[12]\.\d+, expected 40/),
    });
    expect(await evaluate({ first: [40, 0, 98] })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/9[78](\.\d+)?, expected 100/),
    });
    expect(await evaluate({ first: [40.2, 0, 100] })).toMatchObject({ ok: true });
    expect(await evaluate({ first: [40, 2, 100] })).toMatchObject({
      ok: false,
      message: expect.stringContaining('Mugs'),
    });
  });

  test('swapped labels fail, on the axis and in the legend', async () => {
    expect(await evaluate({ names: ['Mugs', 'Lamps', 'Tea pots'] })).toMatchObject({ ok: false });
    expect(await evaluate({ legend: ['2024', '2023'] })).toMatchObject({
      ok: false,
      message: expect.stringContaining('2023'),
    });
    expect(await evaluate({ names: ['Lamps', 'Mugs', 'Kettles'] })).toMatchObject({ ok: false });
  });

  test('titles and labels are compared only if the check asks for them', async () => {
    expect(await evaluate({}, titled('sales by product'))).toMatchObject({ ok: true });
    expect(await evaluate({}, titled('sales by shop'))).toMatchObject({
      ok: false,
      message: expect.stringContaining('the title'),
    });
  });

  test('another scale or order fails with a reason', async () => {
    const [panel] = grouped.panels;
    if (!panel) throw new Error('no panel');
    expect(await evaluate({}, { panels: [{ ...panel, scale: 'log' }] })).toMatchObject({
      ok: false,
      message: expect.stringContaining('linear, expected log'),
    });
    const ordered = (order: string[]): FigureContent => ({
      panels: [{ ...panel, series: panel.series.map((each) => (each.kind === 'bars' ? { ...each, order } : each)) }],
    });
    expect(await evaluate({}, ordered(['Lamps', 'Mugs', 'Tea pots']))).toMatchObject({ ok: true });
    expect(await evaluate({}, ordered(['Mugs', 'Lamps', 'Tea pots']))).toMatchObject({
      ok: false,
      message: expect.stringContaining('order'),
    });
  });
});
