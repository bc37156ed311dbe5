// `program`: a submitted module is called, or a submitted tool run, on hidden cases in a fresh interpreter; what comes out of it
// is compared here, outside.
import { basename } from 'node:path';
import { z } from 'zod';
import { jsonSchema, type Json } from '../../../core/index.ts';
import { parseUntrusted } from '../../../formats/index.ts';
import type { Interpreter, InterpreterHost } from '../../../interpreter/index.ts';
import { fail, pass, type Execution, type CheckFinding, type Material } from '../../material.ts';
import { programCells, toolCells, type Contract } from './driver.ts';
import { compareRun, ranSchema, toolCaseSchema, type ToolCase } from './tool.ts';
import { sameJson, show } from '../../values.ts';

const CASE_SECONDS = 5;
const RELATIVE = 1e-9;
const MAX_RESULT = 4 * 2 ** 20;

const callSchema = z.object({
  call: z.string(),
  args: z.array(jsonSchema),
  expect: z.union([
    z.object({ returns: jsonSchema }),
    /** The name of the exception's class, or of all classes that it must belong to, and attributes that it must carry. */
    z.object({
      raises: z.union([z.string(), z.array(z.string()).min(1)]),
      with: z.record(z.string(), jsonSchema).optional(),
    }),
  ]),
});
export type ProgramCase = z.infer<typeof callSchema>;

