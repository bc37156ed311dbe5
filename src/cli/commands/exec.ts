// `pybench exec`: a program in a fresh interpreter, for task authors and for debugging.
import { z } from 'zod';
import { defaultLimits, digestBytes, visibleName, type InputFile, type OutputFile } from '../../core/index.ts';
import { importedModules, withInterpreters, type Interpreter, type InterpreterHost } from '../../interpreter/index.ts';
import { readProgramFile, type Program } from '../../suite/index.ts';
import { defineCommand } from '../command.ts';
import { executedCell, showOutput, type ExecutedCell } from '../terminal/executed-cell.ts';
import { prepareOutFolder, readDataFolder, writeOutFolder } from './exec-data.ts';
import { isolationFlag } from '../flags/common.ts';
import { limitFlag, timeoutFlag } from '../flags/limits.ts';
import { passOn, printJson, tell } from '../terminal/print.ts';
import { stopSignal } from '../terminal/stop.ts';

const folderFlag = z.string().min(1, { error: 'is empty; give the path of a folder' }).optional();

export const execCommand = defineCommand({
  args: [{ pattern: '<file>', about: 'a .py file whose cells begin with "# %%", or a notebook (.ipynb)' }],
  flags: {
    data: { value: 'DIR', about: 'its files are under ./data', schema: folderFlag },
    out: { value: 'DIR', about: 'where to write the files of ./output', schema: folderFlag },
    timeout: timeoutFlag,
    limit: limitFlag,
    isolation: isolationFlag,
  },
  examples: [
    'exec tasks/chart/tied-winner/reference.py --data instance/data',
    'exec analysis.ipynb --data data --out results --timeout 10',
    'exec program.py --limit outputFiles=10 --json',
  ],
  async run({ args: [file = ''], flags }) {
    const program = readProgramFile(file);
    const files = flags.data === undefined ? [] : readDataFolder(flags.data);
    if (flags.out !== undefined) prepareOutFolder(flags.out);
    const cellCpuSeconds = flags.timeout ?? defaultLimits.cellCpuSeconds;
    const limits = { ...defaultLimits, cellCpuSeconds, ...flags.limit };
    const modules = importedModules(program.cells.map(({ code }) => code).join('\n'));
    // One sandbox, which imports only the modules of this program.
    const request = { isolation: flags.isolation, limits, ahead: 0, modules, background: false };
    return await withInterpreters(request, (host) => executeIn(host, { program, files, flags }));
  },
});

async function executeIn(
  host: InterpreterHost,
  {
    program,
    files,
    flags,
  }: { program: Program; files: readonly InputFile[]; flags: { out?: string | undefined; json: boolean } },
): Promise<number> {
  const stop = stopSignal();
  const interpreter = await host.open(files);
  try {
    const { cells, restarts } = await execute(program, interpreter, stop, { live: !flags.json });
    const { files: outputs, left, figures } = await interpreter.collect();
    if (flags.out !== undefined) writeOutFolder(flags.out, { files: outputs, figures });
    for (const { path, reason } of left) tell(`left behind: ${visibleName(path)} (${reason})`);
    if (flags.json) {
      const { isolation, image } = host.stack;
      const listed = outputs.map(({ path, bytes }): OutputFile => ({
        path,
        size: bytes.length,
        digest: digestBytes(bytes),
      }));
      printJson({ isolation, image: image?.manifest ?? null, cells, restarts, outputs: listed });
    } else if (outputs.length > 0) {
      const names = outputs.map(({ path }) => visibleName(path.slice('output/'.length))).join(', ');
      tell(
        flags.out === undefined ? `left in ./output, and not kept without --out: ${names}` : `${flags.out}: ${names}`,
      );
    }
    if (stop.aborted) return 130;
    return cells.every(({ status }) => status === 'ok') ? 0 : 1;
  } finally {
    await interpreter.close();
  }
}

/** Runs every cell. A cell that fails does not stop the others, as in a trial. */
async function execute(
  program: Program,
  interpreter: Interpreter,
  signal: AbortSignal,
  { live }: { live: boolean },
): Promise<{ cells: ExecutedCell[]; restarts: number }> {
  const cells: ExecutedCell[] = [];
  let restarts = 0;
  for (const { code } of program.cells) {
    if (signal.aborted) break;
    const result = await interpreter.run(code, {
      signal,
      onOutput: (output) => {
        if (!live) return;
        const { stream, text } = showOutput(output);
        passOn(stream, text);
      },
    });
    if (result.stateLost) restarts += 1;
    cells.push(executedCell(code, result));
    if (live && result.reason) {
      tell(
        `cell ${cells.length}: ${result.reason}${result.stateLost ? '; the next cell starts without its variables' : ''}`,
      );
    }
  }
  return { cells, restarts };
}
