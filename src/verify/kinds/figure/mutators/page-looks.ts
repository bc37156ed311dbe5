// Edits of a Plotly page: mutants that keep its numbers but look different, and variants that show the same chart.
import type { PlotlyFigure, PlotlyValue } from '../../../../formats/index.ts';

type PlotlyObject = { [key: string]: PlotlyValue };
type Change = readonly [string, PlotlyFigure];

const isObject = (value: PlotlyValue | undefined): value is PlotlyObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: PlotlyValue | undefined): PlotlyValue[] => (Array.isArray(value) ? value : []);

/** The figure with each button of its first menu changed. */
function withButtons(figure: PlotlyFigure, change: (button: PlotlyObject, at: number) => PlotlyObject): PlotlyFigure {
  const [menu, ...more] = listOf(figure.layout['updatemenus']);
  if (!isObject(menu)) return figure;
  const buttons = listOf(menu['buttons']).map((button, at) => (isObject(button) ? change(button, at) : button));
  return { ...figure, layout: { ...figure.layout, updatemenus: [{ ...menu, buttons }, ...more] } };
}

const withMenu = (figure: PlotlyFigure, change: PlotlyObject): PlotlyFigure => {
  const [menu, ...more] = listOf(figure.layout['updatemenus']);
  return isObject(menu)
    ? { ...figure, layout: { ...figure.layout, updatemenus: [{ ...menu, ...change }, ...more] } }
    : figure;
};

/** The list of visible traces that a button sets, if it sets nothing else. */
function visibleOf({ method, args }: PlotlyObject): PlotlyValue[] | undefined {
  const [first, second] = listOf(args);
  if ((method ?? 'restyle') === 'relayout' || !isObject(first) || second !== undefined) return undefined;
  const keys = Object.keys(first);
  return keys.length === 1 && Array.isArray(first['visible']) ? first['visible'] : undefined;
}

const hasVisible = (figure: PlotlyFigure) => {
  const [menu] = listOf(figure.layout['updatemenus']);
  const buttons = isObject(menu) ? listOf(menu['buttons']).filter(isObject) : [];
  return buttons.length > 1 && buttons.every((button) => visibleOf(button) !== undefined);
};

const invisibleAs = (figure: PlotlyFigure, hidden: PlotlyValue): PlotlyFigure =>
  withButtons(figure, (button) => ({
    ...button,
    args: [{ visible: (visibleOf(button) ?? []).map((on) => (on === false ? hidden : on)) }],
  }));

/** Mutants: figures with the same data that look different to a person. */
export function seenOtherwise(figure: PlotlyFigure): Change[] {
  const [menu] = listOf(figure.layout['updatemenus']);
  const count = isObject(menu) ? listOf(menu['buttons']).length : 0;
  const shown = figure.data.filter(({ visible }) => visible === undefined || visible === true);
  const highest = Math.max(0, ...shown.flatMap(({ y }) => listOf(y).filter((each) => typeof each === 'number')));
  const lines = figure.data.some(
    ({ type, mode }) => type === 'scatter' && typeof mode === 'string' && mode.includes('lines'),
  );
  const axis = isObject(figure.layout['yaxis']) ? figure.layout['yaxis'] : {};
  const limited = { ...figure.layout, yaxis: { ...axis, range: [0, highest / 3] } };
  const idle = withButtons(figure, (button, at) => (at === 0 ? { ...button, args: [{}] } : button));
  return [
    ...when(count > 1, 'the menu shows its last entry on opening', withMenu(figure, { active: count - 1 })),
    ...when(count > 1, 'the first entry of the menu does nothing', idle),
    ...when(hasVisible(figure), 'entries of the menu leave other series as they are', invisibleAs(figure, null)),
    ...when(hasVisible(figure), 'series that are not chosen stay in the legend', invisibleAs(figure, 'legendonly')),
    ...when(highest > 0, 'the axis ends below the marks', { ...figure, layout: limited }),
    ...when(lines, 'the points of lines are joined in another order', {
      ...figure,
      data: figure.data.map(shuffled),
      layout: withOrder(figure),
    }),
  ];
}

const when = (holds: boolean, what: string, figure: PlotlyFigure): Change[] => (holds ? [[what, figure]] : []);

const turn = (list: readonly PlotlyValue[]) => [
  ...list.filter((_, at) => at % 2 === 0),
  ...list.filter((_, at) => at % 2 === 1),
];

/** Puts every second point first: the points keep their positions, but the line connects them in another order. */
function shuffled(trace: PlotlyObject): PlotlyObject {
  if (trace['type'] !== 'scatter') return trace;
  return { ...trace, x: turn(listOf(trace['x'])), y: turn(listOf(trace['y'])) };
}

function withOrder({ layout, data }: PlotlyFigure): PlotlyObject {
  const axis = isObject(layout['xaxis']) ? layout['xaxis'] : {};
  return { ...layout, xaxis: { ...axis, categoryorder: 'array', categoryarray: data[0]?.['x'] ?? [] } };
}

const inHead = (rules: string) => (page: string) => page.replace('</head>', () => `<style>${rules}</style></head>`);
const atEnd = (more: string) => (page: string) => page.replace('</body>', () => `${more}</body>`);

/** Mutants: pages that contain the correct figure but show another one, or none. */
export const figurePageEdits: readonly (readonly [string, (page: string) => string])[] = [
  ['the page does not load its library', (page) => page.replace(/<script src="[^"]*"><\/script>/, '')],
  [
    'the marks are hidden by CSS',
    inHead('.plot .trace, .barlayer .trace, .scatterlayer .trace { visibility: hidden }'),
  ],
  [
    'the texts of the axis are in the colour of the paper',
    inHead('.xtick text, .ytick text { fill: white !important }'),
  ],
  [
    'the chart is covered',
    atEnd('<div style="position: fixed; inset: 0; background: white; pointer-events: none"></div>'),
  ],
  [
    'the chart is changed a second after the page was opened',
    atEnd(
      '<script>setTimeout(() => Plotly.restyle(document.querySelector(".js-plotly-plot"), { opacity: 0 }), 1000)</script>',
    ),
  ],
  ['the figure is never drawn', (page) => page.replace('Plotly.newPlot(', 'if (false) Plotly.newPlot(')],
];

/** Variants: other correct ways to write the same figure. */
export function sameFigureLooks(figure: PlotlyFigure): Change[] {
  const packed = figure.data.map((trace) => ({ ...trace, y: typed(trace['y'] ?? null) }));
  const documented = withButtons(figure, (button) => ({
    ...button,
    method: 'restyle',
    args: ['visible', visibleOf(button) ?? []],
  }));
  return [
    ['numbers in typed arrays', { ...figure, data: packed }],
    [
      'a title and wide margins',
      { ...figure, layout: { ...figure.layout, title: { text: 'Chart' }, margin: { l: 120, r: 160, t: 140, b: 90 } } },
    ],
    [
      'another ground and a grid',
      { ...figure, layout: { ...figure.layout, plot_bgcolor: '#fffbe6', paper_bgcolor: '#f4f4f4' } },
    ],
    ...when(hasVisible(figure), 'what is visible as Plotly documents it', documented),
  ];
}

function typed(value: PlotlyValue): PlotlyValue {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'number')) return value;
  return { dtype: 'f8', bdata: Buffer.from(new Float64Array(value).buffer).toString('base64') };
}
