// Mutants of predictions: one wrong value is allowed, so the mutants replace all predictions by ones that are useless.
import type { Draw, TableSpec } from '../../../core/index.ts';
import { readCsv, writeCsv } from '../../../formats/index.ts';
import { metrics, type MetricName } from './metrics.ts';
import { withFile, type MutantSource, type Mutant, type Mutator } from '../../mutants/mutant.ts';
import { tableMutator } from '../table/mutators/table.ts';

export function predictionsMutator(path: string, spec: TableSpec): Mutator {
  const asTable = tableMutator(path, spec, 'values');
  return {
    async mutants(material) {
      // A single prediction may be wrong; ids, rows and columns may not.
      const shapes = ((await asTable?.mutants(material)) ?? []).filter(({ certain }) => certain);
      return [...shapes, ...uselessPredictions(path, material)];
    },
    variants: (material) => asTable?.variants(material) ?? [],
  };
}

function uselessPredictions(path: string, { instance, work, draw }: MutantSource): Mutant[] {
  const check = instance.checks.find((each) => each.kind === 'predictions' && each.file === path);
  if (check?.kind !== 'predictions') return [];
  const { header, rows } = readCsv(work.files.get(path) ?? new Uint8Array());
  const at = header.indexOf(check.column);
  const given = rows.map((row) => row[at] ?? '');
  const changes = changed(given, check.metric, draw);
  return changes.map(([what, predictions]) => ({
    what: `${path}: ${what}`,
    work: withFile(work, path, writeCsv([header, ...rows.map((row, index) => row.with(at, predictions[index] ?? ''))])),
    certain: true,
  }));
}

function changed(given: readonly string[], metric: MetricName, draw: Draw): [string, string[]][] {
  const { predicts } = metrics[metric];
  const shuffled: [string, string[]] = ['the predictions are shuffled', draw.shuffle(given)];
  if (predicts === 'class') {
    const counts = new Map<string, number>();
    for (const each of given) counts.set(each, (counts.get(each) ?? 0) + 1);
    const [most = '', second = ''] = [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
    const constant: [string, string[]] = [`every prediction is ${most}`, given.map(() => most)];
    if (metric === 'adjusted-rand') return [shuffled, constant]; // The names of groups do not matter.
    return [
      shuffled,
      constant,
      [`${second} is taken for ${most} and the other way round`, given.map((each) => exchanged(each, most, second))],
    ];
  }
  const numbers = given.map(Number);
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const turned = numbers.map((each) => String(predicts === 'score' ? 1 - each : 2 * mean - each));
  return [shuffled, ['every prediction is the mean', given.map(() => String(mean))], ['high is taken for low', turned]];
}

const exchanged = (each: string, one: string, other: string) => (each === one ? other : each === other ? one : each);
