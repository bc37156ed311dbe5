// A cell behaves as in a notebook, for everything that models write into one.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CellOutput } from '../../src/core/index.ts';
import type { CellResult, Interpreter, InterpreterHost } from '../../src/interpreter/index.ts';

export interface NotebookContractOptions {
  readonly host: () => InterpreterHost;
}

const streamText = (outputs: readonly CellOutput[], name: 'stdout' | 'stderr') =>
  outputs.map((output) => (output.type === 'stream' && output.name === name ? output.text : '')).join('');
const stdout = ({ outputs }: CellResult) => streamText(outputs, 'stdout');
const stderr = ({ outputs }: CellResult) => streamText(outputs, 'stderr');
const error = ({ outputs }: CellResult) => outputs.find((output) => output.type === 'error');
const shown = ({ outputs }: CellResult) => outputs.find((output) => output.type === 'result')?.data['text/plain'];

/** The outputs in order, one word each: text of streams and values, `picture` for a figure, the name of an error. */
function story({ outputs }: CellResult): string[] {
  return outputs.flatMap((output) => {
    if (output.type === 'stream') return output.text.trim().split('\n');
    if (output.type === 'error') return [output.name];
    return [output.data['image/png'] ? 'picture' : (output.data['text/plain'] ?? '')];
  });
}

/** Lines of Python as one cell. */
const cell = (...lines: string[]) => lines.join('\n');

