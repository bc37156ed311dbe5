// Figures in Plotly pages: read without running the page's scripts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPlotly } from '../../src/formats/charts/plotly.ts';
import { FormatProblem } from '../../src/formats/problem.ts';
import type { InterpreterHost } from '../../src/interpreter/index.ts';
import { testHost } from '../support/host.ts';
import { fileOf, python } from './python.ts';

let host: InterpreterHost;
beforeAll(async () => {
  host = await testHost({}, 'none');
});
afterAll(() => host.close());

const page = (script: string) =>
  Buffer.from(`<html><body><div id="d"></div><script type="text/javascript">${script}</script></body></html>`);

test('pages of plotly.io.write_html are read, with and without the embedded library', async () => {
  const made = await python(
    host,
    `import plotly.graph_objects as go, plotly.express as px, plotly.io
fig = go.Figure([go.Bar(name='</script> "a"', x=['苹果', 'b'], y=[1, 2.5]), go.Scatter(x=[1, 2], y=[None, 4])])
fig.update_layout(title='Plotly.newPlot("x", [1], {})')
fig.write_html('output/whole.html')
fig.write_html('output/cdn.html', include_plotlyjs='cdn')
plotly.io.write_html(px.imshow([[1, 2], [3, 4]]), 'output/heat.html', include_plotlyjs='cdn', full_html=False)`,
  );
  expect(fileOf(made, 'whole.html').length).toBeGreaterThan(3_000_000);
  for (const name of ['whole.html', 'cdn.html']) {
    const [figure, ...more] = await readPlotly(fileOf(made, name));
    expect(more).toEqual([]);
    expect(figure?.data).toMatchObject([
      { type: 'bar', name: '</script> "a"', x: ['苹果', 'b'], y: [1, 2.5] },
      { type: 'scatter', x: [1, 2], y: [null, 4] },
    ]);
    expect(figure?.layout['title']).toMatchObject({ text: 'Plotly.newPlot("x", [1], {})' });
  }
  expect((await readPlotly(fileOf(made, 'heat.html')))[0]?.data).toMatchObject([
    {
      type: 'heatmap',
      z: [
        [1, 2],
        [3, 4],
      ],
    },
  ]);
});

const packed = (dtype: string, bytes: ArrayBufferView, shape?: string) =>
  JSON.stringify({ dtype, bdata: Buffer.from(bytes.buffer).toString('base64'), ...(shape && { shape }) });

test('binary arrays of Plotly 6 are read', async () => {
  const figure = `Plotly.newPlot("d", [{"x": ${packed('f8', Float64Array.of(1.5, NaN))}, "y": ${packed('i2', Int16Array.of(-3, 400))}, "z": ${packed('u1', Uint8Array.of(1, 2, 3, 4), '2, 2')}}], {})`;
  expect((await readPlotly(page(figure)))[0]?.data).toEqual([
    {
      x: [1.5, null],
      y: [-3, 400],
      z: [
        [1, 2],
        [3, 4],
      ],
    },
  ]);
});

describe('what is not a figure', () => {
  test.each([
    ['text', Buffer.from('hello')],
    ['a page without one', page('var a = 1')],
    ['a call with code', page('Plotly.newPlot("d", makeData(), {})')],
    ['data for an element that is not there', page('Plotly.newPlot("e", [{"x": [1]}], {})')],
    [
      'a call in a comment of the page',
      Buffer.from('<div id="d"></div><!-- <script>Plotly.newPlot("d", [{}], {})</script> -->'),
    ],
    ['a cut call', page('Plotly.newPlot("d", [{"x": [1, 2')],
    ['deep nesting', page(`Plotly.newPlot("d", ${'['.repeat(5000)}${']'.repeat(5000)}, {})`)],
    ['many elements within each other', Buffer.from('<div>'.repeat(50_000))],
    ['an array of unknown type', page('Plotly.newPlot("d", [{"x": {"dtype": "O", "bdata": "AAAA"}}], {})')],
  ])('%s is refused', async (_, bytes) => {
    await expect(readPlotly(bytes)).rejects.toThrow(FormatProblem);
  });
});
