// Evaluates a check of kind `figure`: reads the chart by its file type, and compares it with the expected one.
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import {
  figureCaptureSchema,
  FormatProblem,
  parseUntrusted,
  pictureType,
  type FigureCapture,
} from '../../../formats/index.ts';
import { cannotRead, fail, pass, type CheckFinding, type Material } from '../../material.ts';
import { compareChart } from './compare.ts';
import type { Deviation } from './deviation.ts';
import { contradictions } from './confirm.ts';
import { chartOfCapture } from './from-capture.ts';
import { drawnDeviations } from './drawn/compare.ts';
import { isDrawn, type FigureCheck } from './kind.ts';
import { canBeSeen, lookAtFigure, unreadableNames, wordsOf } from './look.ts';
import { Canvas } from './pixels.ts';

/**
 * Values may deviate by 0.5 % of the range that their axis shows. Measured: correct drawings deviate by 2e-9 of it in
 * SVG, and not at all in the data of PNG and Plotly. Mutants move values by 2 %.
 */
const TOLERANCE = 0.005;
/** Maximum number of deviations in the evidence: as many as a page can show. */
const MAX_EVIDENCE = 50;
const MAX_CAPTURE = 8 * 2 ** 20;

export async function evaluateFigure(check: FigureCheck, material: Material): Promise<CheckFinding> {
  const { files, outputs } = material;
  if (outputs[check.file]?.type !== 'file') throw new Error(`the query asks for no file at "${check.file}"`);
  const bytes = files.get(check.file);
  if (!bytes) return fail(`${check.file} is missing`);
  try {
    const deviations = await examine(check, bytes, material);
    if (deviations.length === 0) return pass(`${check.file} shows what it should`);
    return fail(`${check.file}: ${summary(deviations)}`, {
      evidence: { series: deviations.slice(0, MAX_EVIDENCE).map((each) => ({ ...each })) },
    });
  } catch (error) {
    if (error instanceof FormatProblem) return cannotRead(check.file, error);
    throw error;
  }
}

async function examine(check: FigureCheck, bytes: Uint8Array, material: Material): Promise<Deviation[]> {
  const tolerance = check.tolerance ?? TOLERANCE;
  const ending = extname(check.file).toLowerCase();
  if (isDrawn(check.file)) return drawnDeviations(check, material.executions.get(check.name), tolerance);
  if (ending !== '.png') throw new Error(`a figure cannot be read from "${check.file}"`);
  if (pictureType(bytes) !== 'png') throw new FormatProblem('the file is no PNG');
  const words = wordsOf(check, material);
  if (canBeSeen(check)) return await lookAtFigure(check, bytes, words, tolerance);
  const capture = captureOf(bytes, material.figures);
  const chart = chartOfCapture(capture);
  const deviations = compareChart(check.panels, chart, tolerance);
  if (deviations.length > 0) return deviations;
  const boxes = unreadable(check, capture.missingGlyphs);
  if (boxes !== '') return [{ message: `the picture has boxes instead of the letters ${boxes}` }];
  const kinds = new Set(check.panels.flatMap(({ series }) => series.map(({ kind }) => kind)));
  const unseen = contradictions(capture, await Canvas.of(bytes), kinds).map((message) => ({ message }));
  return unseen.length > 0 ? unseen : unreadableNames(check, words);
}

/** Letters of the expected panels for which no font had a glyph when the figure was saved. */
function unreadable({ panels }: FigureCheck, missing: string): string {
  const wanted = JSON.stringify(panels);
  return Array.from(missing)
    .filter((letter) => wanted.includes(letter))
    .join('');
}

/** The capture of exactly this file, found by its SHA-256. A file that another program saved again has no capture. */
function captureOf(bytes: Uint8Array, figures: Material['figures']): FigureCapture {
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

function summary(deviations: readonly Deviation[]): string {
  const [first] = deviations;
  const more = deviations.length - 1;
  return `${first?.message ?? ''}${more > 0 ? `; and ${more} more` : ''}`;
}