export function notebookContract(name: string, { host }: NotebookContractOptions): void {
  const open = async (): Promise<Interpreter> => {
    const interpreter = await host().open([]);
    onTestFinished(() => interpreter.close());
    return interpreter;
  };

  describe(`${name}: values`, () => {
    test('display() keeps its order among printed text', async () => {
      const python = await open();
      const result = await python.run(
        cell('import pandas as pd', "print('before')", "display(pd.DataFrame({'n': [7]}))", "print('after')", "'last'"),
      );
      expect(story(result)).toEqual(['before', '   n\n0  7', 'after', "'last'"]);
      expect(result.outputs[1]).toMatchObject({
        type: 'display',
        data: { 'text/html': expect.stringContaining('<td>7') },
      });
    });

    test('rich forms of a value are kept in addition to its text', async () => {
      const python = await open();
      const { outputs } = await python.run(
        cell(
          'class Rich:',
          "    __repr__ = lambda self: 'plain'",
          "    _repr_html_ = lambda self: '<b>html</b>'",
          "    _repr_markdown_ = lambda self: '**md**'",
          "    _repr_latex_ = lambda self: '$x$'",
          "    _repr_svg_ = lambda self: '<svg/>'",
          "    _repr_png_ = lambda self: (b'png', {'width': 3})",
          'Rich()',
        ),
      );
      expect(outputs).toEqual([
        {
          type: 'result',
          data: {
            'text/plain': 'plain',
            'text/html': '<b>html</b>',
            'text/markdown': '**md**',
            'text/latex': '$x$',
            'image/svg+xml': '<svg/>',
            'image/png': Buffer.from('png').toString('base64'),
          },
        },
      ]);
    });

    test('a MIME bundle is kept unchanged, without forms that are too large or not text', async () => {
      const python = await open();
      const { outputs } = await python.run(
        cell(
          'class Bundle:',
          '    def _repr_mimebundle_(self, include=None, exclude=None):',
          "        return {'text/html': 'x' * 10_000_000, 'application/x+json': {'a': 1}, 'text/markdown': 'm', 3: 'no'}, {}",
          "    __repr__ = lambda self: 'bundle'",
          'Bundle()',
        ),
      );
      expect(outputs).toEqual([
        {
          type: 'result',
          data: { 'text/plain': 'bundle', 'application/x+json': '{"a": 1}', 'text/markdown': 'm' },
        },
      ]);
    });

    test('a rich form that raises is shown as an error, and the other forms are kept', async () => {
      const python = await open();
      const result = await python.run(
        cell(
          'import sys',
          'from unittest.mock import MagicMock',
          'class Bad:',
          '    _repr_html_ = lambda self: 1 / 0',
          '    _repr_mimebundle_ = lambda self: sys.exit()',
          "    __repr__ = lambda self: 'bad'",
          'class Worse:',
          '    __repr__ = lambda self: sys.exit(3)',
          'class Coy:',
          '    def _repr_html_(self): raise NotImplementedError',
          "    __repr__ = lambda self: 'coy'",
          'display(MagicMock(name="double"), Worse(), Coy())',
          'Bad()',
        ),
      );
      expect(result.status).toBe('ok');
      expect(story(result)).toEqual([
        expect.stringContaining("MagicMock name='double'"),
        'SystemExit',
        'coy',
        'SystemExit',
        'ZeroDivisionError',
        'bad',
      ]);
      expect(result.outputs.find((output) => output.type === 'error')?.traceback).toContain('__repr__');
    });

    test("results are printed by IPython's own pretty printer, where it is installed", async () => {
      const python = await open();
      const found = await python.run("import importlib.util\nimportlib.util.find_spec('IPython') is not None");
      if (shown(found) !== 'True') return; // This Python has no IPython.
      const print = async (code: string) => shown(await python.run(code));
      await python.run('class A: pass\ndef f(x, y=1): pass');
      expect(await print('A()')).toMatch(/^<__main__\.A at 0x[0-9a-f]+>$/);
      expect(await print('[int, A, f]')).toBe('[int, __main__.A, <function __main__.f(x, y=1)>]');
      expect(await print("{f'key {i}': list(range(9)) for i in range(3)}")).toBe(
        ["{'key 0': [0, 1, 2, 3, 4, 5, 6, 7, 8],", " 'key 1': [0, 1, 2, 3, 4, 5, 6, 7, 8],", " 'key 2': [0, 1, 2, 3, 4, 5, 6, 7, 8]}"].join('\n'), // prettier-ignore
      );
      expect((await print('list(range(5000))'))?.split('\n').slice(-2)).toEqual([' 999,', ' ...]']);
      await python.run(
        "get_ipython().display_formatter.formatters['text/plain'].for_type(A, lambda value, page, cycle: page.text('an A'))",
      );
      expect(await print('[A()]')).toBe('[an A]');
    });

    test('a repr of enormous length is cut, head and tail kept', async () => {
      const python = await open();
      const text = shown(await python.run("'a' * 3_000_000 + 'z'")) ?? '';
      expect(text.length).toBeLessThan(300_000);
      expect([text.startsWith("'aaa"), text.endsWith("az'")]).toEqual([true, true]);
      expect(text).toContain('characters left out');
    });

    test("IPython's display functions and objects show what they show in a notebook", async () => {
      const python = await open();
      const result = await python.run(
        cell(
          'import importlib.util, base64',
          "if importlib.util.find_spec('IPython'):",
          '    from IPython.display import HTML, Image, Markdown, clear_output, display',
          "    print('first')",
          "    display(HTML('<i>x</i>'), Markdown('**x**'))",
          '    clear_output(wait=True)',
          "    display(Image(data=base64.b64decode('iVBORw0KGgo='), format='png'))",
          "    print('last')",
        ),
      );
      expect(result.status).toBe('ok');
      if (result.outputs.length === 0) return; // This Python has no IPython.
      expect(result.outputs.map((output) => ('data' in output ? Object.keys(output.data)[1] : 'text'))).toEqual([
        'text',
        'text/html',
        'text/markdown',
        'image/png',
        'text',
      ]);
    });

    test('libraries that ask for a notebook work without its browser', async () => {
      const python = await open();
      const result = await python.run(
        cell(
          'from importlib.util import find_spec',
          "if find_spec('tqdm') and find_spec('plotly') and find_spec('sympy'):",
          '    from tqdm.notebook import tqdm',
          '    for i in tqdm(range(2)): pass',
          '    import plotly.express as px, sympy',
          '    px.bar(x=[1], y=[2]).show()',
          '    sympy.init_printing()',
          "    display(sympy.sqrt(sympy.Symbol('x')))",
        ),
      );
      expect(error(result)).toBeUndefined();
      if (result.outputs.length === 0) return; // This Python has no tqdm, plotly or sympy.
      expect(stderr(result)).toContain('2/2');
      const [plot, formula] = result.outputs.filter((output) => output.type === 'display').map(({ data }) => data);
      expect(plot).toHaveProperty('application/vnd.plotly.v1+json');
      expect(formula?.['text/plain']).toBe('√x');
      expect(formula?.['text/latex']).toContain('\\sqrt{x}');
    });

    test('_ holds the last value until a program assigns to it', async () => {
      const python = await open();
      await python.run('6 * 7');
      expect(shown(await python.run('_ + 1'))).toBe('43');
      await python.run("_ = 'mine'\n5");
      expect(shown(await python.run('_'))).toBe("'mine'");
    });

    test('a semicolon after the value hides it, a semicolon in a comment does not', async () => {
      const python = await open();
      expect(shown(await python.run("'数' * 2;  # quiet"))).toBeUndefined();
      expect(shown(await python.run('7  # not quiet;'))).toBe('7');
    });
  });

  describe(`${name}: figures`, () => {
    let python: Interpreter;
    beforeAll(async () => {
      python = await host().open([]);
      await python.run('import matplotlib.pyplot as plt\nimport pandas as pd');
    });
    afterAll(() => python.close());

    test('plt.show() shows the open figures at its place among the outputs', async () => {
      const result = await python.run(
        cell(
          "print('a')",
          'plt.plot([1, 2])',
          'plt.figure()',
          'plt.plot([2, 1])',
          'plt.show()',
          "print('b')",
          'plt.show()',
        ),
      );
      expect(story(result)).toEqual(['a', 'picture', 'picture', 'b']);
      expect(result.status).toBe('ok');
    });

    test('an open figure is shown at the end of the cell, also if the cell raises', async () => {
      expect(story(await python.run("plt.plot([1]);\nprint('p')"))).toEqual(['p', 'picture']);
      expect(story(await python.run('plt.plot([1])\n1 / 0'))).toEqual(['picture', 'ZeroDivisionError']);
      expect(story(await python.run("'next'"))).toEqual(["'next'"]);
    });

    test('a figure that is the last value or was displayed is shown once, and again after a change', async () => {
      const make = 'fig, ax = plt.subplots()\nax.plot([1, 3])\n';
      expect((await python.run(`${make}fig`)).outputs).toMatchObject([
        {
          type: 'result',
          data: { 'image/png': expect.any(String), 'text/plain': expect.stringContaining('<Figure size') },
        },
      ]);
      expect(story(await python.run(`${make}display(fig)\nprint('p')`))).toEqual(['picture', 'p']);
      expect(story(await python.run(`${make}display(fig)\nax.set_title('changed');`))).toEqual(['picture', 'picture']);
    });

    test('an empty figure gives its text, once, and no picture', async () => {
      expect(story(await python.run('plt.figure()'))).toEqual(['<Figure size 640x480 with 0 Axes>']);
      expect(story(await python.run('fig = plt.figure()'))).toEqual(['<Figure size 640x480 with 0 Axes>']);
    });

    test('plt.show(block=False) shows a figure once, also if plt.pause and plt.close follow', async () => {
      const result = await python.run('plt.plot([1])\nplt.show(block=False)\nplt.pause(0.01)\nplt.close()');
      expect(story(result)).toEqual(['picture']);
    });

    test('a figure that is too large or cannot be drawn becomes a note', async () => {
      const large = await python.run("plt.figure(figsize=(900, 900))\nplt.plot([1])\n'value'");
      expect(large).toMatchObject({ status: 'ok' });
      expect(shown(large)).toBe("'value'");
      expect(stderr(large)).toContain('90000×90000 pixels');
      const broken = await python.run("plt.plot([1])\nplt.title(r'$\\frac{$')\nplt.show()\nprint('on')");
      expect(broken).toMatchObject({ status: 'ok' });
      expect(stderr(broken)).toContain('a figure could not be drawn: ValueError');
      expect(stdout(broken)).toBe('on\n');
    });

    test.each([
      ['by default', ''],
      ['when a font is asked for that is not there', "plt.rcParams['font.sans-serif'] = ['SimHei']"],
      ['when a style has replaced the fonts', "plt.style.use('default')\nplt.rcParams['font.family'] = 'DejaVu Serif'"],
    ])('Chinese text is drawn %s', async (_, setting) => {
      // Without a font every character is the same box, so two titles of equal length would give equal pictures.
      const draw = (title: string) =>
        python.run(cell('plt.rcdefaults()', setting, 'plt.plot([1])', `plt.title('${title}');`));
      const [one, two] = [await draw('销售额图'), await draw('利润数表')];
      expect(stderr(one)).not.toContain('missing from');
      expect(one.outputs.at(-1)).toMatchObject({ type: 'display', data: { 'image/png': expect.any(String) } });
      expect(one.outputs.at(-1)).not.toEqual(two.outputs.at(-1));
    });

    test('matplotlib warns of a missing font once, not for every text of the figure', async () => {
      const result = await python.run("plt.rcParams['font.family'] = 'No Such Font'\nplt.plot([1])\nplt.title('x');");
      expect(stderr(result).match(/'No Such Font' not found/g)).toHaveLength(1);
    });

    test('plots of pandas are shown like other figures', async () => {
      const result = await python.run("pd.DataFrame({'城市': ['甲', '乙'], 'n': [1, 2]}).plot.bar(x='城市');");
      expect(story(result)).toEqual(['picture']);
    });
  });

  describe(`${name}: magics and commands`, () => {
    test('%matplotlib inline and other settings print nothing', async () => {
      const python = await open();
      const result = await python.run(
        cell('%matplotlib inline', '%load_ext autoreload', "%config InlineBackend.figure_format = 'retina'", '40 + 2'),
      );
      expect(result.outputs).toEqual([{ type: 'result', data: { 'text/plain': '42' } }]);
    });

    test('%time and %%time print the time of a line and a cell, and give the value', async () => {
      const python = await open();
      const line = await python.run('%time sum(range(1000))');
      expect(stdout(line)).toMatch(/CPU times: .*\nWall time: /);
      expect(shown(line)).toBe('499500');
      const whole = await python.run('# how long?\n%%time\nx = 6\nx * 7');
      expect(stdout(whole)).toMatch(/Wall time: /);
      expect(shown(whole)).toBe('42');
      expect(shown(await python.run('y = %time x + 1\ny'))).toBe('7');
    });

    test('%timeit measures in well under a second', async () => {
      const python = await open();
      const result = await python.run('%timeit -r 2 sum(range(10))');
      expect(stdout(result)).toMatch(/per loop \(mean ± std\. dev\. of 2 runs, [\d,]+ loops each\)/);
      expect(result.wallMs).toBeLessThan(5000);
    });

    test('!command shows its output in its place, with variables filled in', async () => {
      const python = await open();
      const result = await python.run(
        cell(
          "name = '数 a'",
          "print('one')",
          '!echo "{name}" $name; echo wrong >&2',
          "print('two')",
          "!awk '{print $1}' /dev/null",
        ),
      );
      expect(stdout(result)).toBe('one\n数 a 数 a\nwrong\ntwo\n');
    });

    test('x = !command gives a list of lines, also in functions, and _exit_code has the exit code', async () => {
      const python = await open();
      const result = await python.run(
        cell(
          'def f(word):',
          '    out = !printf "%s\\n" {word} b',
          '    return out',
          "print(f('a'), f('c').n)",
          '!exit 3',
          '_exit_code',
        ),
      );
      expect(stdout(result)).toBe("['a', 'b'] c\nb\n");
      expect(shown(result)).toBe('3');
    });

    test('a command that starts a background program does not delay the end of the cell', async () => {
      const python = await open();
      const result = await python.run('!sleep 30 & echo started');
      expect(stdout(result)).toBe('started\n');
      expect(result.wallMs).toBeLessThan(5000);
    });

    test.each([
      '%pip install pandas no-such-thing',
      '!pip install -q "pandas>=1" no-such-thing',
      'pip install pandas no-such-thing',
    ])('%j is refused with a list of what is available, and the cell continues', async (line) => {
      const python = await open();
      const result = await python.run(`${line}\n'on'`);
      expect(stderr(result)).toMatch(/no network.*installed already: pandas [\d.]+.*not available: no-such-thing/);
      expect(shown(result)).toBe("'on'");
    });

    test('pip list shows the installed packages', async () => {
      const python = await open();
      expect(stdout(await python.run('!pip list 2>/dev/null | grep -i "^pandas "'))).toMatch(/^pandas +\d/);
    });

    test('%%capture stores all output in a variable', async () => {
      const python = await open();
      const quiet = await python.run("%%capture kept\nprint('text')\ndisplay(1)\n2");
      expect(quiet.outputs).toEqual([]);
      expect(story(await python.run('kept.show()\nkept.stdout'))).toEqual(['text', '1', '2', "'text\\n'"]);
    });

    test('%%bash runs the cell as a script and fails with it', async () => {
      const python = await open();
      expect(stdout(await python.run('%%bash\nfor i in 1 2; do\n  echo "line $i"\ndone'))).toBe('line 1\nline 2\n');
      expect(error(await python.run('%%bash\nexit 4'))).toMatchObject({
        name: 'CalledProcessError',
        value: expect.stringContaining('exit status 4'),
      });
    });

    test('%%writefile, %cd, %pwd, %ls and %run work as in IPython', async () => {
      const python = await open();
      await python.run("%%writefile output/made.py\nimport sys\nmade = 'made ' + sys.argv[1]\n");
      const result = await python.run(
        '%cd output\n%ls\n%run made.py here\nhere = %pwd\n(here.endswith("output"), made)',
      );
      expect(stdout(result)).toMatch(/output\nmade\.py\n$/);
      expect(shown(result)).toBe("(True, 'made here')");
    });

    test('a question mark shows the help', async () => {
      const python = await open();
      const text = stdout(await python.run('def area(r):\n    """Of a circle."""\narea?'));
      expect(text).toContain('area(r)');
      expect(text).toContain('Of a circle.');
      expect(stdout(await python.run('?nothing'))).toContain('`nothing` not found');
    });

    test('an unknown magic is an error that names it and its line', async () => {
      const python = await open();
      const line = error(await python.run("print('a')\n%frobnicate now"));
      expect(line?.value).toContain('%frobnicate');
      expect(line?.traceback).toContain('line 2, in <module>\n    %frobnicate now\n');
      expect(error(await python.run('%%frobnicate\nx'))?.value).toContain('%%frobnicate');
      expect(error(await python.run('x = 1\n%%time\ny = 2'))?.value).toContain('must be on the first line');
    });

    test('code that only looks like a magic runs as Python', async () => {
      const python = await open();
      const text = ['a, b = 17, 5', 'text = """', '%time', '!ls', 'what?', '"""'];
      const result = await python.run(cell(...text, 'print(a', '% b, "50% !done! ok?", len(text))'));
      expect(stdout(result)).toBe('2 50% !done! ok? 17\n');
      const withMagic = await python.run(cell(...text, '%matplotlib inline', 'print(a', '% b, len(text))'));
      expect(stdout(withMagic)).toBe('2 17\n');
      const broken = error(await python.run(cell(...text, '%matplotlib inline', 'print(a', '% b, len(text)')));
      expect(broken?.traceback).toContain("line 8\n    print(a\n         ^\nSyntaxError: '(' was never closed");
    });

    test('get_ipython() exists, for code that was exported from notebooks', async () => {
      const python = await open();
      const result = await python.run(
        cell(
          "get_ipython().run_line_magic('matplotlib', 'inline')",
          "get_ipython().system('echo hi')",
          'get_ipython().user_ns is globals()',
        ),
      );
      expect([stdout(result), shown(result)]).toEqual(['hi\n', 'True']);
    });

    test('cells are transformed in the same way as by IPython', async ({ skip }) => {
      const python = await open();
      const result = await python.run(differences);
      if (error(result)?.name === 'ModuleNotFoundError') skip('this Python has no IPython');
      expect(stdout(result)).toBe('');
      expect(result.status).toBe('ok');
    });
  });

  describe(`${name}: errors and exits`, () => {
    test('a traceback includes functions of earlier cells, with the lines of each', async () => {
      const python = await open();
      await python.run('def inner(n):\n    return 1 / n');
      await python.run('def outer(n):\n    return inner(n)');
      const trace = error(await python.run('x = 0\nouter(x)'))?.traceback ?? '';
      expect(trace.match(/File "<cell \d>", line \d+, in \w+|File "<cell \d>", line \d+, in <module>/g)).toEqual([
        'File "<cell 3>", line 2, in <module>',
        'File "<cell 2>", line 2, in outer',
        'File "<cell 1>", line 2, in inner',
      ]);
      expect(trace).toContain('return 1 / n');
    });

    test('chained exceptions are kept, without frames of our code', async () => {
      const python = await open();
      const trace =
        error(
          await python.run(
            cell(
              '%%time',
              'def f():',
              "    return {}['k']",
              'try:',
              '    %time f()',
              'except KeyError as e:',
              "    raise ValueError('v') from e",
            ),
          ),
        )?.traceback ?? '';
      expect(trace).toMatch(
        /KeyError: 'k'\n\nThe above exception was the direct cause[^]*line 7, in <module>\n.*\nValueError: v/,
      );
      expect(trace).toContain('line 5, in <module>\n    %time f()\n');
      expect(trace).not.toMatch(/\.py"|<magic>/);
    });

    test('a syntax error has its line and its caret', async () => {
      const python = await open();
      expect(error(await python.run("x = 1\nif x\n    print('a')"))?.traceback).toMatch(
        /^ {2}File "<cell 1>", line 2\n {4}if x\n {8}\^\nSyntaxError: expected ':'\n$/,
      );
      expect(error(await python.run('if True:\nx = 1'))).toMatchObject({ name: 'IndentationError' });
      expect(error(await python.run('%time 1\nprint "old"'))?.traceback).toContain('line 2\n    print "old"');
    });

    test('an endless recursion is reported in a few lines', async () => {
      const python = await open();
      const result = error(await python.run('def a(n): return b(n)\ndef b(n): return a(n)\na(1)'));
      expect(result?.name).toBe('RecursionError');
      expect(result?.traceback.length).toBeLessThan(3000);
      expect(result?.traceback).toMatch(/\d+ frames in the middle are left out/);
    });

    test('an exception with an enormous or a failing message is cut or named', async () => {
      const python = await open();
      const large = error(await python.run("raise ValueError('x' * 5_000_000)"));
      expect(large?.traceback.length).toBeLessThan(40_000);
      expect(large?.value.length).toBeLessThan(5000);
      const failing = await python.run('class E(Exception):\n    def __str__(self): raise SystemExit\nraise E()');
      expect(error(failing)).toMatchObject({ name: 'E', value: expect.stringContaining('__str__ raised') });
      expect(shown(await python.run('1'))).toBe('1');
    });

    test.each(['exit()', 'quit()', 'import sys; sys.exit()', 'import sys; sys.exit(0)'])(
      '%s ends the cell well, with a note, and the state is kept',
      async (code) => {
        const python = await open();
        const result = await python.run(`x = 5\n${code}\nx = 6`);
        expect(result.status).toBe('ok');
        expect(stderr(result)).toContain('the cell ended here');
        expect(shown(await python.run('x'))).toBe('5');
      },
    );

    test('sys.exit with a code or a message is an error, and the interpreter continues', async () => {
      const python = await open();
      const result = await python.run("import sys\nsys.exit('no data')");
      expect(error(result)).toMatchObject({ name: 'SystemExit', value: 'no data' });
      expect(error(result)?.traceback).toContain('the interpreter and its variables remain');
    });

    test('getpass and breakpoint fail at once with a reason', async () => {
      const python = await open();
      expect(error(await python.run('import getpass\ngetpass.getpass()'))?.value).toContain('no keyboard');
      expect(error(await python.run('breakpoint()'))?.value).toContain('no keyboard');
    });

    test('a warning shows once in a cell, with its line', async () => {
      const python = await open();
      const code = cell('import warnings', 'for i in range(3):', "    warnings.warn('careful')");
      for (const number of [1, 2]) {
        expect(stderr(await python.run(code))).toBe(
          `<cell ${number}>:3: UserWarning: careful\n  warnings.warn('careful')\n`,
        );
      }
    });
  });

  describe(`${name}: whole programs`, () => {
    test('top-level await, async for and async with, and tasks that outlive their cell', async () => {
      const python = await open();
      const result = await python.run(
        cell(
          'import asyncio, contextlib',
          'async def numbers():',
          '    for n in range(3):',
          '        yield n',
          '@contextlib.asynccontextmanager',
          'async def room():',
          "    yield 'room'",
          'async for n in numbers():',
          "    print(n, end=' ')",
          'async with room() as r:',
          '    print(r)',
          "task = asyncio.create_task(asyncio.sleep(0.01, 'done')) if await asyncio.sleep(0, True) else None",
        ),
      );
      expect(stdout(result)).toBe('0 1 2 room\n');
      expect(shown(await python.run('await task'))).toBe("'done'");
      expect(shown(await python.run("asyncio.run(asyncio.sleep(0, 'run'))"))).toBe("'run'");
    });

    test('the cell is __main__, without a file', async () => {
      const python = await open();
      const result = await python.run("if __name__ == '__main__':\n    print('main', '__file__' in globals())");
      expect(stdout(result)).toBe('main False\n');
    });

    test('inspect.getsource and pickle work for definitions in cells', async () => {
      const python = await open();
      await python.run('class Point:\n    def __init__(self, x): self.x = x\n\ndef twice(n):\n    return 2 * n');
      const result = await python.run(
        'import inspect, pickle\nprint(inspect.getsource(twice), end="")\npickle.loads(pickle.dumps(Point(3))).x',
      );
      expect([stdout(result), shown(result)]).toEqual(['def twice(n):\n    return 2 * n\n', '3']);
    });

    test('multiprocessing works with functions of cells, and the output of children belongs to the cell', async () => {
      const python = await open();
      const result = await python.run(
        cell(
          'from multiprocessing import get_context',
          'def square(n):',
          "    print('child', flush=True)",
          '    return n * n',
          "with get_context('fork').Pool(2) as pool:",
          '    squares = pool.map(square, range(4))',
          'squares',
        ),
      );
      expect(shown(result)).toBe('[0, 1, 4, 9]');
      expect(stdout(result).match(/child/g)).toHaveLength(4);
    });

    test('a forked child ends at the end of the cell', async () => {
      const python = await open();
      const result = await python.run(
        cell(
          'import os',
          'pid = os.fork()',
          'if pid:',
          '    os.waitpid(pid, 0)',
          "print('parent' if pid else 'child')",
        ),
      );
      expect(stdout(result)).toContain('parent\n');
      expect(stdout(result)).toContain('child\n');
      expect(shown(await python.run('1 + 1'))).toBe('2');
    });

    test('an indented cell and a cell with >>> prompts run', async () => {
      const python = await open();
      expect(shown(await python.run('    x = 1\n    x + 1'))).toBe('2');
      expect(shown(await python.run('>>> y = 2\n>>> y + 1'))).toBe('3');
    });

    test('the program cannot import our modules, and may have modules of the same names', async () => {
      const python = await open();
      const ours = "[n for n in sys.modules if n.split('.')[0] == 'pybench'], importlib.util.find_spec('pybench')";
      expect(shown(await python.run(`import importlib.util, sys\n${ours}`))).toBe('([], None)');
      await python.run("import os\nos.makedirs('pybench/kernel')");
      await python.run("%%writefile pybench/kernel/cell.py\nmine = 'mine'");
      await python.run('%%writefile display.py\nfrom pybench.kernel.cell import mine');
      expect(shown(await python.run('import display\ndisplay.mine'))).toBe("'mine'");
    });
  });

  describe(`${name}: damage by a cell`, () => {
    test.each([
      ['replaces sys.stdout', "import io, sys\nsys.stdout = io.StringIO()\nprint('gone')"],
      ['closes the streams', 'import sys\nsys.stdout.close()\nsys.stderr.close()'],
      [
        'wraps and drops the buffer',
        "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, 'ascii')\nsys.stdout = None",
      ],
      ['detaches it', 'import codecs, sys\nsys.stdout = codecs.getwriter("utf-8")(sys.stdout.detach())'],
      ['closes the descriptors', 'import os\nos.close(1)\nos.close(2)'],
      ['points a descriptor elsewhere', "import os\nos.dup2(os.open('output/file.txt', os.O_CREAT | os.O_WRONLY), 1)"],
      ['leaves a tracer', 'import sys\nsys.settrace(lambda *a: 1 / 0)'],
      [
        'leaves an alarm',
        'import signal\nsignal.signal(signal.SIGALRM, lambda *a: 1 / 0)\nsignal.setitimer(signal.ITIMER_REAL, 0.05);',
      ],
      ['lowers the recursion limit', 'import sys\nsys.setrecursionlimit(40)'],
      ['breaks built-in functions', 'import builtins\nbuiltins.len = builtins.isinstance = builtins.str = None'],
      ['forgets __main__', "import sys\ndel sys.modules['__main__']"],
    ])('a cell that %s does not break the next one', async (_, code) => {
      const python = await open();
      await python.run('kept = 1');
      await python.run(code);
      await python.run('import time\ntime.sleep(0.1)');
      const result = await python.run(
        "import os, pickle, sys\nclass C: pass\npickle.dumps(C())\nprint('out 数')\nprint('err', file=sys.stderr)\nos.system('echo raw');\nlen(str(kept))",
      );
      expect([stdout(result), stderr(result), shown(result)]).toEqual(['out 数\nraw\n', 'err\n', '1']);
    });

    test('a thread that prints after its cell does not break the next one', async () => {
      const python = await open();
      await python.run(
        cell(
          'import threading, time',
          'stop = False',
          'def chatter():',
          '    while not stop:',
          "        print('chatter')",
          '        time.sleep(0.001)',
          'thread = threading.Thread(target=chatter)',
          'thread.start()',
        ),
      );
      for (let number = 0; number < 20; number += 1)
        expect(shown(await python.run(String(number)))).toBe(String(number));
      await python.run('stop = True\nthread.join()');
      expect(stdout(await python.run("print('quiet')"))).toBe('quiet\n');
    });

    test('a handler that prints while output is being sent does not deadlock', async () => {
      const python = await open();
      const result = await python.run(
        cell(
          'import signal, time',
          "signal.signal(signal.SIGALRM, lambda *a: print('tick'))",
          'signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)',
          'end = time.monotonic() + 0.3',
          'while time.monotonic() < end:',
          "    print('x' * 500)",
        ),
      );
      expect(result.status).toBe('ok');
      expect(shown(await python.run("'on'"))).toBe("'on'");
    });

    test.each([
      ['prints', "print('x' * 1_000_000)"],
      ['displays', "display({'image/png': 'A' * 4_000_000}, raw=True)"],
    ])('a cell that %s without end can be interrupted, even in the middle of a message', async (_, line) => {
      const python = await open();
      await python.run('kept = 1');
      // The delays hit the sending of the next message, a few milliseconds after one has arrived.
      for (const delay of [0, 1, 2, 3, 5, 8]) {
        const stop = new AbortController();
        const onOutput = () => void setTimeout(() => stop.abort(), delay);
        const { reason } = await python.run(`while True:\n    ${line}`, { signal: stop.signal, onOutput });
        expect(reason).toBe('cancelled');
        expect(shown(await python.run('kept'))).toBe('1');
      }
    });

    test('a large binary write does no harm', async () => {
      const python = await open();
      const result = await python.run(
        "import sys\nsys.stdout.buffer.write(bytes(range(256)) * 40_000)\nprint('\\nthe end')",
      );
      expect(result.status).toBe('ok');
      expect(stdout(result).endsWith('the end\n')).toBe(true);
      expect(shown(await python.run('1'))).toBe('1');
    });

    test('output before a crash is kept', async () => {
      const python = await open();
      const result = await python.run("for i in range(5):\n    print('line', i)\nimport os\nos._exit(1)");
      expect(result.status).toBe('crashed');
      expect(stdout(result)).toBe('line 0\nline 1\nline 2\nline 3\nline 4\n');
    });
  });
}

/** Prints the cells that our code and IPython transform differently. */
const differences = String.raw`
import ast
from IPython.core.inputtransformer2 import TransformerManager

cells = r'''
%matplotlib inline
import x
===
x = 1
%time y = x
===
files = !ls -l *.csv | head
===
a, b = %sx ls
===
!pip install foo
import foo
===
for i in range(3):
    !echo {i}
    %time f(i)
===
try:
    import foo
except ImportError:
    !pip install foo
===
df.head?
===
?df
===
df??
===
!echo "it's" 'fine'
x = 5
===
!find . -name "*.py" -exec grep x {} \;
===
!echo a \
   b
y = 2
===
%time x = 1 # comment
===
def f():
    %timeit -n1 g()
    return 1
===
s = """
%time
!ls
"""
!ls
===
x = (1 +
     2)
%time z = 1
===
print("a!")
!echo 'unbalanced ( paren'
print(5 % 3)
===
d["k"] = !ls
===
!!ls
===
    x = 1
    y = 2
===
>>> x = 1
>>> y = 2
===
x = 10
x %time
===
!cat <<EOF
===
%env FOO=bar
%load_ext autoreload
===
result = %timeit -o f()
===
class A:
    def m(self):
        out = !ls {self.x}
        return out
===
async def f():
    await g()
%time await f()
===
with open('f') as f:
    data = f.read()
    !wc -l f
===
!ls; echo "#no comment"
===
%cd data/
===
x = f"{x!r}"
!python script.py --name="x y" 2>&1 | tail -5
'''.strip('\n').split('\n===\n')

for cell in cells:
    theirs = TransformerManager().transform_cell(cell + '\n')
    ours = get_ipython().transform_cell(cell)
    if ast.dump(ast.parse(ours)) != ast.dump(ast.parse(theirs)):
        print(cell, ours, theirs, sep='\n')
`;
