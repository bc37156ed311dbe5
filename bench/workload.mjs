// What both sides of the interpreter benchmark run: the same cells, the same modules.

/** The first cell of nearly every task. */
export const firstCell =
  'import pandas as pd, numpy as np, matplotlib.pyplot as plt\npd.DataFrame({"a": [1, 2]}).sum()';

export const trivialCell = '1 + 1';

/** A task of five cells: read, compute, summarize, plot, save. */
export const taskCells = [
  firstCell,
  'rng = np.random.default_rng(7)\nframe = pd.DataFrame({"group": rng.integers(0, 20, 5000), "value": rng.random(5000)})\nframe.head()',
  'means = frame.groupby("group")["value"].agg(["mean", "std", "count"]).sort_values("mean")\nmeans',
  'figure, axes = plt.subplots()\naxes.bar(means.index.astype(str), means["mean"])\nfigure.savefig("output/chart.png")\nplt.close(figure)',
  'means.to_csv("output/means.csv")\nframe["value"].describe()',
];

/** The modules of a full stack: for comparing memory with everything imported. The zygote's own list takes its place. */
export const fullModules = `
  pandas numpy matplotlib.pyplot seaborn scipy.stats scipy.signal scipy.optimize sklearn.ensemble
  sklearn.linear_model sklearn.cluster sklearn.preprocessing sklearn.model_selection sklearn.metrics
  statsmodels.api cv2 PIL.Image PIL.ImageDraw PIL.ImageFilter skimage.transform skimage.filters openpyxl
  xlsxwriter docx pypdf pdfminer.high_level pymupdf reportlab.pdfgen.canvas jieba wordcloud nltk soundfile
  mutagen qrcode segno sympy networkx graphviz bs4 lxml.etree plotly.express odf.opendocument joblib
  requests tabulate`
  .trim()
  .split(/\s+/);

/** @param {readonly string[]} modules */
export const importCell = (modules) =>
  `import importlib\nfor name in ${JSON.stringify(modules)}:\n    importlib.import_module(name)`;
