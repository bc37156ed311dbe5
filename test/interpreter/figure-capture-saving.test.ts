// The recording of saved figures: positions in the picture, for every kind of file, without visible effects on the code.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testHost } from '../support/host.ts';
import { axesOf, FigureRecorder } from '../support/figure-recorder.ts';

let recorder: FigureRecorder;
beforeAll(async () => {
  recorder = await FigureRecorder.open(
    await testHost(),
    `
    import hashlib, io, os, traceback, warnings
    from matplotlib.backend_bases import FigureCanvasBase
    def figure(**options):
        fig, ax = plt.subplots(**options)
        ax.bar([1, 2], [3, 5], color=['#ff0000', '#0000ff'])
        return fig
    from _pybench_figures import store as recorder
    records = recorder._folder
    def recorded(data):
        return os.path.exists(f'{records}/{hashlib.sha256(data).hexdigest()}.json')`,
  );
});
afterAll(() => recorder.close());

describe('geometry', () => {
  test.each([
    ['as it is', '', ''],
    ['at another resolution', '', 'dpi=173'],
    ['cut to its content', '', "bbox_inches='tight'"],
    ['cut, with a margin and few dots', '', "bbox_inches='tight', pad_inches=0.5, dpi=50"],
    ['cut to a box', '', 'bbox_inches=matplotlib.transforms.Bbox([[0.5, 0], [6, 4.33]])'],
    ['with a layout of its own', "layout='constrained', figsize=(3, 2.2)", "bbox_inches='tight', dpi=160"],
  ])('the edges of bars in the picture are at the recorded positions: %s', async (name, figure, save) => {
    const file = `${name}.png`;
    const saved = await recorder.save(
      file,
      `import matplotlib
      fig = figure(${figure})
      fig.axes[0].set_title('a title')
      fig.axes[0].set_ylabel('label\\nin two lines')
      fig.savefig('output/${file}'${save && `, ${save}`})`,
    );
    const { picture, capture } = saved;
    expect(capture.image).toEqual({ width: picture.width, height: picture.height, unit: 'px' });
    const boxes = axesOf(saved).bars[0]?.pixels ?? [];
    expect(boxes).toHaveLength(2);
    for (const [index, [left = 0, bottom = 0, width = 0, height = 0]] of (boxes as number[][]).entries()) {
      const color = ['#ff0000', '#0000ff'][index];
      const [right, top, x, y] = [left + width, bottom + height, left + width / 2, bottom + height / 2];
      const inside = [[left + 1.6, y], [right - 1.6, y], [x, top - 1.6], [x, bottom + 2]] as const; // prettier-ignore
      expect(inside.map(([at, up]) => picture.colorAt(at, up))).toEqual([color, color, color, color]);
      const outside = [[left - 1.6, y], [right + 1.6, y], [x, top + 1.6]] as const; // prettier-ignore
      expect(outside.map(([at, up]) => picture.colorAt(at, up))).toEqual(['#ffffff', '#ffffff', '#ffffff']);
    }
  });

  test('the size of the figure and the size of the cropped picture are recorded separately', async () => {
    const { capture } = await recorder.save(
      'size.png',
      "figure(figsize=(5, 4)).savefig('output/size.png', bbox_inches='tight', pad_inches=0)",
    );
    expect(capture).toMatchObject({ inches: [5, 4], figure: { dpi: 100 }, format: 'png' });
    expect(capture.image.width).toBeLessThan(500);
  });

  test('in a vector format the unit is the point', async () => {
    const saved = await recorder.save('v.svg', "figure().savefig('output/v.svg', dpi=300)");
    const svg = Buffer.from(saved.bytes).toString('utf8');
    expect(saved.capture.image).toEqual({ width: 460.8, height: 345.6, unit: 'pt' });
    expect(svg).toContain('width="460.8pt" height="345.6pt"');
    const [left = 0, bottom = 0] = (axesOf(saved).bars[0]?.pixels?.[0] ?? []) as number[];
    const [, x, y] = /<path d="M ([\d.]+) ([\d.]+)[^"]*"[^>]*style="fill: #ff0000"/.exec(svg) ?? [];
    expect([Number(x), 345.6 - Number(y)]).toEqual([expect.closeTo(left, 1), expect.closeTo(bottom, 1)]);
  });
});

