// The record of a saved figure: every kind of mark, in the coordinates of its data.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testHost } from '../support/host.ts';
import { axesOf, middle, FigureRecorder, type Saved } from '../support/figure-recorder.ts';

let recorder: FigureRecorder;
beforeAll(async () => {
  recorder = await FigureRecorder.open(await testHost());
});
afterAll(() => recorder.close());

let count = 0;
/** Draws with the code, which may use plt, np and ax, and saves the current figure as PNG. */
async function draw(code: string, save = ''): Promise<Saved> {
  count += 1;
  const saved = await recorder.save(
    `${count}.png`,
    `fig, ax = plt.subplots()\n${code.replaceAll(/^ +/gm, '')}\nplt.gcf().savefig('output/${count}.png'${save && `, ${save}`})`,
  );
  expect(saved.capture.unread).toEqual([]);
  expect(saved.capture.leftOut).toBe(0);
  return saved;
}

describe('a record contains marks', () => {
  test('bars have labels, colours and errors, and their positions agree with the pixels', async () => {
    const saved = await draw(`
      ax.bar(['a', 'b', 'c'], [3, -1, 4.5], width=0.5, color='#ff0000', label='first', yerr=[0.5, 0.25, 1])
      ax.bar(['a', 'b', 'c'], [1, 1, 1], bottom=[3, 0, 4.5], width=0.5, color=['#00ff00', '#0000ff', '#00ff00'])
      ax.margins(0.2)`);
    const [first, second] = axesOf(saved).bars;
    expect(first).toMatchObject({
      label: 'first',
      orientation: 'vertical',
      length: 3,
      x: [-0.25, 0.75, 1.75],
      width: [0.5, 0.5, 0.5],
      y: [0, 0, 0],
      height: [3, -1, 4.5],
      color: '#ff0000',
      errors: {
        yRanges: [
          [2.5, 3.5],
          [-1.25, -0.75],
          [3.5, 5.5],
        ],
      },
    });
    expect(second).toMatchObject({ label: '', y: [3, 0, 4.5], color: ['#00ff00', '#0000ff', '#00ff00'] });
    expect(axesOf(saved).errorBars).toEqual([]);
    const { colorAt } = saved.picture;
    for (const [left = NaN, bottom = NaN, width = NaN, height = NaN] of (first?.pixels ?? []) as number[][]) {
      // A quarter from the left, because the error bar is in the middle.
      expect(colorAt(left + width / 4, bottom + height / 2)).toBe('#ff0000');
      expect(colorAt(left + width / 4, bottom + 3)).toBe('#ff0000');
      expect(colorAt(left - 3, bottom + height / 2)).toBe('#ffffff');
      expect(colorAt(left + width + 3, bottom + height / 2)).toBe('#ffffff');
    }
    const places = second?.pixels?.map(([x, y, width, height]) => middle([x, y, (width ?? NaN) / 2, height]));
    expect(places?.map((place) => colorAt(...place))).toEqual(['#00ff00', '#0000ff', '#00ff00']);
  });

  test('horizontal bars have the names on their axis', async () => {
    const saved = await draw("ax.barh(['north', 'south'], [2, 5], color='#123456')");
    expect(axesOf(saved).bars).toMatchObject([
      { orientation: 'horizontal', x: [0, 0], width: [2, 5], height: [0.8, 0.8] },
    ]);
    expect(axesOf(saved).y).toMatchObject({
      kind: 'category',
      categories: [
        ['north', 0],
        ['south', 1],
      ],
      ticks: [
        { at: 0, label: 'north' },
        { at: 1, label: 'south' },
      ],
    });
    const [, south] = axesOf(saved).bars[0]?.pixels ?? [];
    expect(saved.picture.colorAt(...middle(south ?? []))).toBe('#123456');
  });

  test('lines have null for gaps', async () => {
    const saved = await draw(`
      ax.plot([1, 2, 3, 4], [1, float('nan'), 9, 16], label='squares', color='#ff0000', lw=4, marker='s', ls='--')
      ax.plot([1, 4], [0, 10], '.', label='_hidden')
      ax.axhline(5)
      ax.legend()`);
    const [squares, dots, level] = axesOf(saved).lines;
    expect(squares).toMatchObject({
      label: 'squares',
      length: 4,
      x: [1, 2, 3, 4],
      y: [1, null, 9, 16],
      data: 'xy',
      color: '#ff0000',
      style: '--',
      width: 4,
      marker: 's',
    });
    expect(dots).toMatchObject({ label: '', style: 'None', marker: '.' });
    expect(level).toMatchObject({ data: 'y', y: [5, 5], marker: null });
    expect(squares?.pixels[1]).toEqual([null, null]);
    const [x, y] = squares?.pixels[2] ?? [];
    expect(saved.picture.colorAt(x ?? NaN, y ?? NaN)).toBe('#ff0000');
    expect(axesOf(saved).legends).toMatchObject([{ entries: [{ text: 'squares', color: '#ff0000', kind: 'Line2D' }] }]);
  });

  test('wedges of a pie have shares and percentages', async () => {
    const saved = await draw(`
      ax.pie([1, 1, 2], labels=['tea', '茶', 'coffee'], autopct='%.0f%%', colors=['#ff0000', '#00ff00', '#0000ff'],
             wedgeprops={'width': 0.5}, startangle=90, counterclock=False)`);
    const { wedges } = axesOf(saved);
    expect(wedges.map(({ label, share, texts }) => [label, share?.toFixed(6), texts])).toEqual([
      ['tea', '0.250000', ['tea', '25%']],
      ['茶', '0.250000', ['茶', '25%']],
      ['coffee', '0.500000', ['coffee', '50%']],
    ]);
    expect(wedges[0]).toMatchObject({ theta1: 0, theta2: 90, radius: 1, inner: 0.5, color: '#ff0000' });
    expect(wedges.map(({ pixels: [x, y] }) => saved.picture.colorAt(x ?? NaN, y ?? NaN))).toEqual([
      '#ff0000',
      '#00ff00',
      '#0000ff',
    ]);
  });

  test('points have sizes, colours and values', async () => {
    const saved = await draw(`
      ax.scatter([1, 2, 3], [6, 5, 4], s=[100, 200, 300], c=['#ff0000', '#00ff00', '#0000ff'], label='p')
      ax.scatter([0, 1], [0, 1], c=[10, 20], cmap='plasma')`);
    const [own, mapped] = axesOf(saved).points;
    expect(own).toMatchObject({
      label: 'p',
      length: 3,
      x: [1, 2, 3],
      y: [6, 5, 4],
      size: [100, 200, 300],
      color: ['#ff0000', '#00ff00', '#0000ff'],
    });
    expect(mapped).toMatchObject({ values: [10, 20], colorMap: 'plasma', colorLimits: [10, 20], size: 36 });
    expect(own?.pixels.map(([x, y]) => saved.picture.colorAt(x ?? NaN, y ?? NaN))).toEqual(own?.color);
  });

  test('histograms are recorded as bars, as an outline or as stairs', async () => {
    const saved = await draw(`
      ax.hist([1, 2, 2, 3, 9], bins=[0, 2, 4, 10], label='h')
      ax.hist([1, 2, 2], bins=[0, 2, 4], histtype='step', label='s', color='#00ff00')
      ax.stairs([4, 2], [0, 5, 10], label='t')`);
    const { bars, shapes, stairs } = axesOf(saved);
    expect(bars).toMatchObject([{ label: 'h', x: [0, 2, 4], width: [2, 2, 6], height: [1, 3, 1] }]);
    expect(shapes[0]).toMatchObject({ kind: 'Polygon', label: 's', edge: '#00ff00', color: null });
    expect(shapes[0]?.paths[0]).toEqual(expect.arrayContaining([[2, 1], [2, 2], [4, 2]])); // prettier-ignore
    expect(stairs).toMatchObject([{ label: 't', values: [4, 2], edges: [0, 5, 10], baseline: [0] }]);
  });

  test('error bars, box plots, areas and other shapes are recorded', async () => {
    const errors = await draw("ax.errorbar([1, 2], [3, 4], yerr=[[0.5, 1], [1, 2]], xerr=0.25, fmt='o', label='e')");
    expect(axesOf(errors).errorBars).toEqual([
      { label: 'e', x: [1, 2], y: [3, 4], xRanges: [[0.75, 1.25], [1.75, 2.25]], yRanges: [[2.5, 4], [3, 6]] }, // prettier-ignore
    ]);
    const boxes = await draw('ax.boxplot([[1, 2, 3, 4, 5], [2, 2, 8]])');
    expect(axesOf(boxes).lines.map(({ y }) => y)).toContainEqual([3, 3]); // a median
    const areas = await draw(`
      ax.fill_between([0, 1, 2], [1, 1, 1], [2, 4, 3], color='#ff0000', label='band')
      ax.axvspan(0.5, 1, color='#00ff00')
      ax.vlines([0, 2], 0, 5, color='#0000ff')
      ax.add_patch(plt.Circle((1, 1), 0.5))`);
    const { shapes, rectangles, segments } = axesOf(areas);
    const band = shapes.find(({ label }) => label === 'band');
    expect(band).toMatchObject({ color: '#ff0000', data: 'xy' });
    expect(band?.paths[0]).toEqual(expect.arrayContaining([[0, 2], [1, 4], [2, 3], [2, 1]])); // prettier-ignore
    expect(rectangles).toMatchObject([{ data: 'x', x: 0.5, width: 0.5, color: '#00ff00' }]);
    expect(areas.picture.colorAt(...middle(rectangles[0]?.pixels ?? []))).toBe('#00ff00');
    expect(segments).toMatchObject([{ length: 2, segments: [[[0, 0], [0, 5]], [[2, 0], [2, 5]]], color: '#0000ff' }]); // prettier-ignore
    expect(shapes.map(({ kind }) => kind)).toContain('Circle');
  });

  test('heat maps have the label of their colour bar', async () => {
    const saved = await draw(`
      image = ax.imshow([[1, 2], [float('nan'), 4]], cmap='gray', vmin=0, vmax=4)
      fig.colorbar(image, label='degrees')`);
    expect(axesOf(saved).heatMaps).toMatchObject([
      {
        kind: 'image',
        shape: [2, 2],
        values: [
          [1, 2],
          [null, 4],
        ],
        extent: [-0.5, 1.5, 1.5, -0.5],
        origin: 'upper',
        colorMap: 'gray',
        colorLimits: [0, 4],
        colorbar: { label: 'degrees' },
      },
    ]);
    expect(axesOf(saved, 1)).toMatchObject({ role: 'colorbar', heatMaps: [] });
    const mesh = await draw('ax.pcolormesh([0, 1, 3], [0, 10, 20], [[1, 2], [3, 4]])');
    expect(axesOf(mesh).heatMaps).toMatchObject([
      { kind: 'mesh', xEdges: [0, 1, 3], yEdges: [0, 10, 20], values: [[1, 2], [3, 4]] }, // prettier-ignore
    ]);
    const photo = await draw("ax.imshow(np.zeros((20, 30, 3), 'uint8'))");
    expect(axesOf(photo).heatMaps).toMatchObject([{ shape: [20, 30, 3], values: null }]);
  });

  test('contours, arrows and tables are recorded', async () => {
    const saved = await draw(`
      ax.contourf(np.arange(16).reshape(4, 4), levels=[0, 5, 10, 15])
      ax.quiver([0, 1], [0, 1], [1, 2], [3, 4])
      ax.table([['a', '1']])`);
    expect(axesOf(saved)).toMatchObject({
      contours: [{ filled: true, levels: [0, 5, 10, 15], colorLimits: [0, 15] }],
      arrows: [{ x: [0, 1], y: [0, 1], u: [1, 2], v: [3, 4] }],
      tables: [{ cells: [{ text: 'a' }, { text: '1' }] }],
    });
  });

  test('texts and annotations are recorded if matplotlib draws them', async () => {
    const saved = await draw(`
      ax.set(xlim=(0, 10), ylim=(0, 10))
      ax.text(2, 3, 'here', color='#ff0000')
      ax.text(0.5, 0.9, 'top', transform=ax.transAxes)
      ax.annotate('peak', (4, 5), (10, 20), textcoords='offset points', arrowprops={})
      ax.annotate('outside', (40, 50), (10, 20), textcoords='offset points')`);
    const { texts, pixels } = axesOf(saved);
    expect(texts.map(({ text }) => text)).toEqual(['here', 'top', 'peak']);
    expect(texts[0]).toMatchObject({ x: 2, y: 3, data: 'xy', color: '#ff0000' });
    expect(texts[1]).toMatchObject({ x: 0.5, y: 0.9, data: '' });
    expect(texts[2]).toMatchObject({ target: { xy: [4, 5], coordinates: 'data' } });
    const [left, , width] = pixels;
    expect(texts[2]?.pixels[0]).toBeCloseTo((left ?? NaN) + 0.4 * (width ?? NaN) + (10 / 72) * 100, 1);
  });

  test('invisible marks are not recorded', async () => {
    const saved = await draw(`
      ax.plot([1, 2], visible=False)
      bars = ax.bar([1, 2], [3, 4])
      bars[0].set_visible(False)
      gone = ax.bar([1, 2], [3, 4])
      gone.remove()`);
    expect(axesOf(saved).lines).toEqual([]);
    expect(axesOf(saved).bars).toMatchObject([{ length: 1, height: [4] }]);
  });
});

