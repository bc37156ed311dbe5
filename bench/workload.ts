// What both sides run.

export const firstCell =
  "import pandas as pd, numpy as np, matplotlib.pyplot as plt\npd.DataFrame({'a': np.arange(5)}).sum()";

/** A small task of five cells: make data, look, group, plot, save. */
export const taskCells = [
  "import pandas as pd, numpy as np\nrng = np.random.default_rng(1)\ndf = pd.DataFrame({'g': rng.integers(0, 5, 2000), 'x': rng.normal(size=2000)})",
  'df.describe()',
  "out = df.groupby('g')['x'].agg(['mean', 'std', 'count'])\nout",
  "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nout['mean'].plot.bar(ax=ax)\nfig.savefig('chart.png')\nplt.close(fig)",
  "out.to_csv('out.csv')\nopen('out.csv').read()",
];
