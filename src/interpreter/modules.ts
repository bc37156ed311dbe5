// What a zygote imports ahead, so that a cell finds it loaded. Libraries that start threads at import stay out.
export const modulesAhead = `
  json csv re math statistics datetime collections itertools sqlite3 zipfile asyncio subprocess
  multiprocessing concurrent.futures tempfile shutil glob pathlib decimal fractions xml.etree.ElementTree
  html.parser email wave configparser tomllib gzip unittest secrets numpy numpy.random pandas pandas.plotting
  scipy scipy.stats scipy.signal scipy.optimize scipy.io.wavfile scipy.ndimage scipy.interpolate scipy.fft
  scipy.sparse scipy.spatial scipy.linalg matplotlib matplotlib.pyplot matplotlib.font_manager
  matplotlib.dates matplotlib.backends.backend_agg matplotlib.backends.backend_svg mpl_toolkits.mplot3d
  seaborn sklearn sklearn.linear_model sklearn.ensemble sklearn.cluster sklearn.preprocessing
  sklearn.model_selection sklearn.metrics sklearn.pipeline sklearn.feature_extraction.text
  sklearn.decomposition statsmodels.api sympy networkx PIL.Image PIL.ImageDraw PIL.ImageFont PIL.ImageFilter
  cv2 skimage skimage.transform openpyxl xlsxwriter docx pypdf reportlab.pdfgen.canvas lxml.etree bs4 yaml
  requests jinja2 jieba soundfile plotly plotly.graph_objects shapely tabulate chardet markdown
  IPython.display
`
  .trim()
  .split(/\s+/);
