// Red team against Plotly pages: the verifier opens the page, uses its menu and grades what is then visible.
import type { WorkToGrade } from '../../src/verify/index.ts';
import { redTeam, replaced, withBytes, type Target, type Make } from '../support/redteam.ts';

const FILE = 'output/dashboard.html';

const pageOf = ({ reference }: Target) => Buffer.from(reference.files.get(FILE) ?? []).toString('utf8');

/** The reference's page with a change. */
const edited =
  (change: (page: string) => string): Make =>
  (target) => {
    const before = pageOf(target);
    const after = change(before);
    if (after === before) throw new Error('the edit changes nothing');
    return withBytes(target.reference, FILE, after);
  };

const styled = (rules: string) => edited((page) => page.replace('</head>', `<style>${rules}</style></head>`));
/** Adds a script that runs after the page's own scripts, with the chart in `gd`. */
const scripted = (code: string) =>
  edited((page) =>
    page.replace('</body>', `<script>const gd = document.querySelector('.js-plotly-plot');${code}</script></body>`),
  );

/** Other versions of the reference's last cell: each ends with `fig`, and the page is written after it. */
const TRACES = `
fig = go.Figure()
for view in views:
    fig.add_bar(x=labels, y=revenue[view], name=bar_name, visible=view == everything)
    fig.add_scatter(x=labels, y=target[view], name=line_name, visible=view == everything)
`;
const MENU = `
fig.update_layout(updatemenus=[dict(buttons=[dict(label=view, method="update", args=[{"visible": shown(view)}]) for view in views], x=0, y=1.15)])
`;
const PAIR = `
bars = go.Bar(x=labels, y=revenue[everything], name=bar_name)
line = go.Scatter(x=labels, y=target[everything], name=line_name)
`;
const data = (view: string) => `{"y": [list(revenue[${view}]), list(target[${view}])]}`;

const WRONG: Readonly<Record<string, string>> = {
  'the menu shows another entry': `${TRACES}${MENU}fig.layout.updatemenus[0].active = 2`,
  'no way back to all regions': `${TRACES}${MENU}fig.layout.updatemenus[0].buttons[0].args = [{}]`,
  'null instead of false': `${TRACES}${MENU.replace('shown(view)', '[True if on else None for on in shown(view)]')}`,
  'hidden series stay in the legend': `${TRACES.replaceAll('visible=view == everything', 'visible=True if view == everything else "legendonly"')}${MENU.replace('shown(view)', '[True if on else "legendonly" for on in shown(view)]')}`,
  'bars cut by the range of the axis': `${TRACES}${MENU}fig.update_yaxes(range=[0, 0.3 * float(revenue[everything].max())])`,
  'a line that goes to and fro': `${PAIR.replace('go.Scatter(x=labels, y=target[everything]', 'go.Scatter(x=sorted(labels), y=[list(target[everything])[labels.index(m)] for m in sorted(labels)]')}
fig = go.Figure([bars, line]); fig.update_xaxes(categoryorder="array", categoryarray=labels)
fig.update_layout(updatemenus=[dict(buttons=[dict(label=view, method="restyle", args=[{"y": [list(revenue[view]), [list(target[view])[labels.index(m)] for m in sorted(labels)]]}]) for view in views])])`,
  'an axis in another unit that no word states': `${TRACES}${MENU}top = float(target.max().max()); fig.update_yaxes(tickvals=[0, top / 2, top], ticktext=["0", f"{top / 2000:.1f}", f"{top / 1000:.1f}"])`,
  'a menu whose second choice depends on the first': `${TRACES}${MENU}
for at, button in enumerate(fig.layout.updatemenus[0].buttons[1:], 1):
    button.args = [{"visible": [True, True]}, {}, [2 * at, 2 * at + 1]]`,
};

const RIGHT: Readonly<Record<string, string>> = {
  'the visibility as Plotly documents it': `${TRACES}
fig.update_layout(updatemenus=[dict(buttons=[dict(label=view, method="restyle", args=["visible", shown(view)]) for view in views])])`,
  'the target on a second axis that matches': `from plotly.subplots import make_subplots
fig = make_subplots(specs=[[{"secondary_y": True}]])
for view in views:
    fig.add_bar(x=labels, y=revenue[view], name=bar_name, visible=view == everything)
    fig.add_scatter(x=labels, y=target[view], name=line_name, visible=view == everything, secondary_y=True)
fig.update_layout(yaxis2=dict(matches="y"))${MENU}`,
  'months as dates': `days = [f"{year}-{month:02d}-01" for month in range(1, 13)]
${TRACES.replaceAll('x=labels', 'x=days')}${MENU}fig.update_xaxes(tickformat="%-m月" if chinese else "%b", dtick="M1")`,
  'months as numbers with texts': `${TRACES.replaceAll('x=labels', 'x=list(range(1, 13))')}${MENU}fig.update_xaxes(tickmode="array", tickvals=list(range(1, 13)), ticktext=labels)`,
  'one pair of traces, dark, with markers and a title': `${PAIR}
line.mode = "lines+markers"; fig = go.Figure([bars, line])
fig.update_layout(template="plotly_dark", title="Dashboard", hovermode="x unified", bargap=0.4, updatemenus=[dict(buttons=[dict(label=view, method="restyle", args=[${data('view')}]) for view in views])])`,
  'ggplot, thousands, the legend above, an animation': `${PAIR}fig = go.Figure([bars, line])
fig.update_layout(template="ggplot2", legend=dict(orientation="h", y=1.1, x=0.5), transition=dict(duration=400), updatemenus=[dict(buttons=[dict(label=view, method="update", args=[${data('view')}, {"title": {"text": view}}]) for view in views], showactive=True)])
fig.update_yaxes(tickformat=",.0f", tickprefix="$")`,
  'an axis in thousands that says so': `${TRACES}${MENU}step = 5000; top = int(target.max().max())
fig.update_yaxes(tickvals=list(range(0, 2 * top, step)), ticktext=[f"{v // 1000}" for v in range(0, 2 * top, step)], title_text="千元" if chinese else "thousand dollars")`,
  // Without auto_play=False the page would start with the last frame.
  'frames that are played': `${PAIR}fig = go.Figure([bars, line], frames=[go.Frame(name=view, data=[go.Bar(x=labels, y=revenue[view]), go.Scatter(x=labels, y=target[view])]) for view in views])
fig.update_yaxes(range=[0, 1.2 * max(revenue.max().max(), target.max().max())])
fig.update_layout(updatemenus=[dict(buttons=[dict(label=view, method="animate", args=[[view], {"mode": "immediate", "frame": {"duration": 100, "redraw": True}, "transition": {"duration": 0}}]) for view in views])])`,
};

