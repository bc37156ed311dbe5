// Evaluates a check of kind `program`: compares the results of the hidden cases with the expected ones.
import { basename } from 'node:path';
import { z } from 'zod';
import { jsonSchema } from '../../../core/index.ts';
import { parseUntrusted } from '../../../formats/index.ts';
import { fail, pass, type CheckFinding, type Material } from '../../material.ts';
import { sameJson, show } from '../../values.ts';
import { namesOf, type ProgramCase, type ToolCase } from './cases.ts';
import { MAX_RESULT } from './execute.ts';
import type { ProgramCheck } from './kind.ts';
import { compareRun, ranSchema } from './tool.ts';

const resultSchema = z.union([
  z.object({ returned: jsonSchema }),
  z.object({
    raised: z.object({ class: z.string(), kinds: z.array(z.string()), attributes: z.record(z.string(), jsonSchema) }),
  }),
  ranSchema,
  z.object({ unusable: z.string() }),
]);
type CaseResult = z.infer<typeof resultSchema>;

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

/** Base classes of Python's built-in exceptions: an instance of a class is also an instance of its base class. */
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
