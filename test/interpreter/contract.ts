// What every interpreter must do at every isolation level. Each implementation runs these tests.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CellOutput, InputFile } from '../../src/core/index.ts';
import type { CellResult, Interpreter, InterpreterHost } from '../../src/interpreter/index.ts';

export interface ContractOptions {
  readonly host: () => InterpreterHost;
  /** A host whose cells may use a second of CPU time and eight seconds of wall time. */
  readonly hasty: () => InterpreterHost;
  /** Whether its Python has the packages of the stack. */
  readonly packages?: boolean;
}

const stdout = ({ outputs }: CellResult) => streamText(outputs, 'stdout');
const stderr = ({ outputs }: CellResult) => streamText(outputs, 'stderr');
const shown = ({ outputs }: CellResult) => outputs.find((output) => output.type === 'result')?.data['text/plain'];
const error = ({ outputs }: CellResult) => outputs.find((output) => output.type === 'error');

function streamText(outputs: readonly CellOutput[], name: 'stdout' | 'stderr'): string {
  return outputs.map((output) => (output.type === 'stream' && output.name === name ? output.text : '')).join('');
}

export function interpreterContract(name: string, { host, hasty, packages = true }: ContractOptions): void {
  const open = async (files: readonly InputFile[] = [], from = host()): Promise<Interpreter> => {
    const interpreter = await from.open(files);
    onTestFinished(() => interpreter.close());
    return interpreter;
  };
  const openHasty = () => open([], hasty());

  describe(`${name}: cells`, () => {
    test('state persists from cell to cell', async () => {
      const python = await open();
      await python.run('x = 20\ndef double(n):\n    return 2 * n');
      expect(shown(await python.run('double(x) + 2'))).toBe('42');
    });

    test('the last expression is shown unless it ends with a semicolon or is None', async () => {
      const python = await open();
      expect(shown(await python.run("'a'\n'b'"))).toBe("'b'");
      expect(shown(await python.run('1 + 1;'))).toBeUndefined();
      expect(shown(await python.run('None'))).toBeUndefined();
    });

    test('stdout and stderr keep the order in which they were written', async () => {
      const python = await open();
      const { outputs } = await python.run("import sys\nprint('a', end='')\nprint('b', file=sys.stderr)\nprint('c')");
      expect(outputs).toEqual([
        { type: 'stream', name: 'stdout', text: 'a' },
        { type: 'stream', name: 'stderr', text: 'b\n' },
        { type: 'stream', name: 'stdout', text: 'c\n' },
      ]);
    });

    test('output of programs that the cell starts belongs to the cell', async () => {
      const python = await open();
      const result = await python.run("import os\n_ = os.system('echo from the shell; echo and an error >&2')");
      expect([stdout(result), stderr(result)]).toEqual(['from the shell\n', 'and an error\n']);
      expect(stdout(await python.run("print('next')"))).toBe('next\n');
    });

    test('the output of programs keeps its order among what the cell prints and shows', async () => {
      const python = await open();
      const { outputs } = await python.run(
        [
          'import os, subprocess',
          'for n in range(20):',
          "    print('a', n)",
          "    os.system('echo b')",
          "    print('c')",
          "    child = subprocess.Popen(['sh', '-c', 'sleep 0.01; echo d'])",
          '    _ = child.wait()',
          "    display('e')",
        ].join('\n'),
      );
      const order = outputs.map((output) => ('text' in output ? output.text : 'e\n')).join('');
      expect(order).toBe(Array.from({ length: 20 }, (_, n) => `a ${n}\nb\nc\nd\ne\n`).join(''));
    });

    test('a traceback shows the lines of the cell and no lines of our code', async () => {
      const python = await open();
      const result = await python.run("def f():\n    raise ValueError('no 数')\n\nf()");
      expect(result.status).toBe('error');
      expect(error(result)).toMatchObject({ name: 'ValueError', value: 'no 数' });
      expect(error(result)?.traceback).toContain('line 2, in f\n    raise ValueError');
      expect(error(result)?.traceback).not.toContain('cell.py');
    });

    test('a syntax error is reported, and the next cell works', async () => {
      const python = await open();
      expect(error(await python.run('def f(:'))?.name).toBe('SyntaxError');
      expect(shown(await python.run('2 + 2'))).toBe('4');
    });

    test('sys.exit ends the cell, not the interpreter', async () => {
      const python = await open();
      await python.run('x = 1');
      expect(error(await python.run('import sys; sys.exit(3)'))?.name).toBe('SystemExit');
      expect(shown(await python.run('x'))).toBe('1');
    });

    test('top-level await works', async () => {
      const python = await open();
      expect(shown(await python.run('import asyncio\nawait asyncio.sleep(0.01)\nawait asyncio.sleep(0, 7)'))).toBe('7');
    });

    test('input() fails at once with a clear reason', async () => {
      const python = await open();
      expect(error(await python.run("name = input('who? ')"))).toMatchObject({
        name: 'EOFError',
        value: expect.stringContaining('no keyboard'),
      });
    });

    test.skipIf(!packages)('a data frame is shown as text and as a table, a figure as a picture', async () => {
      const python = await open();
      const frame = await python.run("import pandas as pd\npd.DataFrame({'城市': ['临川'], 'n': [3]})");
      const bundle = frame.outputs.find((output) => output.type === 'result')?.data;
      expect(bundle?.['text/plain']).toContain('临川');
      expect(bundle?.['text/html']).toContain('<table');
      const figure = await python.run('import matplotlib.pyplot as plt\nplt.plot([1, 3, 2]);');
      const picture = figure.outputs.find((output) => output.type === 'display')?.data['image/png'] ?? '';
      expect(Buffer.from(picture, 'base64').subarray(1, 4).toString()).toBe('PNG');
    });

    test('text that is not valid Unicode breaks nothing', async () => {
      const python = await open();
      const result = await python.run(
        "import sys\nsys.stdout.buffer.write(b'\\xff\\xfe ok\\n')\nprint('\\ud800')\n'\\udcff'",
      );
      expect(result.status).toBe('ok');
      expect(stdout(result)).toContain('ok');
      expect(shown(await python.run('1'))).toBe('1');
    });

    test('long output keeps its head and its tail', async () => {
      const python = await open();
      const result = await python.run("for i in range(60_000):\n    print(i, 'x' * 10)");
      const text = stdout(result);
      expect(text.length).toBeLessThan(200_000);
      expect(text.startsWith('0 xxxxxxxxxx\n')).toBe(true);
      expect(text.endsWith('59999 xxxxxxxxxx\n')).toBe(true);
      expect(stderr(result)).toContain('characters left out');
    });

    test('a value whose repr raises is shown as that error', async () => {
      const python = await open();
      const result = await python.run('class Bad:\n    def __repr__(self):\n        raise RuntimeError()\nBad()');
      expect(result.status).toBe('ok');
      expect(result.outputs).toMatchObject([{ type: 'error', name: 'RuntimeError' }]);
    });
  });

  describe(`${name}: time limits and crashes`, () => {
    test('a cell that exceeds its CPU time is interrupted, and the state is kept', async () => {
      const python = await openHasty();
      await python.run('x = 5');
      const result = await python.run('while True:\n    pass');
      expect(result.status).toBe('timeout');
      expect(result.reason).toContain('CPU time');
      expect(result.stateLost).toBe(false);
      expect(shown(await python.run('x'))).toBe('5');
    });

    test('a cell that sleeps longer than the wall time is interrupted too', async () => {
      const python = await openHasty();
      const result = await python.run('import time\ntime.sleep(60)');
      expect(result.status).toBe('timeout');
      expect(result.wallMs).toBeLessThan(30_000);
    });

    test('a cell that ignores interrupts is killed, and the next one has a fresh Python and the same files', async () => {
      const python = await openHasty();
      const result = await python.run(
        "open('output/kept.txt', 'w').write('here')\nx = 1\nimport signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True:\n    pass",
      );
      expect(result.status).toBe('timeout');
      expect(result.stateLost).toBe(true);
      expect(error(await python.run('x'))?.name).toBe('NameError');
      expect(shown(await python.run("open('output/kept.txt').read()"))).toBe("'here'");
    });

    test.each([
      ['os._exit', 'import os; os._exit(7)', 'exit code 7'],
      ['a segmentation fault', 'import ctypes; ctypes.string_at(0)', ''],
    ])('%s is reported as a crash and the next cell works', async (_, code, how) => {
      const python = await openHasty();
      const result = await python.run(code);
      expect(result).toMatchObject({ status: 'crashed', stateLost: true });
      expect(result.reason).toContain(how);
      expect(shown(await python.run('1 + 1'))).toBe('2');
    });

    test('a cancelled cell ends soon', async () => {
      const python = await openHasty();
      const stop = new AbortController();
      const { wallMs } = await python.run("print('on')\nimport time\ntime.sleep(60)", {
        signal: stop.signal,
        onOutput: () => stop.abort(),
      });
      expect(stop.signal.aborted).toBe(true);
      expect(wallMs).toBeLessThan(2_500); // long before the wall time limit
    });

    test('a closed interpreter refuses work', async () => {
      const python = await host().open([]);
      await python.close();
      await expect(python.run('1')).rejects.toThrow('closed');
    });
  });

  describe(`${name}: workspace`, () => {
    const csv = { path: 'data/销售 report.csv', bytes: Buffer.from('a,b\n1,2\n') };

    test('inputs are under ./data, results under ./output are collected', async () => {
      const python = await open([csv]);
      await python.run(
        "import shutil, os\nos.makedirs('output/deep/er')\nshutil.copy('data/销售 report.csv', 'output/deep/er/复制.csv')",
      );
      const { files, left, inputsIntact } = await python.collect();
      expect(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
        ['output/deep/er/复制.csv', 'a,b\n1,2\n'],
      ]);
      expect(left).toEqual([]);
      expect(inputsIntact).toBe(true);
    });

    test('only regular files leave the workspace', async () => {
      const python = await open([csv]);
      await python.run(
        "import os\nos.symlink('/etc/passwd', 'output/link')\nos.mkfifo('output/pipe')\nos.symlink('/etc', 'output/folder')\nopen('output/real.txt', 'w').write('yes')",
      );
      const { files, left } = await python.collect();
      expect(files.map(({ path }) => path)).toEqual(['output/real.txt']);
      expect(left.map(({ path }) => path)).toEqual(['output/folder', 'output/link', 'output/pipe']);
    });

    test('two interpreters share nothing', async () => {
      const [one, two] = [await open([csv]), await open()];
      await one.run("x = 1\nopen('output/mine.txt', 'w').write('1')");
      expect(shown(await two.run("import os\n('x' in globals(), os.listdir('output'), os.listdir('data'))"))).toBe(
        '(False, [], [])',
      );
    });

    test('the environment of the harness, which holds keys, is not inherited', async () => {
      process.env['PYBENCH_TEST_SECRET'] = 'hunter2';
      onTestFinished(() => void delete process.env['PYBENCH_TEST_SECRET']);
      const python = await open();
      expect(stdout(await python.run('import os\nprint(dict(os.environ))'))).not.toContain('hunter2');
    });
  });
}
