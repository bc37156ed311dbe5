// Runs in Node's loader thread: it replaces types in the user's TypeScript with spaces, which keeps every line and column
// in place, and resolves `pybench/kit` to the kit of this installation for every importing file.
import { readFile } from 'node:fs/promises';
import type { LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import swc from '@swc/wasm-typescript';

const kit = new URL('../kit/index.js', import.meta.url).href;

export const resolve: ResolveHook = (specifier, context, next) =>
  specifier === 'pybench/kit' ? { url: kit, shortCircuit: true } : next(specifier, context);

export const load: LoadHook = async (url, context, next) => {
  if (!/^file:.*\.m?ts$/.test(url)) return await next(url, context);
  const file = fileURLToPath(url);
  return { format: 'module', shortCircuit: true, source: withoutTypes(await readFile(file, 'utf8'), file) };
};

function withoutTypes(source: string, file: string): string {
  try {
    return swc.transformSync(source, { mode: 'strip-only', module: true, filename: file }).code;
  } catch (thrown) {
    const { message, startLine, startColumn } = thrown as { message: string; startLine?: number; startColumn?: number };
    const place = startLine === undefined ? file : `${file}:${startLine}:${(startColumn ?? 0) + 1}`;
    throw new Error(`${place}: ${message}`, { cause: thrown });
  }
}
