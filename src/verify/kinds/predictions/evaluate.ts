// Evaluates a check of kind `predictions`: joins predictions with their labels and computes the metric.
import type { Json } from '../../../core/index.ts';
import { FormatProblem } from '../../../formats/index.ts';
import { cannotRead, fail, pass, type CheckFinding, type Material } from '../../material.ts';
import { fold, readCell, show } from '../../values.ts';
import { readAskedRows } from '../table/asked-rows.ts';
import type { PredictionsCheck } from './kind.ts';
import { barBetween, measure, metrics, type MetricName, type Predicted } from './metrics.ts';

const MAX_EVIDENCE = 20;
/** Floating-point rounding must not decide whether the bar is reached. */
const ROUNDING = 1e-9;

export async function evaluatePredictions(check: PredictionsCheck, material: Material): Promise<CheckFinding> {
  try {
    const read = await readPredictions(check, material);
    return 'problem' in read ? fail(`${check.file}: ${read.problem}`, read.more) : measured(check, read.pairs);
  } catch (error) {
    if (error instanceof FormatProblem) return cannotRead(check.file, error);
    throw error;
  }
}

interface Row extends Predicted {
  readonly key: string;
}
type Read = { pairs: Row[] } | { problem: string; more?: { evidence: Json } };

async function readPredictions(check: PredictionsCheck, material: Material): Promise<Read> {
  const { spec, rows } = await readAskedRows(check.name, check.file, material);
  const [key, second] = spec.key;
  if (key === undefined || second !== undefined) throw new Error(`${check.file} must have one column as its key`);
  const labels = new Map(Object.entries(check.labels).map(([id, label]) => [fold(id), label]));
  const given = new Map<string, Row>();
  const extra: string[] = [];
  for (const row of rows) {
    const id = row[key] ?? '';
    const label = labels.get(fold(id));
    if (given.has(fold(id))) return { problem: `${key} ${show(id)} occurs twice` };
    if (label === undefined) {
      extra.push(id);
      continue;
    }
    const prediction = readPrediction(check.metric, row[check.column] ?? '');
    if (typeof prediction === 'object') return { problem: `${key} ${show(id)}: ${prediction.problem}` };
    given.set(fold(id), { key: id, label: typeof label === 'string' ? fold(label) : label, prediction });
  }
  const missing = Object.keys(check.labels).filter((id) => !given.has(fold(id)));
  const more = { evidence: { missing: missing.slice(0, MAX_EVIDENCE), extra: extra.slice(0, MAX_EVIDENCE) } };
  if (missing.length > 0)
    return { problem: `${missing.length} of ${labels.size} rows have no prediction, such as ${missing[0]}`, more };
  if (extra.length > 0)
    return { problem: `${extra.length} rows should not be there, such as ${show(extra[0] ?? '')}`, more };
  return { pairs: [...given.values()] };
}

function readPrediction(metric: MetricName, text: string): string | number | { problem: string } {
  const { predicts } = metrics[metric];
  if (predicts === 'class') return text === '' ? { problem: 'there is no prediction' } : fold(text);
  const value = readCell({ type: 'number', decimals: 12 }, text);
  if (typeof value !== 'number' || !Number.isFinite(value)) return { problem: `${show(text)} is not a number` };
  if (metric === 'log-loss' && (value < 0 || value > 1)) return { problem: `${value} is not a probability` };
  return value;
}

function measured(check: PredictionsCheck, pairs: readonly Row[]): CheckFinding {
  const { metric, baseline, reference } = check;
  const { better, title } = metrics[metric];
  const value = measure(metric, pairs, fold(check.positive ?? ''));
  if (!Number.isFinite(value)) return fail(`${check.file}: the predictions are too far off to be measured`);
  const bar = check.bar ?? barBetween(baseline, reference);
  const reached = better === 'higher' ? value >= bar - ROUNDING : value <= bar + ROUNDING;
  const wanted = `${better === 'higher' ? 'at least' : 'at most'} ${round(bar)}`;
  const more = { expected: round(bar), actual: round(value) };
  if (reached) return pass(`${title} is ${round(value)}; ${wanted} was asked for`, more);
  return fail(`${check.file}: ${title} is ${round(value)}; ${wanted} was asked for`, {
    ...more,
    evidence: { metric, value, bar, baseline, reference, ...shown(check, pairs) },
  });
}

/** Evidence for the report page: the confusion matrix, or the rows with the largest errors. */
function shown({ metric, positive }: PredictionsCheck, pairs: readonly Row[]): { [name: string]: Json } {
  const { predicts } = metrics[metric];
  if (predicts === 'class') {
    const counts = new Map<string, number>();
    for (const { label, prediction } of pairs) {
      const cell = JSON.stringify([label, prediction]);
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
    }
    const largest = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, 10 * MAX_EVIDENCE);
    return {
      confusion: largest.map(([cell, count]) => {
        const [label, predicted] = JSON.parse(cell) as [Json, Json];
        return { label, predicted, count };
      }),
    };
  }
  const target = (row: Row) => (predicts === 'number' ? Number(row.label) : row.label === fold(positive ?? '') ? 1 : 0);
  const distance = (row: Row) => Math.abs(Number(row.prediction) - target(row));
  const worst = pairs.toSorted((one, other) => distance(other) - distance(one)).slice(0, MAX_EVIDENCE);
  return { worst: worst.map(({ key, label, prediction }) => ({ row: key, label, predicted: prediction })) };
}

function round(value: number): number {
  return Number(value.toPrecision(5));
}