describe('polar and spatial axes', () => {
  test('a polar plot is recorded', async () => {
    const saved = await draw(`
      plt.close()
      ax = plt.subplot(projection='polar', theta_offset=1, theta_direction=-1)
      ax.bar([0, 2], [1, 2], width=1, color='#ff0000')
      ax.grid(False)`);
    const axes = axesOf(saved);
    expect(axes).toMatchObject({ projection: 'polar', polar: { offset: 1, direction: -1 } });
    expect(axes.bars).toMatchObject([{ x: [-0.5, 1.5], height: [1, 2] }]);
    expect(axes.bars[0]?.centers?.map(([x, y]) => saved.picture.colorAt(x ?? NaN, y ?? NaN))).toEqual(['#ff0000', '#ff0000']); // prettier-ignore
  });

  test('points, lines and surfaces of a 3D plot are recorded', async () => {
    const saved = await draw(`
      plt.close()
      ax = plt.figure().add_subplot(projection='3d')
      ax.scatter([1, 2], [3, 4], [5, 6], s=300, color='#ff0000', depthshade=False)
      ax.plot([1, 2], [3, 4], [7, 8], label='l')
      ax.bar3d([1], [1], [0], 1, 1, 2)
      ax.set(zlabel='height', zlim=(0, 10))`);
    const axes = axesOf(saved);
    expect(axes).toMatchObject({ projection: '3d', z: { label: 'height', limits: [0, 10], visible: true } });
    expect(axes.points).toMatchObject([{ x: [1, 2], y: [3, 4], z: [5, 6], color: '#ff0000' }]);
    expect(axes.lines).toMatchObject([{ label: 'l', x: [1, 2], y: [3, 4], z: [7, 8] }]);
    expect(axes.surfaces).toMatchObject([{ length: 6 }]);
    expect(axes.points[0]?.pixels.map(([x, y]) => saved.picture.colorAt(x ?? NaN, y ?? NaN))).toEqual(['#ff0000', '#ff0000']); // prettier-ignore
  });
});

