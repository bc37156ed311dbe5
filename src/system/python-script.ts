// The Python that the harness sends as a cell or starts as a program: files of python/scripts/, read once each.
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

/** A cell that calls the function `_pybench_NAME` of python/scripts/NAME.py and leaves no name behind. */
export function pythonCall(name: string, ...args: Json[]): string {
  const called = `_pybench_${name}`;
  return `${pythonScript(name)}

try:
    ${called}(*${pythonLiteral(args)})
finally:
    del ${called}`;
}

/** An expression of Python with this value, whatever it holds. */
export function pythonLiteral(value: Json): string {
  return `__import__("json").loads(${JSON.stringify(JSON.stringify(value))})`;
}

function read(name: string): string {
  try {
    return readFileSync(join(folder, `${name}.py`), 'utf8');
  } catch (cause) {
    throw new Problem(`the pybench package is incomplete: python/scripts/${name}.py cannot be read`, { cause });
  }
}