const SELECT = `
options = "".join(f"<option>{view}</option>" for view in views)
sets = json.dumps({view: [list(revenue[view]), list(target[view])] for view in views}, ensure_ascii=False)
with open("output/select.html", "w", encoding="utf-8") as file:
    file.write(f'''<!doctype html><meta charset="utf-8"><script src="https://cdn.jsdelivr.net/npm/plotly.js-dist-min@2.30.0/plotly.min.js"></script>
<select id="which">{options}</select><div id="chart"></div><script>
const sets = {sets}, months = {json.dumps(labels, ensure_ascii=False)};
const show = () => Plotly.react("chart", [
  {{type: "bar", x: months, y: sets[which.value][0], name: "{bar_name}"}},
  {{type: "scatter", x: months, y: sets[which.value][1], name: "{line_name}"}}]);
which.onchange = show; show();
</script>''')
`;

const played = new WeakMap<Target, Promise<WorkToGrade>>();

function playAll(target: Target): Promise<WorkToGrade> {
  const start = target.program.slice(0, target.program.lastIndexOf('# %%'));
  const head = `\n# %%\nimport json, os\nviews = list(revenue.columns)\nos.makedirs("output", exist_ok=True)\nshown = lambda view: [each == view for each in views for _ in range(2)]\n`;
  const cells = Object.entries({ ...WRONG, ...RIGHT }).map(
    ([name, code]) =>
      `# %%\n${code}\nfig.write_html(${JSON.stringify(`output/${name}.html`)}, include_plotlyjs="cdn", auto_play=False)\n`,
  );
  const ending = `# %%\n${SELECT}\nfig.write_html("output/dashboard.html", include_plotlyjs="cdn")\n`;
  const made = played.get(target) ?? target.python(`${start}${head}${cells.join('')}${ending}`);
  played.set(target, made);
  return made;
}

const written =
  (name: string): Make =>
  async (target) =>
    withBytes(target.reference, FILE, (await playAll(target)).files.get(`output/${name}.html`) ?? '');

const named = (programs: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(programs).map((name) => [name, written(name)]));

redTeam('chart/region-dashboard', {
  // One drawing examines eight states of a page.
  wrong: {
    ...named(WRONG),
    'a page without the library': edited((page) => page.replaceAll(/<script[^>]*src="[^"]*plotly[^"]*"[^>]*><\/script>/g, '')), // prettier-ignore
    'the chart hidden by CSS': styled('.bars { visibility: hidden }'),
    'the chart behind a sheet that lets clicks through': edited((page) => page.replace('</body>', '<div style="position:fixed;inset:120px 0 0;background:white;pointer-events:none"></div></body>')), // prettier-ignore
    'ink in the colour of the ground': styled('.bars path { fill: #e5ecf6 !important; stroke: none !important }'),
    'names of the months in the colour of the ground': styled('.xtick text { fill: white !important }'),
    'restyled two seconds after the page was opened': scripted('setTimeout(() => Plotly.restyle(gd, { y: [[1, 2, 3]] }, [0]), 2000)'), // prettier-ignore
    'drawn by code that never runs': edited((page) => page.replace('Plotly.newPlot(', 'if (false) Plotly.newPlot(')),
    'functions of the document forged': edited(
      (page) =>
      page
        .replace('<head>', '<head><script>Element.prototype.getBoundingClientRect = () => ({ x: 1, y: 1, width: 9, height: 9 }); SVGElement.prototype.getBBox = () => ({ x: 0, y: 0, width: 9, height: 9 });</script>')
        .replace('</body>', '<style>.bars .point:nth-child(3) { display: none }</style></body>'), // prettier-ignore
    ),
    'an axis with other numbers than the bars': scripted('setTimeout(() => document.querySelectorAll(".ytick text").forEach((t, i) => { t.textContent = i * 7 + "k" }), 100)'), // prettier-ignore
  },
  right: {
    ...named(RIGHT),
    'a select of its own': written('select'),
    'the library within the page': async (target) =>
      await target.python(replaced(target.program, 'include_plotlyjs="cdn"', 'include_plotlyjs=True')),
    'numbers in typed arrays': edited((page) =>
      page.replaceAll(/"y":\[((?:-?[\d.]+(?:e-?\d+)?,?)+)\]/g, (_, list: string) => {
        const bytes = Buffer.from(new Float64Array(list.split(',').map(Number)).buffer);
        return `"y":{"dtype":"f8","bdata":${JSON.stringify(bytes.toString('base64'))}}`;
      }),
    ),
  },
});