describe('axes', () => {
  test('titles, labels, limits, scales and ticks are recorded', async () => {
    const saved = await draw(`
      ax.plot([1, 10, 1000], [1, 2, 3])
      ax.set(xscale='log', xlim=(1, 1000), ylim=(5, 0), xlabel='dose', ylabel='effect', title='Both')
      ax.set_title('left', loc='left')
      ax.set_yticks([0, 5], ['none', 'full'])
      ax.grid(axis='y')
      fig.suptitle('Above')
      fig.supxlabel('below')
      fig.text(0.1, 0.1, 'source')`);
    expect(saved.capture.figure).toMatchObject({ suptitle: 'Above', supxlabel: 'below', texts: [{ text: 'source' }] });
    expect(axesOf(saved)).toMatchObject({
      title: 'Both',
      titleLeft: 'left',
      x: { label: 'dose', scale: 'log', limits: [1, 1000], inverted: false, grid: false },
      y: { label: 'effect', scale: 'linear', limits: [5, 0], inverted: true, grid: true },
    });
    expect(axesOf(saved).x.ticks.map(({ at }) => at)).toEqual([1, 10, 100, 1000]);
    expect(axesOf(saved).y.ticks).toEqual([
      { at: 0, label: 'none' },
      { at: 5, label: 'full' },
    ]);
    // The position of a point follows from the limits and the box, at every scale.
    const [left, bottom, width, height] = axesOf(saved).pixels as number[];
    const [x, y] = axesOf(saved).lines[0]?.pixels[1] ?? [];
    expect(x).toBeCloseTo((left ?? NaN) + (width ?? NaN) / 3, 1);
    expect(y).toBeCloseTo((bottom ?? NaN) + (height ?? NaN) * (1 - 2 / 5), 1);
  });

  test('subplots, a second scale and an inset are recorded as separate axes', async () => {
    const saved = await draw(`
      plt.close()
      fig, axs = plt.subplots(2, 2)
      axs[1, 0].plot([1, 2]); axs[1, 0].twinx().plot([30, 10], color='#ff0000')
      axs[0, 1].inset_axes([0.5, 0.5, 0.4, 0.4]).bar([1], [1], color='#00ff00')
      axs[0, 0].secondary_xaxis('top')`);
    expect(saved.capture.axes.map(({ role, cell, twinOf }) => [role, cell?.row[0], cell?.column[0], twinOf])).toEqual([
      ['plot', 0, 0, null],
      ['plot', 0, 1, null],
      ['plot', 1, 0, null],
      ['plot', 1, 1, null],
      ['plot', 1, 0, 2],
      ['secondary', undefined, undefined, null],
      ['inset', undefined, undefined, null],
    ]);
    expect(axesOf(saved, 4).lines).toMatchObject([{ y: [30, 10] }]);
    expect(saved.picture.colorAt(...middle(axesOf(saved, 6).bars[0]?.pixels?.[0] ?? []))).toBe('#00ff00');
  });

  test('dates are recorded as days, together with their texts', async () => {
    const saved = await draw("ax.plot(np.array(['2024-01-31', '2024-02-01'], 'datetime64[D]'), [1, 2])");
    expect(axesOf(saved).x).toMatchObject({ kind: 'date', epoch: '1970-01-01T00:00:00' });
    expect(axesOf(saved).lines).toMatchObject([
      { x: [19753, 19754], xText: ['2024-01-31T00:00:00', '2024-02-01T00:00:00'] },
    ]);
  });

  test('characters that no font has are named', async () => {
    const saved = await draw("ax.set_title('销售 é\\ue123')");
    expect([axesOf(saved).title, saved.capture.missingGlyphs]).toEqual(['销售 é\ue123', '\ue123']);
  });
});

