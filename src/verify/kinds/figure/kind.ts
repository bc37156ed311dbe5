// `figure` checks what a chart shows. In a PNG, bars that a legend names are read from pixels and OCR; other charts are
// read from figure capture, and the pixels must confirm it. An SVG or a Plotly page is rendered in the harness's own
// browser and read from that rendering.
import { z } from 'zod';
import { defineKind } from '../../define-kind.ts';
import { expectedFigure } from './expected.ts';

/** Whether the browser draws the figure before grading. */
export const isDrawn = (file: string) => /\.(?:svg|html?)$/i.test(file);

const figureCheckSchema = z.object({
  kind: z.literal('figure'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  ...expectedFigure,
});
export type FigureCheck = z.infer<typeof figureCheckSchema>;
export type FigureContent = Omit<FigureCheck, 'kind' | 'name' | 'cites' | 'file'>;

/**
 * A check that the figure in this file (.png, .svg or Plotly .html) shows these panels. A PNG needs figure capture, and
 * so must be saved in a sandbox, unless it has only bars that a legend names. Heat maps and flows need a PNG.
 */
export function figureShows(file: string, content: FigureContent, cites = file): FigureCheck {
  const kinds = content.panels.flatMap(({ series }) => series.map(({ kind }) => kind));
  if (isDrawn(file) && kinds.some((kind) => kind === 'heat' || kind === 'flow'))
    throw new Error(`heat maps and flows cannot be read from "${file}"`);
  const name = `figure ${file}${content.view === undefined ? '' : `: ${content.view}`}`;
  return { kind: 'figure', name, cites, file, ...content };
}

export const figureKind = defineKind({
  schema: figureCheckSchema,
  about: 'a chart shows these panels with these series, as it is seen',
  failure: 'wrong figure',
  preparations: [
    async () => (await import('./prepare.ts')).readPictureWords,
    async () => (await import('./drawn/prepare.ts')).drawFigures,
  ],
  uses: ['browsers', 'planners', 'renderer'],
  evaluator: async () => (await import('./evaluate.ts')).evaluateFigure,
  mutators: async () => ({ file: (await import('./mutators/figure.ts')).figureMutator }),
});
