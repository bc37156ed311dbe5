// Checks a PNG by its pixels and OCR alone: possible for one plot of bars whose series are all named in the legend.
import { FormatProblem } from '../../../formats/index.ts';
import type { Material } from '../../material.ts';
import type { FigureCheck } from './kind.ts';
import { compareChart } from './compare.ts';
import type { Deviation } from './deviation.ts';
import type { ExpectedPanel, ExpectedWords } from './expected.ts';
import { barNames, chartOfPicture } from './picture/from-picture.ts';
import { readRaster } from './picture/raster.ts';
import { wordLikeness, similarity, unitsOf, wordsSchema, type Unit, type PictureWords } from './picture/words.ts';

/** Minimum similarity of OCR text to an expected title or label. */
const READ = 0.75;

export function canBeSeen({ panels }: FigureCheck): boolean {
  const [panel, second] = panels;
  return panel !== undefined && !second && panel.scale !== 'log' && barNames(panel) !== undefined;
}

/** The words that OCR read in the picture before grading. */
export function wordsOf({ name }: FigureCheck, { executions }: Material): PictureWords {
  const execution = executions.get(name);
  if (!execution) throw new Error(`the words of "${name}" were not read`);
  if ('fault' in execution) throw new FormatProblem(execution.fault);
  return wordsSchema.parse(JSON.parse(execution.result));
}

export async function lookAtFigure(
  check: FigureCheck,
  png: Uint8Array,
  words: PictureWords,
  tolerance: number,
): Promise<Deviation[]> {
  const [panel] = check.panels;
  const names = panel && barNames(panel);
  if (!names) throw new Error('the figure cannot be decided by its pixels alone');
  const { chart, exactness, problems } = chartOfPicture(await readRaster(png), words, names);
  if (problems.length > 0) return problems.map((message) => ({ message }));
  const { title: _, xLabel: _x, yLabel: _y, ...rest } = panel;
  return [...unwritten(panel, unitsOf(words)), ...compareChart([rest], chart, tolerance + exactness)];
}

/** Reports expected names that OCR does not find in the picture; names under 4 characters are too short for OCR. */
export function unreadableNames({ panels }: FigureCheck, words: PictureWords): Deviation[] {
  const units = unitsOf(words);
  const names = panels.flatMap(({ series }) =>
    series.flatMap((each) => [
      ...(each.name === undefined ? [] : [each.name]),
      ...(each.kind === 'bars' ? Object.keys(each.values) : []),
      ...(each.kind === 'pie' ? Object.keys(each.shares) : []),
      ...(each.kind === 'heat'
        ? Object.entries(each.values).flatMap(([row, cells]) => [row, ...Object.keys(cells)])
        : []),
    ]),
  );
  return [...new Set(names)]
    .filter((name) => name.length >= 4 && !units.some((unit) => wordLikeness(unit, name) >= 0.5))
    .map((name) => ({ message: `"${name}" cannot be read in the picture`, label: name }));
}

/** Reports expected titles and axis labels that OCR cannot find. */
function unwritten({ title, xLabel, yLabel }: ExpectedPanel, units: readonly Unit[]): Deviation[] {
  const texts = units.flatMap((unit) => unit.texts);
  const asked: [string, ExpectedWords | undefined][] = [
    ['title', title],
    ['label of the x axis', xLabel],
    ['label of the y axis', yLabel],
  ];
  return asked.flatMap(([what, words]) => {
    if (!words) return [];
    const parts = 'equals' in words ? [words.equals] : words.contains;
    const missing = parts.find((part) => !texts.some((text) => isIn(part, text, 'equals' in words)));
    return missing === undefined ? [] : [{ message: `the ${what} "${missing}" cannot be read in the picture`, expected: missing }]; // prettier-ignore
  });
}

function isIn(part: string, text: string, whole: boolean): boolean {
  if (similarity(part, text) >= READ) return true;
  if (whole) return false;
  const [letters, wide] = [Array.from(text), Array.from(part).length];
  return letters.some((_, at) => similarity(part, letters.slice(at, at + wide).join('')) >= READ);
}
