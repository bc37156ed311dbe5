// Red team against SVG charts: the drawing is graded, independent of the file's structure and of the program that made
// it.
import type { WorkToGrade } from '../../src/verify/index.ts';
import { redTeam, withBytes, type Target, type Make } from '../support/redteam.ts';

const FILE = 'output/bridge.svg';

const svgOf = ({ reference }: Target) => Buffer.from(reference.files.get(FILE) ?? []).toString('utf8');

/** The reference's file with a change. */
const edited =
  (change: (svg: string, target: Target) => string): Make =>
  (target) => {
    const before = svgOf(target);
    const after = change(before, target);
    if (after === before) throw new Error('the edit changes nothing');
    return withBytes(target.reference, FILE, after);
  };

const atEnd = (svg: string, more: string) => svg.replace(/<\/svg>\s*$/, () => `${more}</svg>`);
/** The glyphs of the nth text, after the comment that states the text. */
const LETTERS = /(<g id="text_(\d+)">\s*<!--[^]*?-->\s*)(<g [^]*?<\/g>)/g;

const uses = (group: string) => [...group.matchAll(/<use [^>]*\/>/g)].join('');
const outline = (id: string) => new RegExp(`(<path id="DejaVuSans-${id}" d=")([^"]*)"`);

/** Swaps the glyphs of two names and leaves the comments with their texts. */
function namesExchanged(svg: string): string {
  const names = [...svg.matchAll(LETTERS)].filter(([, , at]) => Number(at) === 2 || Number(at) === 5);
  const [one = '', other = ''] = names.map(([, , , group = '']) => uses(group));
  let turn = 0;
  return svg.replaceAll(LETTERS, (whole: string, head: string, at: string, group: string) => {
    if (at !== '2' && at !== '5') return whole;
    turn += 1;
    const defs = group.replaceAll(/<use [^>]*\/>/g, '');
    return head + defs.replace(/<\/g>$/, () => `${turn === 1 ? other : one}</g>`);
  });
}

/** Programs that draw the same waterfall chart in other ways; each saves its own file, and all run together. */
const VARIANTS: Readonly<Record<string, string>> = {
  'euros and a k on the axis': 'fig, ax = bars(); unit(ax, "€{:.0f}k", "¥{:.0f}万")',
  'the unit behind the number': 'fig, ax = bars(); unit(ax, "{:.0f} k€", "{:.0f}万元")',
  'the unit as a word': 'fig, ax = bars(); unit(ax, "{:.0f} thousand", "{:.0f} 万")',
  'plain amounts of money, as the label says':
    'fig, ax = bars(); ax.yaxis.set_major_formatter(lambda v, _: f"{v * (1e4 if chinese else 1e3):,.0f}"); ax.set_ylabel("利润（元）" if chinese else "Profit in EUR")',
  'numbers in little boxes':
    'fig, ax = bars(); [ax.text(i, b + h / 2, f"{h:+.1f}", ha="center", va="center", fontsize=8, bbox=dict(boxstyle="square", fc="white", ec="black")) for i, (b, h) in enumerate(zip(bottoms, heights))]',
  'spans behind the profits':
    'fig, ax = bars(); ax.axvspan(-0.5, 0.5, color="0.9", zorder=0); ax.axvspan(len(labels) - 1.5, len(labels) - 0.5, color="khaki", alpha=0.4, zorder=0)',
  'hatched totals': 'fig, ax = bars(); [ax.patches[i].set_hatch("//") for i in (0, -1)]',
  'text as text': 'plt.rcParams["svg.fonttype"] = "none"; fig, ax = bars()',
  'ggplot, numbers on the bars, links between them':
    'plt.style.use("ggplot"); fig, ax = bars(); ax.bar_label(ax.containers[0], fmt="%.0f", label_type="center", color="white"); [ax.plot([i, i + 1], [b + h] * 2, color="gray", lw=1) for i, (b, h) in enumerate(zip(bottoms, heights)) if i < len(labels) - 1]',
  'white on black': 'plt.style.use("dark_background"); fig, ax = bars()',
  'five thirty eight, names turned to the end':
    'plt.style.use("fivethirtyeight"); fig, ax = bars(rotation=45, ha="right")',
  'names upright, a legend within the plot':
    'from matplotlib.patches import Patch\nfig, ax = bars(rotation=90); ax.set_ylim(0, 1500); ax.legend(handles=[Patch(color="#2e7d32", label="up"), Patch(color="#c62828", label="down")], loc="upper right")',
  'names in two lines, thin edges, a level':
    'fig, ax = bars(names=[name.replace(" ", "\\n") for name in labels], edgecolor="black", linewidth=0.8); ax.tick_params(axis="x", rotation=0); ax.axhline(start, color="gray", ls=":")',
  'a serif font': 'plt.rcParams["font.family"] = ["DejaVu Serif", "Noto Sans CJK JP"]; fig, ax = bars()',
  'wider totals, a grid, a narrow figure':
    'fig, ax = bars(size=(8, 6)); ax.set_axisbelow(True); ax.grid(axis="y"); [(p.set_x(p.get_x() - 0.05), p.set_width(0.9)) for p in (ax.patches[0], ax.patches[-1])]',
};