export const programCheckSchema = z.object({
  kind: z.literal('program'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  /** Calls of a module, or runs of a tool. */
  cases: z.union([z.array(callSchema).min(1), z.array(toolCaseSchema).min(1)]),
  /** Relative deviation allowed of numbers. */
  relative: z.number().default(RELATIVE),
  /** Classes and attributes of exceptions in all checks of the file: what is asked about every case alike. */
  contract: z.object({ classes: z.array(z.string()), attributes: z.array(z.string()) }).optional(),
});
export type ProgramCheck = z.infer<typeof programCheckSchema>;

/** The module at `file` gives these results. `group` says in a word what the cases are about. */
export function programPasses(file: string, group: string, cases: ProgramCase[], cites: string): ProgramCheck {
  return { kind: 'program', name: `program ${group}`, cites, file, cases, relative: RELATIVE };
}

/** `python file …`, run in a folder of its own for each case, prints, writes and ends with what it should. */
export function toolPasses(file: string, group: string, cases: ToolCase[], cites: string): ProgramCheck {
  return { kind: 'program', name: `program ${group}`, cites, file, cases, relative: RELATIVE };
}

const resultSchema = z.union([
  z.object({ returned: jsonSchema }),
  z.object({
    raised: z.object({ class: z.string(), kinds: z.array(z.string()), attributes: z.record(z.string(), jsonSchema) }),
  }),
  ranSchema,
  z.object({ unusable: z.string() }),
]);
type CaseResult = z.infer<typeof resultSchema>;

/**
 * Runs the program in sandboxes that hold the agent's files and the cases, but never what they should give. Checks of one file
 * share a sandbox: each loads the file anew, and one that brings Python down leaves a fresh one to the next.
 */
export async function executePrograms(
  checks: readonly ProgramCheck[],
  files: Material['files'],
  host: InterpreterHost,
): Promise<Map<string, Execution>> {
  const executions = new Map<string, Execution>();
  for (const file of new Set(checks.map((check) => check.file))) {
    const group = checks.filter((check) => check.file === file);
    const found = files.has(file)
      ? await executeTogether(file, group, files, host)
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
): Promise<Execution[]> {
  const interpreter = await host.open([...files].map(([path, bytes]) => ({ path: `data/${path}`, bytes })));
  try {
    const faults: (string | undefined)[] = [];
    for (const [index, check] of checks.entries()) faults.push(await runCases(interpreter, check, index));
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

/** What the sandbox may know of the cases. */
function asked({ cases }: ProgramCheck): Json[] {
  return cases.map((each) =>
    'run' in each
      ? { run: each.run, stdin: each.stdin ?? '', files: each.files ?? {} }
      : { call: each.call, args: each.args },
  );
}

const namesOf = (raises: string | readonly string[]) => (typeof raises === 'string' ? [raises] : [...raises]);

/** All checks of a file ask the same about every exception, so that nothing tells which cases must raise one. */
export function withContracts<Any extends { readonly kind: string }>(checks: readonly Any[]): Any[] {
  const isProgram = (check: Any): check is Any & ProgramCheck => check.kind === 'program';
  return checks.map((check) => {
    if (!isProgram(check) || check.contract) return check;
    const expected = checks.flatMap((other) =>
      isProgram(other) && other.file === check.file ? other.cases.map(({ expect }) => expect) : [],
    );
    const raising = expected.flatMap((each) => ('raises' in each ? [each] : []));
    const classes = [...new Set(raising.flatMap(({ raises }) => namesOf(raises)))];
    const attributes = [...new Set(raising.flatMap((each) => Object.keys(each.with ?? {})))];
    return { ...check, contract: { classes, attributes } };
  });
}

function contractOf(check: ProgramCheck): Contract {
  return withContracts([check])[0]?.contract ?? { classes: [], attributes: [] };
}

/** Why there are no results, if there are none. */
async function runCases(interpreter: Interpreter, check: ProgramCheck, index: number): Promise<string | undefined> {
  const isTool = check.cases.some((each) => 'run' in each);
  const options = { program: `data/${check.file}`, result: resultFile(index), seconds: CASE_SECONDS };
  const cells = isTool ? toolCells(options, asked(check)) : programCells(options, contractOf(check), asked(check));
  for (const code of cells) {
    const cell = await interpreter.run(code);
    if (cell.status === 'ok') continue;
    const error = cell.outputs.find((output) => output.type === 'error');
    const why = error ? `${error.name}: ${error.value}` : (cell.reason ?? cell.status);
    return `${basename(check.file)} could not be run: ${why}`.slice(0, 500);
  }
  return undefined;
}

export function evaluateProgram(check: ProgramCheck, { executions }: Material): CheckFinding {
  const execution = executions.get(check.name);
  if (!execution) throw new Error(`the program of "${check.name}" was not run before grading`);
  if ('fault' in execution) return fail(execution.fault);
  const read = parseUntrusted(execution.result, { characters: MAX_RESULT, repeatedKeys: 'allowed' });
  const results = z
    .array(resultSchema)
    .length(check.cases.length)
    .safeParse('value' in read ? read.value : undefined);
  if (!results.success) return fail(`${check.file} left no usable results of the hidden cases`);
  const wrong = check.cases.flatMap((each, index) => {
    const problem = compareCase(each, results.data[index] as CaseResult, check);
    return problem ? [{ case: titleOf(check, each), problem }] : [];
  });
  const [first] = wrong;
  if (!first) return pass(`${check.file}: all ${check.cases.length} hidden cases are right`);
  return fail(`${wrong.length} of ${check.cases.length} hidden cases are wrong; ${first.case}: ${first.problem}`, {
    evidence: { cases: wrong.slice(0, 20) },
  });
}

function titleOf({ file }: ProgramCheck, each: ProgramCase | ToolCase): string {
  if ('call' in each) return `${each.call}(${each.args.map(show).join(', ')})`;
  return [
    basename(file),
    ...each.run.map((argument) => (/^[\w./:=+-]+$/.test(argument) ? argument : show(argument))),
  ].join(' ');
}

function compareCase(each: ProgramCase | ToolCase, result: CaseResult, check: ProgramCheck): string | undefined {
  const { relative } = check;
  if ('unusable' in result) return result.unusable;
  if ('run' in each) return 'ran' in result ? compareRun(each, result.ran, relative) : 'it was not run';
  if ('ran' in result) return 'it was not called';
  const { expect } = each;
  if ('returns' in expect) {
    if ('raised' in result) return `expected ${show(expect.returns)}, got ${result.raised.class}`;
    return sameJson(expect.returns, result.returned, relative)
      ? undefined
      : `expected ${show(expect.returns)}, got ${show(result.returned)}`;
  }
  const wanted = namesOf(expect.raises);
  const said = wanted.join(' and ');
  if ('returned' in result) return `expected ${said} to be raised, got ${show(result.returned)}`;
  const { kinds, attributes } = result.raised;
  if (!wanted.every((name) => kinds.includes(name))) return `expected ${said} to be raised, got ${result.raised.class}`;
  const allowed = new Set(wanted.flatMap(withParents));
  const other = kinds.find((name) => !allowed.has(name));
  if (other !== undefined)
    return `expected ${said} to be raised, got ${result.raised.class}, which is ${other} at the same time`;
  for (const [name, value] of Object.entries(expect.with ?? {})) {
    const actual = attributes[name] ?? null;
    if (!sameJson(value, actual, relative)) return `${said}.${name} should be ${show(value)}, is ${show(actual)}`;
  }
  return undefined;
}

/** Python's own classes above others of its own: whatever is the one is the other. */
const parents: Readonly<Record<string, string>> = {
  ArithmeticError: 'Exception',
  FileExistsError: 'OSError',
  FileNotFoundError: 'OSError',
  FloatingPointError: 'ArithmeticError',
  ImportError: 'Exception',
  IndentationError: 'SyntaxError',
  IndexError: 'LookupError',
  IsADirectoryError: 'OSError',
  KeyError: 'LookupError',
  LookupError: 'Exception',
  ModuleNotFoundError: 'ImportError',
  NotADirectoryError: 'OSError',
  NotImplementedError: 'RuntimeError',
  OverflowError: 'ArithmeticError',
  PermissionError: 'OSError',
  RecursionError: 'RuntimeError',
  TimeoutError: 'OSError',
  UnboundLocalError: 'NameError',
  UnicodeDecodeError: 'UnicodeError',
  UnicodeEncodeError: 'UnicodeError',
  UnicodeError: 'ValueError',
  ZeroDivisionError: 'ArithmeticError',
};

function withParents(name: string): string[] {
  const parent = parents[name] ?? (name === 'Exception' ? undefined : 'Exception');
  return parent === undefined ? [name] : [name, ...withParents(parent)];
}