describe('pandas and seaborn', () => {
  test('bars of a data frame with Chinese names are recorded', async () => {
    const saved = await draw(`
      import pandas as pd
      pd.DataFrame({'一月': [1, 2], '二月': [3, 4]}, index=['临川', '北京']).plot.bar(stacked=True, ax=ax, rot=0)`);
    expect(axesOf(saved).bars).toMatchObject([
      { label: '一月', y: [0, 0], height: [1, 2] },
      { label: '二月', y: [1, 2], height: [3, 4] },
    ]);
    expect(axesOf(saved).x.ticks.map(({ label }) => label)).toEqual(['临川', '北京']);
    expect(axesOf(saved).legends[0]?.entries.map(({ text }) => text)).toEqual(['一月', '二月']);
  });

  test('a time series with a period axis is recorded', async () => {
    const saved = await draw(`
      import pandas as pd
      pd.Series([5, 6, 7], index=pd.date_range('2024-01-31', periods=3, freq='ME')).plot(ax=ax)`);
    expect(axesOf(saved).x).toMatchObject({ kind: 'period', frequency: 'M' });
    expect(axesOf(saved).lines).toMatchObject([{ y: [5, 6, 7], xText: ['2024-01', '2024-02', '2024-03'] }]);
  });

  test('a heat map and grouped bars of seaborn are recorded', async () => {
    const heat = await draw(
      "import seaborn as sns\nsns.heatmap([[0.25, 1], [2, 3]], annot=True, ax=ax, cbar_kws={'label': 'r'})",
    );
    expect(axesOf(heat).heatMaps).toMatchObject([{ values: [[0.25, 1], [2, 3]], colorbar: { label: 'r' } }]); // prettier-ignore
    expect(axesOf(heat).texts.map(({ text }) => text)).toEqual(['0.25', '1', '2', '3']);
    const bars = await draw(
      "import seaborn as sns\nsns.barplot(x=['a', 'a', 'b', 'b'], y=[1, 2, 3, 4], hue=['u', 'v', 'u', 'v'], ax=ax)",
    );
    const [u, v] = axesOf(bars).legends[0]?.entries ?? [];
    const byColor = new Map(axesOf(bars).bars.map(({ color, height }) => [color, height]));
    expect([u?.text, byColor.get(u?.color ?? ''), v?.text, byColor.get(v?.color ?? '')]).toEqual([
      'u',
      [1, 3],
      'v',
      [2, 4],
    ]);
  });
});
