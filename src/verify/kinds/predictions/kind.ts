// `predictions`: predictions for given rows, joined on their key with labels that only the verifier knows, and measured.
// The model that made them is not asked for: nothing is unpickled, and any predictions that are good enough are right.
import { z } from 'zod';
import { defineKind } from '../../define-kind.ts';
import { drawnWorkbooks } from '../../seen/drawn-workbooks.ts';
import { metricNames, type MetricName } from './metrics.ts';

const predictionsCheckSchema = z.object({
  kind: z.literal('predictions'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  /** The column that holds the predictions; the table's key is the other one that matters. */
  column: z.string(),
  /** By the row's key. */
  labels: z.record(z.string(), z.union([z.string(), z.number()])),
  metric: z.enum(metricNames),
  /** The class that scores are about, for metrics of scores. */
  positive: z.string().optional(),
  /** What a trivial prediction and the generator's own model reach. The bar is 70 % of the way unless it is given. */
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
  /** As the query states it, if it does. */
  readonly bar?: number;
}

/** The predictions in a column of `file` are as good as the goal asks for. */
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
  evaluator: async () => (await import('./evaluate.ts')).evaluatePredictions,
  mutators: async () => ({ table: (await import('./mutators.ts')).predictionsMutator }),
});
