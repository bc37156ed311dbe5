// Metrics of prediction quality. A generator and the check that it makes use the same functions.

export const metricNames = ['accuracy', 'macro-f1', 'rmse', 'mae', 'r2', 'log-loss', 'auc', 'adjusted-rand'] as const;
export type MetricName = (typeof metricNames)[number];

/** A label and its prediction: classes and clusters are texts, values and scores are numbers. */
export interface Predicted {
  readonly label: string | number;
  readonly prediction: string | number;
}

interface Metric {
  readonly better: 'higher' | 'lower';
  /** What is predicted: the label itself, a number, or a score of the positive class. */
  readonly predicts: 'class' | 'number' | 'score';
  readonly title: string;
  readonly measure: (pairs: readonly Predicted[], positive: string) => number;
}

const numbers = (pairs: readonly Predicted[]) =>
  pairs.map((each) => [Number(each.label), Number(each.prediction)] as const);

export const metrics: Readonly<Record<MetricName, Metric>> = {
  accuracy: {
    better: 'higher',
    predicts: 'class',
    title: 'accuracy',
    measure: (pairs) => mean(pairs.map(({ label, prediction }) => (label === prediction ? 1 : 0))),
  },
  'macro-f1': { better: 'higher', predicts: 'class', title: 'macro-averaged F1', measure: macroF1 },
  rmse: {
    better: 'lower',
    predicts: 'number',
    title: 'root mean squared error',
    measure: (pairs) => Math.sqrt(mean(numbers(pairs).map(([label, given]) => (label - given) * (label - given)))),
  },
  mae: {
    better: 'lower',
    predicts: 'number',
    title: 'mean absolute error',
    measure: (pairs) => mean(numbers(pairs).map(([label, given]) => Math.abs(label - given))),
  },
  r2: { better: 'higher', predicts: 'number', title: 'R²', measure: rSquared },
  'log-loss': { better: 'lower', predicts: 'score', title: 'log loss', measure: logLoss },
  auc: { better: 'higher', predicts: 'score', title: 'area under the ROC curve', measure: areaUnderCurve },
  'adjusted-rand': { better: 'higher', predicts: 'class', title: 'adjusted Rand index', measure: adjustedRand },
};

/** `positive` names the class whose score is predicted. */
export function measure(metric: MetricName, pairs: readonly Predicted[], positive = ''): number {
  return metrics[metric].measure(pairs, positive);
}

/** The default bar: 70 % of the way from a trivial prediction to the generator's own model. */
export function barBetween(baseline: number, reference: number): number {
  return baseline + 0.7 * (reference - baseline);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean over the classes that occur among the labels; a class that is never predicted has an F1 of 0. */
function macroF1(pairs: readonly Predicted[]): number {
  const classes = [...new Set(pairs.map(({ label }) => label))];
  const each = classes.map((one) => {
    const hits = pairs.filter(({ label, prediction }) => label === one && prediction === one).length;
    const said = pairs.filter(({ prediction }) => prediction === one).length;
    const there = pairs.filter(({ label }) => label === one).length;
    return (2 * hits) / (said + there);
  });
  return mean(each);
}

function rSquared(pairs: readonly Predicted[]): number {
  const both = numbers(pairs);
  const centre = mean(both.map(([label]) => label));
  const left = both.reduce((sum, [label, given]) => sum + (label - given) * (label - given), 0);
  const all = both.reduce((sum, [label]) => sum + (label - centre) * (label - centre), 0);
  return 1 - left / all;
}

/** Clips probabilities: a wrong prediction of exactly 0 or 1 would have an infinite loss. */
const EPSILON = 1e-15;

function logLoss(pairs: readonly Predicted[], positive: string): number {
  return mean(
    pairs.map(({ label, prediction }) => {
      const score = Math.min(1 - EPSILON, Math.max(EPSILON, Number(prediction)));
      return -Math.log(label === positive ? score : 1 - score);
    }),
  );
}

/** Computed from ranks; equal scores share their mean rank. */
function areaUnderCurve(pairs: readonly Predicted[], positive: string): number {
  const sorted = pairs.toSorted((a, b) => Number(a.prediction) - Number(b.prediction));
  let ranks = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (to < sorted.length && Number(sorted[to]?.prediction) === Number(sorted[from]?.prediction)) to += 1;
    const shared = (from + 1 + to) / 2;
    ranks += shared * sorted.slice(from, to).filter(({ label }) => label === positive).length;
    from = to;
  }
  const those = sorted.filter(({ label }) => label === positive).length;
  return (ranks - (those * (those + 1)) / 2) / (those * (sorted.length - those));
}

const choose = (counts: Iterable<number>) => [...counts].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);

/** The agreement of two groupings beyond chance, independent of the names of the groups. */
function adjustedRand(pairs: readonly Predicted[]): number {
  const count = (name: (pair: Predicted) => string) => {
    const found = new Map<string, number>();
    for (const pair of pairs) found.set(name(pair), (found.get(name(pair)) ?? 0) + 1);
    return choose(found.values());
  };
  const both = count(({ label, prediction }) => JSON.stringify([label, prediction]));
  const [labels, given] = [count(({ label }) => String(label)), count(({ prediction }) => String(prediction))];
  const chance = (labels * given) / choose([pairs.length]);
  const most = (labels + given) / 2;
  return most === chance ? 1 : (both - chance) / (most - chance);
}
