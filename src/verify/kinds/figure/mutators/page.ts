// Mutants and variants of Plotly pages: other data, another menu, or a page that does not show the data it contains.
import { readPlotly, type PlotlyFigure, type PlotlyValue } from '../../../../formats/index.ts';
import type { Made } from './figure.ts';
import { figurePageEdits, sameFigureLooks, seenOtherwise } from './page-looks.ts';
import { withFile, type MutantSource } from '../../../mutants/mutant.ts';

/** Maximum number of mutants with a changed look per instance. */
const MOST = 4;

type PlotlyObject = { [key: string]: PlotlyValue };

/** Keys of a trace that may hold its numbers, in order of preference, for any trace type. */
const NUMBERS = ['y', 'x', 'values'];

export async function pages(path: string, { work, draw }: MutantSource): Promise<Made[]> {
  const [figure] = await readPlotly(work.files.get(path) ?? new Uint8Array());
  if (!figure) return [];
  const made = (what: string, changed: PlotlyFigure, right = false): Made => ({
    what,
    right,
    work: withFile(work, path, pageOf(changed)),
  });
  const edited = (what: string, change: (page: string) => string, right = false): Made => ({
    what,
    right,
    work: withFile(work, path, change(pageOf(figure))),
  });
  const traces = figure.data.flatMap((trace, at) => {
    const key = NUMBERS.find((each) => numbersOf(trace, each).length > 1);
    return key === undefined ? [] : [{ trace, at, key, values: numbersOf(trace, key) }];
  });
  const mutants: Made[] = [made('the same figure in another page', figure, true)];
  const withTrace = (at: number, change: PlotlyObject): PlotlyFigure => ({
    ...figure,
    data: figure.data.map((trace, index) => (index === at ? { ...trace, ...change } : trace)),
  });
  if (traces.length > 0) {
    const { trace, at, key, values } = draw.pick(traces);
    const most = Math.max(...values.map(Math.abs));
    for (const share of [0.02, -0.02]) {
      const place = draw.int(0, values.length - 1);
      const shifted = values.with(place, (values[place] ?? 0) + share * most);
      mutants.push(made(`value ${place + 1} of trace ${at + 1} is off by 2 %`, withTrace(at, { [key]: shifted })));
    }
    const other = values.findIndex((value) => Math.abs(value - (values[0] ?? 0)) > 0.02 * most);
    if (other > 0) {
      const swapped = values.with(0, values[other] ?? 0).with(other, values[0] ?? 0);
      mutants.push(made(`two values of trace ${at + 1} are exchanged`, withTrace(at, { [key]: swapped })));
    }
    mutants.push(
      made(`trace ${at + 1} is hidden for good`, withTrace(at, { [key]: [], type: trace['type'] ?? 'bar' })),
    );
    if (typeof trace['name'] === 'string')
      mutants.push(made(`trace ${at + 1} has another name`, withTrace(at, { name: `${trace['name']} 2` })));
  }
  mutants.push(...menus(figure).map(([what, changed]) => made(what, changed)));
  const looks = [
    ...seenOtherwise(figure).map(([what, changed]) => made(what, changed)),
    ...figurePageEdits.map(([what, change]) => edited(what, change)),
  ];
  const same = sameFigureLooks(figure).map(([what, changed]) => made(what, changed, true));
  return [
    ...mutants,
    ...draw.sample(looks, Math.min(MOST, looks.length)),
    ...draw.sample(same, Math.min(2, same.length)),
  ];
}

const numbersOf = (trace: PlotlyObject, key: string): number[] => {
  const list = trace[key];
  return Array.isArray(list) && list.every((each) => typeof each === 'number') ? list : [];
};

/** A menu without its last button, and one whose first two buttons have exchanged labels. */
function menus(figure: PlotlyFigure): [string, PlotlyFigure][] {
  const list = figure.layout['updatemenus'];
  const [menu, ...more] = Array.isArray(list) ? list : [];
  const buttons = (menu as PlotlyObject | undefined)?.['buttons'];
  if (!Array.isArray(buttons) || buttons.length < 2) return [];
  const withButtons = (changed: PlotlyValue[]): PlotlyFigure => ({
    ...figure,
    layout: { ...figure.layout, updatemenus: [{ ...(menu as PlotlyObject), buttons: changed }, ...more] },
  });
  const [first, second, ...rest] = buttons as [PlotlyObject, PlotlyObject, ...PlotlyObject[]];
  const crossed = [{ ...first, label: second['label'] ?? null }, { ...second, label: first['label'] ?? null }, ...rest];
  return [
    ['the last button of the menu is missing', withButtons(buttons.slice(0, -1))],
    ['two buttons of the menu are exchanged', withButtons(crossed)],
  ];
}

function pageOf({ div, data, layout }: PlotlyFigure): string {
  const json = [div, data, layout].map((each) => JSON.stringify(each).replaceAll('<', '\\u003c')).join(', ');
  return `<!doctype html><html><head><meta charset="utf-8"><script src="https://cdn.plot.ly/plotly-2.30.0.min.js"></script></head><body><div id=${JSON.stringify(div)}></div><script>Plotly.newPlot(${json})</script></body></html>\n`;
}
