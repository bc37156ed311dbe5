// `program`: a submitted module is called on hidden cases in a fresh interpreter; what it returns is compared here, outside.
import { basename } from 'node:path';
import { z } from 'zod';
import { jsonSchema, type Json } from '../core/index.ts';
import { parseUntrusted } from '../formats/index.ts';
import type { InterpreterHost } from '../interpreter/index.ts';
import { fail, pass, type Execution, type Finding, type Material } from './material.ts';
import { programDriver } from './program-driver.ts';
import { show } from './values.ts';

const CASE_SECONDS = 5;
const RESULT_FILE = 'output/results.json';
const MAX_RESULT = 4 * 2 ** 20;

const caseSchema = z.object({
  call: z.string(),
  args: z.array(jsonSchema),
  expect: z.union([
    z.object({ returns: jsonSchema }),
    /** The name of the exception's class, and attributes that it must carry. */
    z.object({ raises: z.string(), with: z.record(z.string(), jsonSchema).optional() }),
  ]),
});
export type ProgramCase = z.infer<typeof caseSchema>;

export const programCheckSchema = z.object({
  kind: z.literal('program'),
  name: z.string(),
  cites: z.string(),
  file: z.string(),
  cases: z.array(caseSchema).min(1),
  /** Relative deviation allowed of returned numbers. */
  relative: z.number(),
});
export type ProgramCheck = z.infer<typeof programCheckSchema>;

/** The module at `file` gives these results. `group` says in a word what the cases are about. */
export function programPasses(file: string, group: string, cases: ProgramCase[], cites: string): ProgramCheck {
  return { kind: 'program', name: `program ${group}`, cites, file, cases, relative: 1e-9 };
}

const resultSchema = z.union([
  z.object({ returned: jsonSchema }),
  z.object({ raised: z.object({ classes: z.array(z.string()), attributes: z.record(z.string(), jsonSchema) }) }),
  z.object({ unusable: z.string() }),
]);
type CaseResult = z.infer<typeof resultSchema>;

/** Runs the module in a sandbox that holds the agent's files and the cases, but never what they should give. */
export async function executeProgram(
  check: ProgramCheck,
  files: Material['files'],
  host: InterpreterHost,
): Promise<Execution> {
  if (!files.has(check.file)) return { fault: `${check.file} is missing` };
  const cases = check.cases.map(({ call, args, expect }) => ({
    call,
    args,
    attributes: Object.keys(('with' in expect && expect.with) || {}),
  }));
  const interpreter = await host.open([
    ...[...files].map(([path, bytes]) => ({ path: `data/${path}`, bytes })),
    { path: 'data/cases.json', bytes: Buffer.from(JSON.stringify(cases)) },
  ]);
  try {
    const cell = await interpreter.run(
      programDriver({
        module: `data/${check.file}`,
        cases: 'data/cases.json',
        result: RESULT_FILE,
        seconds: CASE_SECONDS,
      }),
    );
    const error = cell.outputs.find((output) => output.type === 'error');
    if (cell.status !== 'ok') {
      const why = error ? `${error.name}: ${error.value}` : (cell.reason ?? cell.status);
      return { fault: `${basename(check.file)} could not be run: ${why}`.slice(0, 500) };
    }
    const { files: written } = await interpreter.collect();
    const result = written.find(({ path }) => path === RESULT_FILE);
    if (!result || result.bytes.length > MAX_RESULT) return { fault: `${basename(check.file)} left no usable results` };
    return { result: Buffer.from(result.bytes).toString('utf8') };
  } finally {
    await interpreter.close();
  }
}

export function judgeProgram(check: ProgramCheck, { executions }: Material): Finding {
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
    const problem = compareCase(each, results.data[index] as CaseResult, check.relative);
    return problem ? [{ case: `${each.call}(${each.args.map(show).join(', ')})`, problem }] : [];
  });
  const [first] = wrong;
  if (!first) return pass(`${check.file}: all ${check.cases.length} hidden cases are right`);
  return fail(`${wrong.length} of ${check.cases.length} hidden cases are wrong; ${first.case}: ${first.problem}`, {
    evidence: { cases: wrong.slice(0, 20) },
  });
}

function compareCase({ expect }: ProgramCase, result: CaseResult, relative: number): string | undefined {
  if ('unusable' in result) return result.unusable;
  if ('returns' in expect) {
    if ('raised' in result)
      return `expected ${show(expect.returns)}, got ${result.raised.classes[0] ?? 'an exception'}`;
    return sameJson(expect.returns, result.returned, relative)
      ? undefined
      : `expected ${show(expect.returns)}, got ${show(result.returned)}`;
  }
  if ('returned' in result) return `expected ${expect.raises} to be raised, got ${show(result.returned)}`;
  if (!result.raised.classes.includes(expect.raises)) {
    return `expected ${expect.raises} to be raised, got ${result.raised.classes[0] ?? 'another exception'}`;
  }
  for (const [name, value] of Object.entries(expect.with ?? {})) {
    const actual = result.raised.attributes[name] ?? null;
    if (!sameJson(value, actual, relative))
      return `${expect.raises}.${name} should be ${show(value)}, is ${show(actual)}`;
  }
  return undefined;
}

function sameJson(expected: Json, actual: Json, relative: number): boolean {
  if (typeof expected === 'number' && typeof actual === 'number') {
    return Math.abs(expected - actual) <= relative * Math.max(1, Math.abs(expected));
  }
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((each, index) => sameJson(each, actual[index] ?? null, relative))
    );
  }
  if (expected !== null && typeof expected === 'object') {
    if (actual === null || typeof actual !== 'object' || Array.isArray(actual)) return false;
    const keys = Object.keys(expected);
    return (
      keys.length === Object.keys(actual).length &&
      keys.every((key) => Object.hasOwn(actual, key) && sameJson(expected[key] ?? null, actual[key] ?? null, relative))
    );
  }
  return expected === actual;
}