const PREPARED = `
# %%
import os
import matplotlib.ticker
chinese = not title.startswith("Profit")
os.makedirs("output", exist_ok=True)

def bars(size=(11, 5), names=None, rotation=30, ha="center", **more):
    fig, ax = plt.subplots(figsize=size)
    ax.bar(range(len(labels)), heights, bottom=bottoms, color=colors, **more)
    ax.set_xticks(range(len(labels)), names or labels, rotation=rotation, ha=ha)
    return fig, ax

def unit(ax, english, other):
    ax.yaxis.set_major_formatter(lambda v, _: (other if chinese else english).format(v))

with open("output/bridge.svg", "w") as file:
    file.write("none")
`;

const HAND = `
# %% By hand: no library at all
top = max(max(b, b + h) for b, h in zip(bottoms, heights)) * 1.1
at = lambda value: 20 + 400 * (1 - value / top)
parts = ['<rect width="1100" height="520" fill="#fafafa"/>']
step = 100 if top < 1200 else 200
for value in range(0, int(top), step):
    parts.append(f'<line x1="70" x2="1080" y1="{at(value):.2f}" y2="{at(value):.2f}" stroke="#ccc"/>')
    parts.append(f'<text x="62" y="{at(value) + 5:.2f}" text-anchor="end" font-size="14" font-family="sans-serif">{value:,}</text>')
for i, (label, b, h, color) in enumerate(zip(labels, bottoms, heights, colors)):
    low, high = sorted((b, b + h))
    parts.append(f'<rect x="{90 + 110 * i}" y="{at(high):.2f}" width="80" height="{at(low) - at(high):.2f}" rx="3" fill="{color}"/>')
    parts.append(f'<text x="{130 + 110 * i}" y="445" text-anchor="middle" font-size="13" font-family="sans-serif">{label}</text>')
with open("output/hand.svg", "w", encoding="utf-8") as file:
    file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1100 520">{"".join(parts)}</svg>')
`;

const played = new WeakMap<Target, Promise<WorkToGrade>>();

function variantsOf(target: Target): Promise<WorkToGrade> {
  const { program } = target;
  const start = program.slice(0, program.lastIndexOf('# %%'));
  const cells = Object.values(VARIANTS).map(
    (code, at) => `
# %%
plt.close("all"); plt.rcParams.update(kept)
${code}
fig.tight_layout()
fig.savefig("output/${at}.svg")
`,
  );
  const keep = '\n# %%\nimport matplotlib\nkept = dict(plt.rcParams)\n';
  const made = played.get(target) ?? target.python(`${start}${PREPARED}${keep}${cells.join('')}${HAND}`);
  played.set(target, made);
  return made;
}