describe('files', () => {
  test.each(['png', 'jpg', 'svg', 'pdf', 'webp', 'tif', 'eps', 'svgz'])('a %s is recorded', async (format) => {
    const { capture } = await recorder.save(
      `f.${format}`,
      `from pathlib import Path\nfigure().savefig(Path('output/f.${format}'))`,
    );
    expect(capture.format).toBe(format);
    expect(axesOf({ capture }).bars).toMatchObject([{ height: [3, 5] }]);
  });

  test('a name without a suffix and a format that contradicts the name are recorded', async () => {
    expect((await recorder.save('bare.png', "figure().savefig('output/bare')")).capture.format).toBe('png');
    expect((await recorder.save('odd.png', "figure().savefig('output/odd.png', format='SVG')")).capture).toMatchObject({
      format: 'svg',
      image: { unit: 'pt' },
    });
  });

  test.each([
    ['a buffer', 'b = io.BytesIO(); fig.savefig(b); data = b.getvalue()'],
    [
      'a buffer that holds something already',
      "b = io.BytesIO(); b.write(b'xyz'); fig.savefig(b); data = b.getvalue()[3:]",
    ],
    ['a text buffer', "b = io.StringIO(); fig.savefig(b, format='svg'); data = b.getvalue().encode()"],
    ['an open file', "with open('output/o.png', 'wb') as b: fig.savefig(b)\ndata = open('output/o.png', 'rb').read()"],
    [
      'an open file, as JPEG',
      "with open('output/o.jpg', 'wb') as b: fig.savefig(b, format='jpg')\ndata = open('output/o.jpg', 'rb').read()",
    ],
    [
      'a member of an archive',
      "import zipfile\nwith zipfile.ZipFile('output/o.zip', 'w') as z:\n  with z.open('m.png', 'w') as b: fig.savefig(b)\ndata = zipfile.ZipFile('output/o.zip').read('m.png')",
    ],
    [
      'an object that writes',
      "class W:\n  data = b''\n  def write(self, d): self.data += bytes(d); return len(d)\n  def flush(self): pass\nw = W(); fig.savefig(w); data = w.data; assert 'write' not in vars(w)",
    ],
  ])('the record of a figure saved to %s has the digest of the written bytes', async (_, code) => {
    expect(
      await recorder.print(`fig = figure()\n${code}\nplt.close('all')\nprint(len(data) > 1000, recorded(data))`),
    ).toBe('True True\n');
  });

  test('a pipe does not block, and frames of an animation are not figures', async () => {
    const before = await recorder.records();
    const printed = await recorder.print(`
      from matplotlib.animation import FuncAnimation
      fig = figure()
      FuncAnimation(fig, lambda i: [], frames=5).save('output/a.gif', writer='pillow')
      fig.savefig('/dev/null', format='png')
      plt.close('all')
      print('done')`);
    expect(printed).toBe('done\n');
    expect(await recorder.records()).toEqual(before);
  });

  test('records have a size limit and give the true length of a series', async () => {
    await recorder.run(`
      rng = np.random.default_rng(1)
      fig, ax = plt.subplots(2, 2)
      for _ in range(6): ax[0, 0].plot(rng.random(20_000), lw=0.1)
      ax[0, 1].scatter(rng.random(20_000), rng.random(20_000), c=rng.random((20_000, 4)), s=rng.random(20_000))
      ax[1, 0].imshow(rng.random((600, 600)))
      for i in range(50): ax[1, 1].text(0, 0, 'é' * 1000, size=1)
      for i in range(2100): ax[1, 1].add_line(plt.Line2D([i, 2], [0, i]))
      with warnings.catch_warnings():
          warnings.simplefilter('ignore')
          fig.savefig('output/huge.png')
      plt.close('all')`);
    const { capture, recordBytes } = await recorder.saved('huge.png');
    expect(recordBytes).toBeGreaterThan(200_000);
    expect(recordBytes).toBeLessThan(2_000_000);
    expect(capture?.leftOut).toBeGreaterThan(100);
    const [lines, points, image] = [0, 1, 2].map((at) => capture && axesOf({ capture }, at));
    expect(lines?.lines.map(({ length }) => length)).toEqual(Array(6).fill(20_000));
    for (const line of lines?.lines ?? []) expect(line.x.length).toBeGreaterThan(100);
    expect(points?.points[0]?.length).toBe(20_000);
    expect(image?.heatMaps[0]).toMatchObject({ shape: [600, 600] });
  });
});

