// Runs submitted programs on hidden cases before grading.
import { basename } from 'node:path';
import { reasonOf, type Json } from '../../../core/index.ts';
import { SandboxLost, type Interpreter, type InterpreterHost } from '../../../interpreter/index.ts';
import type { Execution, Material } from '../../material.ts';
import { namesOf } from './cases.ts';
import { programCells, toolCells, type Contract } from './driver.ts';
import type { ProgramCheck } from './kind.ts';

const CASE_SECONDS = 5;
export const MAX_RESULT = 4 * 2 ** 20;

/**
 * Runs the programs in sandboxes that hold the agent's files and the inputs of the cases, but never the expected
 * results. Checks of one file share a sandbox: each check loads the file anew, and after a crash of Python the next
 * check gets a fresh process.
 */
export async function executePrograms(
  checks: readonly ProgramCheck[],
  { files }: Pick<Material, 'files'>,
  { interpreters }: { readonly interpreters: InterpreterHost },
  all: readonly ProgramCheck[],
): Promise<Map<string, Execution>> {
  const host = openingHost(interpreters);
  const executions = new Map<string, Execution>();
  for (const file of new Set(checks.map((check) => check.file))) {
    const group = checks.filter((check) => check.file === file);
    const found = files.has(file)
      ? await executeTogether(file, group, files, host, contractOf(file, all))
      : group.map((): Execution => ({ fault: `${file} is missing` }));
    for (const [index, { name }] of group.entries()) executions.set(name, found[index] ?? { fault: 'it was not run' });
  }
  return executions;
}

async function executeTogether(
  file: string,
  checks: readonly ProgramCheck[],
  files: Material['files'],
  host: InterpreterHost,
  contract: Contract,
): Promise<Execution[]> {
  const interpreter = await host.open([...files].map(([path, bytes]) => ({ path: `data/${path}`, bytes })));
  try {
    const faults: (string | undefined)[] = [];
    for (const [index, check] of checks.entries()) faults.push(await runCases(interpreter, check, index, contract));
    const { files: written } = await interpreter.collect();
    return faults.map((fault, index): Execution => {
      if (fault !== undefined) return { fault };
      const result = written.find(({ path }) => path === resultFile(index));
      if (!result || result.bytes.length > MAX_RESULT) return { fault: `${basename(file)} left no usable results` };
      return { result: Buffer.from(result.bytes).toString('utf8') };
    });
  } finally {
    await interpreter.close();
  }
}

const resultFile = (index: number) => `output/results-${index}.json`;

/** The inputs of the cases, without the expected results. */
function asked({ cases }: ProgramCheck): Json[] {
  return cases.map((each) =>
    'run' in each
      ? { run: each.run, stdin: each.stdin ?? '', files: each.files ?? {} }
      : { call: each.call, args: each.args },
  );
}

/**
 * The classes and attributes of exceptions that any check of the file expects. The sandbox reports all of them for
 * every case, so that it cannot tell which cases must raise one.
 */
function contractOf(file: string, all: readonly ProgramCheck[]): Contract {
  const expected = all.filter((check) => check.file === file).flatMap(({ cases }) => cases.map(({ expect }) => expect));
  const raising = expected.flatMap((each) => ('raises' in each ? [each] : []));
  return {
    classes: [...new Set(raising.flatMap(({ raises }) => namesOf(raises)))],
    attributes: [...new Set(raising.flatMap((each) => Object.keys(each.with ?? {})))],
  };
}

/** Runs the cases of one check. Returns the reason if there are no results. */
async function runCases(
  interpreter: Interpreter,
  check: ProgramCheck,
  index: number,
  contract: Contract,
): Promise<string | undefined> {
  const isTool = check.cases.some((each) => 'run' in each);
  const options = { program: `data/${check.file}`, result: resultFile(index), seconds: CASE_SECONDS };
  const cells = isTool ? toolCells(options, asked(check)) : programCells(options, contract, asked(check));
  for (const code of cells) {
    const cell = await interpreter.run(code);
    if (cell.status === 'ok') continue;
    const error = cell.outputs.find((output) => output.type === 'error');
    const why = error ? `${error.name}: ${error.value}` : (cell.reason ?? cell.status);
    return `${basename(check.file)} could not be run: ${why}`.slice(0, 500);
  }
  return undefined;
}

/** If a sandbox opens without files but not with the agent's files, those files are the cause: throws SandboxLost. */
function openingHost(host: InterpreterHost): InterpreterHost {
  const open: InterpreterHost['open'] = async (files) => {
    try {
      return await host.open(files);
    } catch (error) {
      await (await host.open([])).close();
      throw new SandboxLost(`no sandbox can be opened with these files: ${reasonOf(error)}`, { cause: error });
    }
  };
  return { ...host, open };
}
