// `predictions`: predictions for given rows, joined on their key with labels that only the verifier knows, and scored
// by a metric. The model itself is not submitted: nothing is unpickled, and all predictions that reach the bar are
// right.
import { z } from 'zod';
import { defineKind } from '../../define-kind.ts';
import { drawnWorkbooks } from '../../seen/drawn-workbooks.ts';
import { metricNames, type MetricName } from './metrics.ts';

const predictionsCheckSchema = z.object({
  kind: z.literal('predictions'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  /** The column that holds the predictions. Apart from it, only the table's key is read. */
  column: z.string(),
  /** Labels keyed by the row's key. */
  labels: z.record(z.string(), z.union([z.string(), z.number()])),
  metric: z.enum(metricNames),
  /** The class whose score is predicted, for metrics of scores. */
  positive: z.string().optional(),
  /**
   * Metric values of a trivial prediction and of the generator's own model. The default bar is 70 % of the way from
   * `baseline` to `reference`.
   */
  baseline: z.number(),
  reference: z.number(),
  bar: z.number().optional(),
});
export type PredictionsCheck = z.infer<typeof predictionsCheckSchema>;

export interface Goal {
  readonly metric: MetricName;
  readonly baseline: number;
  readonly reference: number;
  readonly positive?: string;
  /** The bar, if the query states one. */
  readonly bar?: number;
}

/** Requires that the predictions in a column of `file` reach the goal. */
export function predictionsReach(
  file: string,
  column: string,
  labels: PredictionsCheck['labels'],
  goal: Goal,
): PredictionsCheck {
  return { kind: 'predictions', name: `predictions ${file}`, cites: file, file, column, labels, ...goal };
}

export const predictionsKind = defineKind({
  schema: predictionsCheckSchema,
  about: 'predictions in a table reach a bar on labels that the agent does not have',
  failure: 'predictions not good enough',
  earlierNames: ['model'],
  preparations: [drawnWorkbooks],
  uses: ['renderer'],
  evaluator: async () => (await import('./evaluate.ts')).evaluatePredictions,
  mutators: async () => ({ table: (await import('./mutators.ts')).predictionsMutator }),
});
