// Small regression models in TypeScript. A generator uses them to compute, without Python, the score that a good model
// reaches.

export interface Fitting {
  /** The strength of the ridge penalty, for standardised features. */
  readonly ridge?: number;
}

/** The probability of `true`, by a logistic regression on standardised features. */
export function logistic(
  rows: readonly (readonly number[])[],
  labels: readonly boolean[],
  { ridge = 1 }: Fitting = {},
): (row: readonly number[]) => number {
  const scale = scaling(rows);
  const inputs = rows.map(scale);
  let weights = inputs[0]?.map(() => 0) ?? [];
  // Newton's method; with a ridge penalty it converges in a few steps.
  for (let step = 0; step < 12; step += 1) {
    const chances = inputs.map((input) => squash(dot(weights, input)));
    const slope = weights.map(
      (weight, at) =>
        inputs.reduce((sum, input, row) => sum + ((labels[row] ? 1 : 0) - (chances[row] ?? 0)) * (input[at] ?? 0), 0) -
        (at === 0 ? 0 : ridge * weight),
    );
    const spread = chances.map((chance) => chance * (1 - chance));
    const move = solve(normalMatrix(inputs, spread, ridge), slope);
    weights = weights.map((weight, at) => weight + (move[at] ?? 0));
  }
  return (row) => squash(dot(weights, scale(row)));
}

/** A value, by a linear regression on standardised features. */
export function linear(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
  { ridge = 1 }: Fitting = {},
): (row: readonly number[]) => number {
  const scale = scaling(rows);
  const inputs = rows.map(scale);
  const right = (inputs[0] ?? []).map((_, at) =>
    inputs.reduce((sum, input, row) => sum + (input[at] ?? 0) * (targets[row] ?? 0), 0),
  );
  const ones = inputs.map(() => 1);
  const weights = solve(normalMatrix(inputs, ones, ridge), right);
  return (row) => dot(weights, scale(row));
}

/** Every feature with mean 0 and standard deviation 1, after a constant 1. */
function scaling(rows: readonly (readonly number[])[]) {
  const means = (rows[0] ?? []).map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length);
  const spreads = means.map((mean, at) => {
    const squares = rows.reduce((sum, row) => sum + ((row[at] ?? 0) - mean) * ((row[at] ?? 0) - mean), 0);
    return Math.sqrt(squares / rows.length) || 1;
  });
  return (row: readonly number[]) => [1, ...means.map((mean, at) => ((row[at] ?? 0) - mean) / (spreads[at] ?? 1))];
}

function normalMatrix(inputs: readonly (readonly number[])[], weights: readonly number[], ridge: number): number[][] {
  const width = inputs[0]?.length ?? 0;
  const matrix = Array.from({ length: width }, (_, one) =>
    Array.from({ length: width }, (__, other) => (one === other && one > 0 ? ridge : 0)),
  );
  for (const [at, input] of inputs.entries()) {
    for (const [one, row] of matrix.entries()) {
      const weighted = (weights[at] ?? 0) * (input[one] ?? 0);
      for (let other = 0; other < width; other += 1) row[other] = (row[other] ?? 0) + weighted * (input[other] ?? 0);
    }
  }
  return matrix;
}

/** Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (let at = 0; at < rows.length; at += 1) {
    const pivot = rows.slice(at).reduce((best, row, index) => {
      return Math.abs(row[at] ?? 0) > Math.abs(rows[best]?.[at] ?? 0) ? at + index : best;
    }, at);
    [rows[at], rows[pivot]] = [rows[pivot] ?? [], rows[at] ?? []];
    const top = rows[at] ?? [];
    const lead = top[at] || 1e-12;
    for (const [other, row] of rows.entries()) {
      if (other === at) continue;
      const factor = (row[at] ?? 0) / lead;
      for (let column = at; column < row.length; column += 1)
        row[column] = (row[column] ?? 0) - factor * (top[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] || 1e-12));
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

function squash(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