const drawn =
  (name: string): Make =>
  async (target) =>
    withBytes(target.reference, FILE, (await variantsOf(target)).files.get(`output/${name}.svg`) ?? '');

redTeam('chart/profit-bridge', {
  wrong: {
    'two names drawn at the place of the other, the comments as they were': edited(namesExchanged),
    'names in white': edited((svg) => svg.replaceAll(/(<g id="text_[1-9]">)/g, '<g fill="white">$1</g><g style="fill:white">').replaceAll(/(<g style="fill:white">[^]*?<!--[^]*?-->\s*<g [^]*?<\/g>)/g, '$1')), // prettier-ignore
    'names below the edge of the picture': edited((svg) => svg.replace(/viewBox="0 0 ([\d.]+) ([\d.]+)"/, (_, width: string, height: string) => `viewBox="0 0 ${width} ${Number(height) * 0.86}" preserveAspectRatio="none"`)), // prettier-ignore
    'bars clipped away': edited((svg) => svg.replaceAll(/(<clipPath[^>]*>\s*<rect [^>]*height=")[\d.]+/g, '$10')),
    'bars cut in half': edited((svg) => svg.replaceAll(/(<clipPath[^>]*>\s*<rect [^>]*height=")([\d.]+)/g, (_, head: string, height: string) => `${head}${Number(height) / 2}`)), // prettier-ignore
    'an opaque sheet over everything': edited((svg) => atEnd(svg, '<rect width="100%" height="100%" fill="white"/>')),
    'one bar behind a sheet': edited((svg) => atEnd(svg, '<rect x="230" y="0" width="60" height="290" fill="white"/>')), // prettier-ignore
    'the bars hidden by a rule of style': edited((svg) => svg.replace('</style>', '#patch_4, #patch_5 { opacity: 0 }</style>')), // prettier-ignore
    'the bars in the colour of the ground': edited((svg) => svg.replaceAll(/fill: #(?:455a64|2e7d32|c62828)/g, 'fill: #fefefe')), // prettier-ignore
    'sevens that are called ones': edited((svg) => {
      const four = outline('34').exec(svg)?.[2] ?? '';
      return svg.replace(outline('32'), (_, head: string) => `${head}${four}"`);
    }),
    'a bar that is a little longer than it should be': edited((svg) => svg.replace(/<g id="patch_5">/, '<g id="patch_5" transform="translate(0 -9)">')), // prettier-ignore
    'right numbers and no chart': (target) => {
      const { order, spans } = target.instance.truth as { order: string[]; spans: Record<string, [number, number]> };
      const lines = order.map((name, at) => `<text x="20" y="${30 + 25 * at}">${name}: ${spans[name]?.join(' to ')}</text>`); // prettier-ignore
      return withBytes(target.reference, FILE, `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">${lines.join('')}</svg>`); // prettier-ignore
    },
    'a bar more beside the others': edited((svg) => svg.replace(/<g id="patch_4">/, '<g transform="translate(0 40)"><rect x="300" y="60" width="20" height="80" fill="#c62828"/></g><g id="patch_4">')), // prettier-ignore
    'a deep nest': (target) => withBytes(target.reference, FILE, `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(40_000)}${'</g>'.repeat(40_000)}</svg>`), // prettier-ignore
    'two hundred thousand rules': edited((svg) => svg.replace('</style>', () => `${'.a{fill:red}'.repeat(200_000)}</style>`).replaceAll(/<g id="patch_[4-9]">/g, '<g>').replaceAll('#2e7d32', '#2e7d99')), // prettier-ignore
  },
  right: {
    ...Object.fromEntries(Object.keys(VARIANTS).map((name, at) => [name, drawn(String(at))])),
    'drawn by hand, with round corners': drawn('hand'),
  },
});
