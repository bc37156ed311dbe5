// `figure`: what a chart shows. A PNG is read through figure capture and confirmed in its pixels, an SVG through its
// paths, a Plotly page through its JSON.
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { z } from 'zod';
import {
  figureCaptureSchema,
  FormatProblem,
  parseUntrusted,
  pictureType,
  type FigureCapture,
} from '../../formats/index.ts';
import { cannotRead, fail, pass, type Finding, type Material } from '../material.ts';
import { fold, show } from '../values.ts';
import type { Chart } from './chart.ts';
import { compareChart } from './compare.ts';
import type { Deviation } from './deviation.ts';
import { contradictions } from './confirm.ts';
import { expectedFigure } from './expected.ts';
import { chartOfCapture } from './from-capture.ts';
import { chartOfPlotly } from './from-plotly.ts';
import { chartOfSvg } from './from-svg.ts';
import { Canvas } from './pixels.ts';

/**
 * Values may be off by half a percent of what their axis shows. Correct drawing was off by 2e-9 of it in SVG, and is
 * not off at all in the data of PNG and Plotly; what mutants move is 2 % off.
 */
const TOLERANCE = 0.005;
/** As much evidence as a page can draw. */
const MAX_EVIDENCE = 50;
const MAX_CAPTURE = 8 * 2 ** 20;

export const figureCheckSchema = z.object({
  kind: z.literal('figure'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  ...expectedFigure,
});
export type FigureCheck = z.infer<typeof figureCheckSchema>;
export type FigureContent = Omit<FigureCheck, 'kind' | 'name' | 'cites' | 'file'>;

/**
 * The figure in this file (.png, .svg or .html by Plotly) shows these panels. A PNG needs figure capture: a task that
 * asks for one is skipped for agents that work without our interpreter.
 */
export function figureShows(file: string, content: FigureContent, cites = file): FigureCheck {
  const name = `figure ${file}${content.view === undefined ? '' : `: ${content.view}`}`;
  return { kind: 'figure', name, cites, file, ...content };
}

export async function judgeFigure(check: FigureCheck, { files, figures, outputs }: Material): Promise<Finding> {
  if (outputs[check.file]?.type !== 'file') throw new Error(`the query asks for no file at "${check.file}"`);
  const bytes = files.get(check.file);
  if (!bytes) return fail(`${check.file} is missing`);
  try {
    const deviations = await examine(check, bytes, figures);
    if (deviations.length === 0) return pass(`${check.file} shows what it should`);
    return fail(`${check.file}: ${summary(deviations)}`, {
      evidence: { series: deviations.slice(0, MAX_EVIDENCE).map((each) => ({ ...each })) },
    });
  } catch (error) {
    if (error instanceof FormatProblem) return cannotRead(check.file, error);
    throw error;
  }
}

async function examine(check: FigureCheck, bytes: Uint8Array, figures: Material['figures']): Promise<Deviation[]> {
  const tolerance = check.tolerance ?? TOLERANCE;
  const ending = extname(check.file).toLowerCase();
  if (ending === '.svg') return compareView(check, chartOfSvg(bytes), tolerance);
  if (ending === '.html' || ending === '.htm') return compareView(check, await chartOfPlotly(bytes), tolerance);
  if (ending !== '.png') throw new Error(`a figure cannot be read from "${check.file}"`);
  const capture = captureOf(bytes, figures);
  const chart = chartOfCapture(capture);
  const deviations = compareView(check, chart, tolerance);
  if (deviations.length > 0) return deviations;
  const boxes = unreadable(check, capture.missingGlyphs);
  if (boxes !== '') return [{ message: `the picture has boxes instead of the letters ${boxes}` }];
  const kinds = new Set(check.panels.flatMap(({ series }) => series.map(({ kind }) => kind)));
  return contradictions(capture, await Canvas.of(bytes), kinds).map((message) => ({ message }));
}

/** Letters of the expected names that no font had. */
function unreadable({ panels }: FigureCheck, missing: string): string {
  const wanted = JSON.stringify(panels);
  return Array.from(missing)
    .filter((letter) => wanted.includes(letter))
    .join('');
}

/** The record of this very file. One that was saved again by another program has none. */
function captureOf(bytes: Uint8Array, figures: Material['figures']): FigureCapture {
  if (pictureType(bytes) !== 'png') throw new FormatProblem('the file is no PNG');
  const digest = createHash('sha256').update(bytes).digest('hex');
  const record = figures.get(digest);
  if (!record)
    throw new FormatProblem(
      'matplotlib has not saved this very file: save the figure with savefig, and leave the file as it is',
    );
  const read = parseUntrusted(Buffer.from(record).toString('utf8'), {
    characters: MAX_CAPTURE,
    repeatedKeys: 'refused',
  });
  const capture = 'value' in read ? figureCaptureSchema.safeParse(read.value) : undefined;
  if (!capture?.success || capture.data.digest !== digest)
    throw new FormatProblem('the record that was kept when the figure was saved has been damaged');
  return capture.data;
}

/** A menu is looked at in the view that the check is about. */
function compareView(check: FigureCheck, chart: Chart, tolerance: number): Deviation[] {
  const labels = chart.views.map(({ label }) => label);
  const wanted = check.views ?? [];
  const folded = new Set(labels.map(fold));
  const missing = wanted.filter((label) => !folded.has(fold(label)));
  const extra = check.views ? labels.filter((label) => !wanted.some((each) => fold(each) === fold(label))) : [];
  const menu = [
    ...(missing[0] === undefined ? [] : [{ message: `the menu lacks ${missing.slice(0, 5).map(show).join(', ')}` }]),
    ...(extra[0] === undefined
      ? []
      : [{ message: `the menu offers ${extra.slice(0, 5).map(show).join(', ')}, which nobody asked for` }]),
  ];
  const { view } = check;
  if (menu.length > 0 || view === undefined) return [...menu, ...compareChart(check.panels, chart, tolerance)];
  const chosen = chart.views.filter(({ label }) => fold(label) === fold(view));
  if (chosen.length !== 1)
    return [
      {
        message: `the menu has ${show(view)} ${chosen.length} times${labels.length === 0 ? ': there is no menu' : ''}`,
      },
    ];
  return chosen.flatMap((each) => compareChart(check.panels, each.chart, tolerance));
}

function summary(deviations: readonly Deviation[]): string {
  const [first] = deviations;
  const more = deviations.length - 1;
  return `${first?.message ?? ''}${more > 0 ? `; and ${more} more` : ''}`;
}
