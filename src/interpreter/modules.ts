// The modules that a zygote imports for its sandboxes. Libraries that start threads at import are not among them.

/** What most programs use: imported before the first sandbox gets its Python, unless other modules are requested. */
export const commonModules: readonly string[] = ['numpy', 'pandas', 'matplotlib.pyplot'];

/** All of them, in the order in which they are imported. */
export const modulesAhead: readonly string[] = `
  ${commonModules.join(' ')}
  json csv re math statistics datetime collections itertools sqlite3 zipfile asyncio subprocess
  multiprocessing concurrent.futures tempfile shutil glob pathlib decimal fractions xml.etree.ElementTree
  html.parser email wave configparser tomllib gzip unittest secrets numpy.random pandas.plotting
  matplotlib matplotlib.font_manager matplotlib.dates matplotlib.backends.backend_agg matplotlib.backends.backend_svg
  openpyxl PIL.Image PIL.ImageDraw PIL.ImageFont PIL.ImageFilter
  scipy scipy.stats scipy.signal scipy.optimize scipy.io.wavfile scipy.ndimage scipy.interpolate scipy.fft
  scipy.sparse scipy.spatial scipy.linalg mpl_toolkits.mplot3d
  seaborn sklearn sklearn.linear_model sklearn.ensemble sklearn.cluster sklearn.preprocessing
  sklearn.model_selection sklearn.metrics sklearn.pipeline sklearn.feature_extraction.text
  sklearn.decomposition statsmodels.api sympy networkx
  cv2 skimage skimage.transform xlsxwriter docx pypdf reportlab.pdfgen.canvas lxml.etree bs4 yaml
  requests jinja2 jieba soundfile plotly plotly.graph_objects shapely tabulate chardet markdown
  IPython.display
`
  .trim()
  .split(/\s+/);

const IMPORT = /^[ \t]*import[ \t]+([^#;\n]+)/gm;
const FROM_IMPORT = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^#;\n]+))/gm;

/** Those of `modulesAhead` that a program imports, found by patterns: only a hint, errors change nothing but the time. */
export function importedModules(code: string): string[] {
  const names = [
    ...[...code.matchAll(IMPORT)].flatMap(([, list = '']) => listed(list)),
    ...[...code.matchAll(FROM_IMPORT)].flatMap(([, from = '', many, few = '']) => [
      from,
      ...listed(many ?? few).map((name) => `${from}.${name}`),
    ]),
  ];
  const imported = new Set(names.flatMap(withParents));
  return modulesAhead.filter((name) => imported.has(name));
}

/** The names in `a, b.c as d`. */
function listed(list: string): string[] {
  return list.split(',').flatMap((each) => /^\s*([\w.]+)/.exec(each)?.[1] ?? []);
}

/** `a.b.c`, `a.b` and `a`. */
function withParents(name: string): string[] {
  const parts = name.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}
