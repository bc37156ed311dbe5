// Charts in a PNG are graded by what is visible: misleading pictures fail even with right data, and right charts pass
// in any style and from any program.
import { createHash } from 'node:crypto';
import { readPicture, writePng } from '../../src/formats/index.ts';
import type { WorkToGrade } from '../../src/verify/index.ts';
import { redTeam, withBytes, type Target, type Make } from '../support/redteam.ts';

const FILE = 'output/repairs.png';

/** Charts by name. One program draws all charts of a target, because starting Python is expensive. */
const charts: string[] = [];
const made = new WeakMap<Target, Promise<WorkToGrade>>();

/** `bars()` returns axes with the right bars and no legend; `path` is the path of the chart. */
const TOOLS = `
import matplotlib, warnings
warnings.simplefilter("ignore")
import seaborn as sns
table.index = kinds
plain = dict(matplotlib.rcParams)
os.makedirs("output", exist_ok=True)

def bars(size=(10, 5), **looks):
    fig, ax = plt.subplots(figsize=size)
    for step, year in enumerate(years):
        ax.bar(np.arange(len(kinds)) + (step - 0.5) * 0.4, table[year], 0.4, label=year, **looks)
    ax.set_xticks(range(len(kinds)), kinds, rotation=30, ha="right")
    ax.set_ylabel("Jobs")
    return ax

def style(name):
    fonts = {key: plt.rcParams[key] for key in ("font.family", "font.sans-serif")}
    plt.style.use(name)
    plt.rcParams.update(fonts)

def save(ax, path, **options):
    if ax.get_legend() is None:
        ax.legend()
    ax.figure.tight_layout()
    ax.figure.savefig(path, **options)

def draw(function, path):
    matplotlib.rcParams.update(plain)
    plt.close("all")
    function(path)
`;

