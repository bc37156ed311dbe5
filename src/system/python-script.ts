// Python code that the harness sends as a cell or starts as a program: files of python/scripts/, each read once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { Problem, type Json } from '../core/index.ts';

const folder = join(packageRoot, 'python', 'scripts');
const texts = new Map<string, string>();

/** The text of python/scripts/NAME.py. */
export function pythonScript(name: string): string {
  const text = texts.get(name) ?? read(name);
  texts.set(name, text);
  return text;
}

/**
 * A cell that calls the function `_pybench_NAME` of python/scripts/NAME.py. It adds no name to the globals and shows no
 * result: the function prints what the harness needs.
 */
export function pythonCall(name: string, ...args: Json[]): string {
  return `${pythonScript(name)}

try:
    ${call(name, args)}
finally:
    del ${functionOf(name)}`;
}

/** The same, except that the return value of the function is the result of the cell. */
export function pythonResult(name: string, ...args: Json[]): string {
  return `${pythonScript(name)}

${call(name, args)}`;
}

/** A Python expression with this value. */
export function pythonLiteral(value: Json): string {
  // JSON strings and numbers are valid Python; null, true and false are not.
  if (typeof value === 'string' || typeof value === 'number') return JSON.stringify(value);
  return `__import__("json").loads(${JSON.stringify(JSON.stringify(value))})`;
}

const functionOf = (name: string) => `_pybench_${name}`;
const call = (name: string, args: readonly Json[]) => `${functionOf(name)}(${args.map(pythonLiteral).join(', ')})`;

function read(name: string): string {
  try {
    return readFileSync(join(folder, `${name}.py`), 'utf8');
  } catch (cause) {
    throw new Problem(`the pybench package is incomplete: python/scripts/${name}.py cannot be read`, { cause });
  }
}
