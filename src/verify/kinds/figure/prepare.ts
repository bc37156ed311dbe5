// Reads the words of figures in PNG files by OCR before grading: once for each file, for all of its checks.
import type { TextReader } from '../../../render/index.ts';
import type { Execution, Material } from '../../material.ts';
import type { GradingServices } from '../../services.ts';
import type { FigureCheck } from './kind.ts';
import type { PictureWords } from './picture/words.ts';

type PictureServices = Pick<GradingServices, 'planners' | 'renderer'>;

/** Chinese text needs a separate OCR model. */
const CHINESE = /\p{Script=Han}/u;

export async function readPictureWords(
  checks: readonly FigureCheck[],
  { files }: Pick<Material, 'files'>,
  services: PictureServices,
): Promise<Map<string, Execution>> {
  const found = new Map<string, Execution>();
  const read = new Map<string, Execution>();
  for (const check of checks) {
    if (!check.file.toLowerCase().endsWith('.png')) continue;
    const bytes = files.get(check.file);
    if (!bytes) continue;
    const isChinese = CHINESE.test(JSON.stringify(check.panels));
    const key = `${isChinese} ${check.file}`;
    const execution = read.get(key) ?? (await wordsIn(bytes, isChinese, services));
    read.set(key, execution);
    found.set(check.name, execution);
  }
  return found;
}

/** Minimum OCR confidence. A line below it is read again with other crops and modes; any of its readings may match. */
const SURE = 88;

async function wordsIn(
  png: Uint8Array,
  isChinese: boolean,
  { planners, renderer }: PictureServices,
): Promise<Execution> {
  const planned = await planners.use((planner) => planner.plan(png));
  if ('problem' in planned) return { fault: planned.problem };
  const { lines, size } = planned.plan;
  const readers: TextReader[] = [{ language: 'eng' }, ...(isChinese ? [{ language: 'chi_sim' } as const] : [])];
  const first = await renderer.readTexts(lines.flatMap(({ crops }) => crops.slice(0, 1).map((crop) => ({ ...crop, readers, mode: 7 as const })))); // prettier-ignore
  if ('problem' in first) return { fault: first.problem };
  const unsure = lines.flatMap(({ crops }, at) => {
    const sure = first.lines[at]?.some(({ confidence }) => confidence >= SURE);
    return sure
      ? []
      : crops.map((crop, way) => ({ at, line: { ...crop, readers, mode: way === 0 ? (13 as const) : (7 as const) } }));
  });
  const second = await renderer.readTexts(unsure.map(({ line }) => line));
  if ('problem' in second) return { fault: second.problem };
  const readings = lines.map((_, at) => [
    ...(first.lines[at] ?? []),
    ...unsure.flatMap((each, index) => (each.at === at ? (second.lines[index] ?? []) : [])),
  ]);
  const words: PictureWords = { size, words: lines.map(({ box }, at) => ({ box, readings: readings[at] ?? [] })) };
  return { result: JSON.stringify(words) };
}
