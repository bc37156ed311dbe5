// The cells that both sides of the interpreter benchmark run.

/** The first cell of nearly every task. */
export const firstCell =
  'import pandas as pd, numpy as np, matplotlib.pyplot as plt\npd.DataFrame({"a": [1, 2]}).sum()';

export const trivialCell = '1 + 1';

/** A task of five cells: import, make data, group, plot, save a table. */
export const taskCells = [
  firstCell,
  'rng = np.random.default_rng(7)\nframe = pd.DataFrame({"group": rng.integers(0, 20, 5000), "value": rng.random(5000)})\nframe.head()',
  'means = frame.groupby("group")["value"].agg(["mean", "std", "count"]).sort_values("mean")\nmeans',
  'figure, axes = plt.subplots()\naxes.bar(means.index.astype(str), means["mean"])\nfigure.savefig("output/chart.png")\nplt.close(figure)',
  'means.to_csv("output/means.csv")\nframe["value"].describe()',
];

export const importCell = (modules: readonly string[]) =>
  `import importlib\nfor name in ${JSON.stringify(modules)}:\n    importlib.import_module(name)\n${firstCell}`;