describe('without effects on the code', () => {
  test('an error of savefig has the same traceback as without the recording', async () => {
    const printed = await recorder.print(`
      class Angry(plt.Line2D):
          def draw(self, renderer): raise KeyError('angry')
      def fail(method):
          FigureCanvasBase.print_figure = method
          texts = []
          for path, angry in (('output/x.docx', False), ('/nowhere/x.png', False), ('output/x.png', True)):
              fig = figure()
              if angry: fig.axes[0].add_line(Angry([], []))
              try: fig.savefig(path)
              except Exception: texts.append(traceback.format_exc())
              assert not fig.canvas.callbacks.callbacks.get('draw_event')
              plt.close(fig)
          return texts
      ours = FigureCanvasBase.print_figure
      without, with_ = fail(ours.__wrapped__), fail(ours)
      print(len(with_), without == with_, 'KeyError' in with_[2])`);
    expect(printed).toBe('3 True True\n');
  });

  test('a warning points at the line that saves', async () => {
    const { outputs } = await recorder.run(
      "fig = figure()\nfig.suptitle('\\ue123')\nfig.savefig('output/w.png')\nplt.close(fig)",
    );
    const text = outputs.map((output) => (output.type === 'stream' ? output.text : '')).join('');
    expect(text).toMatch(/^<cell \d+>:3: UserWarning: Glyph/);
    expect(text.match(/Glyph/g)).toHaveLength(1);
  });

  test('functions keep their signatures, figures can be pickled, names are unchanged', async () => {
    const printed = await recorder.print(`
      import inspect, pickle
      f = FigureCanvasBase.print_figure
      print(f.__module__, f.__qualname__, list(inspect.signature(f).parameters)[:2])
      print(inspect.getsource(f).lstrip().startswith('def print_figure('), plt.savefig.__module__)
      fig = figure(); fig.savefig('output/p.png'); again = pickle.loads(pickle.dumps(fig))
      again.savefig('output/q.png'); plt.close('all')
      print(recorded(open('output/q.png', 'rb').read()), [n for n in globals() if 'pybench' in n.lower()])`);
    expect(printed).toBe(
      "matplotlib.backend_bases FigureCanvasBase.print_figure ['self', 'filename']\nTrue matplotlib.pyplot\nTrue []\n",
    );
  });

  test('figures are recorded if code patches savefig, reloads matplotlib or saves from threads', async () => {
    const printed = await recorder.print(`
      import importlib, threading, matplotlib.backend_bases, matplotlib.figure
      from matplotlib.figure import Figure
      original = Figure.savefig
      Figure.savefig = lambda self, *a, **k: original(self, *a, **{**k, 'dpi': 77})
      fig = figure(); plt.savefig('output/patched.png'); plt.close('all')
      Figure.savefig = original
      print(recorded(open('output/patched.png', 'rb').read()))
      inner = FigureCanvasBase.print_figure
      FigureCanvasBase.print_figure = lambda self, *a, **k: inner(self, *a, **k)
      fig = figure(); fig.savefig('output/patched.png', dpi=78); plt.close('all')
      FigureCanvasBase.print_figure = inner
      print(recorded(open('output/patched.png', 'rb').read()))
      reloaded = importlib.reload(matplotlib.backend_bases)
      print(reloaded.FigureCanvasBase is FigureCanvasBase, hasattr(reloaded.FigureCanvasBase.print_figure, '__wrapped__'))
      from matplotlib.backends.backend_agg import FigureCanvasAgg
      def work(n):
          fig = Figure(); FigureCanvasAgg(fig); fig.subplots().bar([1], [n]); fig.savefig(f'output/thread{n}.png')
      threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
      [t.start() for t in threads]; [t.join() for t in threads]
      print([recorded(open(f'output/thread{n}.png', 'rb').read()) for n in range(4)])`);
    expect(printed).toBe('True\nTrue\nFalse True\n[True, True, True, True]\n');
  });

  test('an error in the recording does not reach the code', async () => {
    const printed = await recorder.print(`
      class Label:
          def __str__(self): raise SystemExit('no')
      class Odd(plt.Line2D):
          def get_label(self): return Label()
          def get_xdata(self, orig=True): raise SystemError('odd') if not orig else ValueError('odd')
      with np.errstate(all='raise'), warnings.catch_warnings():
          warnings.simplefilter('error')
          fig = figure(); fig.axes[0].plot([1, np.nan, 1e10], [1, 2, 3]); fig.savefig('output/strict.png')
      print(recorded(open('output/strict.png', 'rb').read()))
      fig.axes[0].add_line(Odd([1, 2], [3, 4])); fig.savefig('output/odd-line.png'); plt.close('all')
      print(os.path.getsize('output/odd-line.png') > 1000)
      for place in ('output/nowhere', '/proc/self', 'output/odd-line.png'):
          recorder.use(place)
          figure().savefig('output/nofolder.png'); plt.close('all')
      recorder.use(records)
      real, os.replace = os.replace, None
      figure().savefig('output/noreplace.png'); plt.close('all')
      os.replace = real
      print([n for n in os.listdir(records) if not n.endswith('.json')])`);
    expect(printed).toBe('True\nTrue\n[]\n');
  });

  test('an interrupt while a figure is recorded reaches the code', async () => {
    const printed = await recorder.print(`
      class Slow(plt.Line2D):
          def get_marker(self): raise KeyboardInterrupt
      fig = figure(); fig.axes[0].add_line(Slow([1, 2], [3, 4]))
      try: fig.savefig('output/slow.png')
      except KeyboardInterrupt: print('interrupted')
      plt.close('all'); figure().savefig('output/after.png'); plt.close('all')
      print(recorded(open('output/after.png', 'rb').read()))`);
    expect(printed).toBe('interrupted\nTrue\n');
  });
});
