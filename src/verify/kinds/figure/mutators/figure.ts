// Mutants and variants of figures: the reference plots again with one change, an SVG is edited, or a Plotly page gets
// other data, another menu or another look.
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { z } from 'zod';
import { readPicture, writePng } from '../../../../formats/index.ts';
import type { WorkToGrade } from '../../../mutants/mutant.ts';
import { pages } from './page.ts';
import { replotCell } from './replot.ts';
import { svgEdits } from './svg.ts';
import { withFile, type MutantSource, type Mutator } from '../../../mutants/mutant.ts';

export function figureMutator(path: string): Mutator {
  const made = extname(path) === '.html' ? pages : replotted;
  const pick = async (material: MutantSource, right: boolean) =>
    (await made(path, material))
      .filter((each) => each.right === right)
      .map(({ what, work }) => ({ what: `${path}: ${what}`, work, certain: true }));
  return { mutants: (material) => pick(material, false), variants: (material) => pick(material, true) };
}

export interface Made {
  readonly what: string;
  readonly right: boolean;
  readonly work: WorkToGrade;
}

const LIST = 'output/pybench-replots.json';
const listSchema = z.array(z.object({ file: z.string(), what: z.string(), right: z.boolean() }));
/** A cache, because one run of the reference makes all mutants and variants of a figure. */
const known = new WeakMap<WorkToGrade, Map<string, Promise<Made[]>>>();

function replotted(path: string, material: MutantSource): Promise<Made[]> {
  const { work } = material;
  const ofWork = known.get(work) ?? new Map<string, Promise<Made[]>>();
  known.set(work, ofWork);
  const made = ofWork.get(path) ?? replot(path, material);
  ofWork.set(path, made);
  return made;
}

async function replot(path: string, { work, playAfter, draw }: MutantSource): Promise<Made[]> {
  if (!playAfter) return [];
  const again = await playAfter(replotCell({ path, seed: draw.int(0, 999_999), list: LIST }));
  const list = again.files.get(LIST);
  if (!list) throw new Error(`the reference saves ${path} in a way that cannot be repeated`);
  const plotted = listSchema.parse(JSON.parse(Buffer.from(list).toString('utf8'))).map(({ file, what, right }) => ({
    what,
    right,
    work: { ...withFile(work, path, again.files.get(file)), figures: again.figures ?? new Map() },
  }));
  if (extname(path) === '.svg') return [...plotted, ...svgEdits(path, work, draw)];
  return extname(path) === '.png' ? [...plotted, await noise(path, work, draw)] : plotted;
}

/** A mutant: a picture of random noise with the capture of the real chart. */
async function noise(path: string, work: WorkToGrade, draw: MutantSource['draw']): Promise<Made> {
  const bytes = work.files.get(path) ?? new Uint8Array();
  const picture = await readPicture(bytes);
  const other = writePng({ ...picture, data: new Uint8Array(picture.data.length).map(() => draw.int(0, 255)) });
  const record = work.figures?.get(sha256(bytes));
  const said = record && Buffer.from(record).toString('utf8').replaceAll(sha256(bytes), sha256(other));
  const figures = new Map(said === undefined ? [] : [[sha256(other), Buffer.from(said, 'utf8')]]);
  const what = 'noise with the record of the chart';
  return { what, right: false, work: { ...withFile(work, path, other), figures } };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