async function drawAll({ program, python }: Target): Promise<WorkToGrade> {
  const data = program.slice(0, program.indexOf('# %%\nos.makedirs'));
  const functions = charts.map(
    (code, at) =>
      `def chart_${at}(path):\n${code.trim().replaceAll(/^/gm, '    ')}\ndraw(chart_${at}, "output/${at}.png")`,
  );
  return await python(`${data}\n# %%\n${TOOLS}\n${functions.map((each) => `# %%\n${each}`).join('\n')}`);
}

/** The work whose chart is what this code saves under `path`. */
function drawn(code: string): Make {
  const at = charts.push(code) - 1;
  return async (target) => {
    const all = made.get(target) ?? drawAll(target);
    made.set(target, all);
    const { files, figures } = await all;
    const work = withBytes(target.reference, FILE, files.get(`output/${at}.png`) ?? '');
    return { ...work, ...(figures && { figures }) };
  };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The right capture with another picture of the same size. */
const forged =
  (level: (at: number) => number): Make =>
  async ({ reference }) => {
    const bytes = reference.files.get(FILE) ?? new Uint8Array();
    const picture = await readPicture(bytes);
    const other = writePng({ ...picture, data: picture.data.map((_, at) => level(at)) });
    const record = Buffer.from(reference.figures?.get(sha256(bytes)) ?? []).toString('utf8');
    const figures = new Map([[sha256(other), Buffer.from(record.replaceAll(sha256(bytes), sha256(other)))]]);
    return { ...withBytes(reference, FILE, other), figures };
  };

const block = (color: string) => `
ax = bars(); i = [i for i in range(len(kinds)) if table.iloc[i, 0] == 0][0]
ax.add_artist(matplotlib.patches.Polygon([(i-.4, 0), (i-.4, 8), (i, 8), (i, 0)], color="${color}"))
save(ax, path)`;

const PAINTED = `
from PIL import Image, ImageDraw, ImageFont
import glob
face = next(iter(glob.glob("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular*")), "DejaVuSans.ttf")
small = ImageFont.truetype(face, 20)
picture = Image.new("RGB", (1600, 800), "white"); pen = ImageDraw.Draw(picture)
base, unit, colors = 640, 11, ["#336699", "#cc6633"]
for n in range(0, 51, 10):
    pen.line([(100, base - n * unit), (1560, base - n * unit)], fill="#dddddd")
    pen.text((90, base - n * unit), str(n), fill="black", font=small, anchor="rm")
for i, kind in enumerate(kinds):
    x = 190 + i * 180
    for step, year in enumerate(years):
        n = int(table.loc[kind, year])
        if n:
            pen.rectangle([x - 60 + step * 60, base - n * unit, x - 1 + step * 60, base], fill=colors[step])
    pen.text((x, base + 14), kind, fill="black", font=small, anchor="mt")
for step, year in enumerate(years):
    pen.rectangle([1300, 20 + step * 34, 1340, 40 + step * 34], fill=colors[step])
    pen.text((1356, 30 + step * 34), year, fill="black", font=small, anchor="lm")
picture.save(path)`;

const TIDY = 'tidy = table.melt(ignore_index=False, var_name="year", value_name="n").reset_index(names="kind")';
const numbers = (values: string) =>
  `for box, year in zip(ax.containers, years): ax.bar_label(box, labels=[str(v) for v in ${values}])`;

redTeam('chart/repairs-two-years', {
  seeds: [101, 103],
  wrong: {
    'light letters of a dark style on white': drawn(`
style("dark_background"); ax = bars(); ax.set_facecolor("white"); save(ax, path, facecolor="white")`),
    'white names': drawn('ax = bars(); ax.tick_params(axis="x", labelcolor="white"); save(ax, path)'),
    'names below the edge of the picture': drawn(`
ax = bars(); ax.legend(); ax.tick_params(axis="x", rotation=90); ax.figure.subplots_adjust(bottom=0.03); ax.figure.savefig(path)`),
    'names over each other': drawn(`
ax = bars(size=(6, 4)); ax.set_xticks(range(len(kinds)), kinds, rotation=0, ha="center", fontsize=36 if ord(kinds[0][0]) > 255 else 22); save(ax, path)`),
    'an axis that prints seven times the numbers': drawn(`
ax = bars(); ax.yaxis.set_major_formatter(lambda v, _: f"{v*7:.0f}"); save(ax, path)`),
    'an axis that prints nonsense': drawn(`
ax = bars(); ax.set_yticks([0, 10, 20, 30, 40], ["0", "500", "3", "12", "many"]); save(ax, path)`),
    'an axis with one wrong number': drawn(`
ax = bars(); ax.set_yticks([0, 10, 20, 30, 40], ["0", "10", "50", "30", "40"]); save(ax, path)`),
    'names exchanged as drawn text': drawn(`
ax = bars(); order = sorted(range(len(kinds)), key=lambda i: table[years[0]].iloc[i]); texts = list(kinds)
texts[order[0]], texts[order[-1]] = texts[order[-1]], texts[order[0]]
save(ax, path); ax.tick_params(axis="x", labelcolor="none")
for i, text in enumerate(texts): ax.text(i, -1, text, ha="right", va="top", rotation=30)
ax.figure.savefig(path)`),
    'a legend without readable words': drawn(`
ax = bars(); ax.legend(); [text.set_color("white") for text in ax.get_legend().get_texts()]; save(ax, path)`),
    'the colours of the legend exchanged': drawn(`
ax = bars(); ax.legend(); one, other = ax.get_legend().get_patches(); one.set_facecolor("C1"); other.set_facecolor("C0"); save(ax, path)`),
    'years exchanged by transparency': drawn(`
ax = bars(alpha=0); save(ax, path)
for box, color in zip(ax.containers, ["C1", "C0"]):
    for bar in box: ax.add_artist(plt.Rectangle(bar.get_xy(), bar.get_width(), bar.get_height(), color=color))
for patch, color in zip(ax.get_legend().get_patches(), ["C0", "C1"]): patch.set_facecolor(color); patch.set_alpha(1)
ax.figure.savefig(path)`),
    'a bar where there is none': drawn(block('C0')),
    'a bar where there is none, in a shade of the colour': drawn(block('#4f97c9')),
    'a bar painted on beyond its end': drawn(`
ax = bars(); i = int(np.argmin(np.where(table[years[0]] > 0, table[years[0]], 999))); v = table[years[0]].iloc[i]
ax.add_artist(matplotlib.patches.Polygon([(i-.4, v-1), (i-.4, v+6), (i, v+6), (i, v-1)], color="C0")); save(ax, path)`),
    'the tops of the bars covered': drawn(`
ax = bars(); top = table.values.max(); ax.axhspan(top * 0.6, 99, color="white", zorder=5); ax.set_ylim(0, top * 1.05); save(ax, path)`),
    'other numbers written at the bars': drawn(`ax = bars()\n${numbers('table[year] + 3')}\nsave(ax, path)`),
    noise: forged((at) => (at * 7919) % 251),
    'a grey field': forged(() => 128),
    'axes of a pixel': drawn(`
ax = bars(); ax.legend(); ax.set_position([0.1, 0.5, 0.8, 0.002]); ax.figure.savefig(path)`),
  },
  right: {
    'a legend over the bars, and black edges': drawn(`
ax = bars(size=(8, 5), edgecolor="black", linewidth=2); ax.legend(loc="center"); save(ax, path)`),
    'hatched, with white edges': drawn(`
ax = bars(edgecolor="white", linewidth=2)
for box, hatch in zip(ax.containers, ["//", "xx"]):
    for bar in box: bar.set_hatch(hatch)
save(ax, path)`),
    'numbers at the bars, a mean, and a grid in front': drawn(`
ax = bars()
${numbers('table[year]')}
ax.axhline(table.values.mean(), color="gray", ls="--"); ax.grid(axis="y"); ax.set_axisbelow(False); save(ax, path)`),
    fivethirtyeight: drawn('style("fivethirtyeight"); save(bars(), path)'),
    'bmh, without tick marks': drawn('style("bmh"); ax = bars(); ax.tick_params(length=0); save(ax, path)'),
    'ggplot, the legend beside it': drawn(`
style("ggplot"); ax = bars(); ax.legend(bbox_to_anchor=(1.02, 1), loc="upper left"); save(ax, path, dpi=150)`),
    'dark, done properly': drawn('style("dark_background"); save(bars(), path)'),
    'names upright': drawn(`
ax = bars(); ax.tick_params(axis="x", rotation=90); [t.set_ha("center") for t in ax.get_xticklabels()]; save(ax, path)`),
    'seaborn, without tick marks': drawn(`
${TIDY}
fig, ax = plt.subplots(figsize=(11, 5)); sns.barplot(data=tidy, x="kind", y="n", hue="year", order=kinds, ax=ax)
ax.tick_params(axis="x", rotation=45, length=0); save(ax, path)`),
    'seaborn that counts, lying': drawn(`
back = {kind.lower(): kind for kind in kinds}
rows = done[done["year"].isin(years)].assign(name=lambda d: d["key"].map(back))
fig, ax = plt.subplots(figsize=(10, 7)); sns.countplot(data=rows, y="name", hue="year", order=kinds, hue_order=years, ax=ax); save(ax, path)`),
    'pandas, at 200 dpi': drawn('save(table.plot.bar(figsize=(10, 6), rot=60), path, dpi=200)'),
    'painted with PIL, without matplotlib': drawn(PAINTED),
    'saved again by another program, without a record': async ({ reference }) => {
      const picture = await readPicture(reference.files.get(FILE) ?? new Uint8Array());
      return { ...withBytes(reference, FILE, writePng(picture, { dpi: 72 })), figures: new Map() };
    },
  },
});
