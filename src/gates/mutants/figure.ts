// Mutants and variants of figures: plotted anew by the reference with one thing changed, or a Plotly page with other data.
import { extname } from 'node:path';
import { z } from 'zod';
import { readPlotly, type PlotlyFigure, type PlotlyValue } from '../../formats/index.ts';
import type { Handed } from '../play.ts';
import { replotCell } from './figure-replot.ts';
import { withFile, type Material, type Mutator } from './mutant.ts';

export function figureMutator(path: string): Mutator {
  const made = extname(path) === '.html' ? pages : replotted;
  const pick = async (material: Material, right: boolean) =>
    (await made(path, material))
      .filter((each) => each.right === right)
      .map(({ what, handed }) => ({ what: `${path}: ${what}`, handed, certain: true }));
  return { mutants: (material) => pick(material, false), variants: (material) => pick(material, true) };
}

interface Made {
  readonly what: string;
  readonly right: boolean;
  readonly handed: Handed;
}

const LIST = 'output/pybench-replots.json';
const listSchema = z.array(z.object({ file: z.string(), what: z.string(), right: z.boolean() }));
/** One replay makes all mutants and variants of a figure. */
const known = new WeakMap<Handed, Map<string, Promise<Made[]>>>();

function replotted(path: string, material: Material): Promise<Made[]> {
  const { handed } = material;
  const ofHanded = known.get(handed) ?? new Map<string, Promise<Made[]>>();
  known.set(handed, ofHanded);
  const made = ofHanded.get(path) ?? replot(path, material);
  ofHanded.set(path, made);
  return made;
}

async function replot(path: string, { handed, replay, draw }: Material): Promise<Made[]> {
  if (!replay) return [];
  const again = await replay(replotCell({ path, seed: draw.int(0, 999_999), list: LIST }));
  const list = again.files.get(LIST);
  if (!list) throw new Error(`the reference saves ${path} in a way that cannot be repeated`);
  return listSchema.parse(JSON.parse(Buffer.from(list).toString('utf8'))).map(({ file, what, right }) => ({
    what,
    right,
    handed: { ...withFile(handed, path, again.files.get(file)), figures: again.figures ?? new Map() },
  }));
}

type PlotlyObject = { [key: string]: PlotlyValue };

/** Where numbers and names stand in a trace, whatever its kind. */
const NUMBERS = ['y', 'x', 'values'];

async function pages(path: string, { handed, draw }: Material): Promise<Made[]> {
  const [figure] = await readPlotly(handed.files.get(path) ?? new Uint8Array());
  if (!figure) return [];
  const made = (what: string, changed: PlotlyFigure, right = false): Made => ({
    what,
    right,
    handed: withFile(handed, path, pageOf(changed)),
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
  return [...mutants, ...menus(figure).map(([what, changed]) => made(what, changed))];
}

const numbersOf = (trace: PlotlyObject, key: string): number[] => {
  const list = trace[key];
  return Array.isArray(list) && list.every((each) => typeof each === 'number') ? list : [];
};

/** A menu that lacks its last button, and one whose first two buttons do what the other should. */
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
  return `<!doctype html><html><head><meta charset="utf-8"><script src="plotly.min.js"></script></head><body><div id=${JSON.stringify(div)}></div><script>Plotly.newPlot(${json})</script></body></html>\n`;
}
