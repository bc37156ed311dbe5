// An interpreter whose Python records the figures that it saves, and the record of each figure.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import type { InputFile, Collected } from '../../src/core/index.ts';
import { figureCaptureSchema, type FigureCapture } from '../../src/formats/index.ts';
import type { CellResult, Interpreter, InterpreterHost } from '../../src/interpreter/index.ts';
import { readPng, type Picture } from './png.ts';

const siteFolder = join(packageRoot, 'python', 'site');

const IMPORTS = 'import os, sys, numpy as np, matplotlib.pyplot as plt';

export interface Saved {
  readonly bytes: Uint8Array;
  readonly capture: FigureCapture;
  readonly picture: Picture;
}

export type Axes = FigureCapture['axes'][number];

export class FigureRecorder {
  readonly #python: Interpreter;
  readonly #prelude: string;
  /** Whether the prelude must run: at first, and after files were collected, which ends the Python. */
  #fresh = true;

  private constructor(python: Interpreter, prelude: string) {
    this.#python = python;
    this.#prelude = prelude;
  }

  /** The prelude is a cell that each fresh Python runs first. */
  static async open(host: InterpreterHost, prelude = ''): Promise<FigureRecorder> {
    return new FigureRecorder(await host.open([]), `${IMPORTS}\n${dedent(prelude)}`);
  }

  /** Runs a cell that must succeed. */
  async run(code: string): Promise<CellResult> {
    if (this.#fresh) {
      this.#fresh = false;
      await this.run(this.#prelude);
    }
    const result = await this.#python.run(dedent(code));
    const error = result.outputs.find((output) => output.type === 'error');
    if (result.status !== 'ok') throw new Error(error?.traceback ?? result.reason ?? result.status);
    return result;
  }

  /** Runs a cell and returns its stdout and stderr. */
  async print(code: string): Promise<string> {
    const { outputs } = await this.run(code);
    return outputs.map((output) => (output.type === 'stream' ? output.text : '')).join('');
  }

  /** Runs a cell that saves a figure at output/NAME, and opens both the file and the record of it. */
  async save(name: string, code: string): Promise<Saved> {
    await this.run(`${dedent(code)}\nplt.close('all')`);
    const { bytes, capture } = await this.saved(name);
    if (!capture) throw new Error(`output/${name} is saved, but not recorded`);
    return {
      bytes,
      capture,
      get picture() {
        return readPng(bytes);
      },
    };
  }

  async saved(name: string): Promise<{ bytes: Uint8Array; capture: FigureCapture | undefined; recordBytes: number }> {
    const { files, figures } = await this.#collect();
    const bytes = files.find(({ path }) => path === `output/${name}`)?.bytes;
    if (!bytes) throw new Error(`output/${name} was not saved`);
    const digest = createHash('sha256').update(bytes).digest('hex');
    const record = figures.get(digest);
    const json: unknown = record && JSON.parse(Buffer.from(record).toString('utf8'));
    return { bytes, capture: json ? figureCaptureSchema.parse(json) : undefined, recordBytes: record?.length ?? 0 };
  }

  async records(): Promise<string[]> {
    return [...(await this.#collect()).figures.keys()];
  }

  async #collect(): Promise<Collected> {
    this.#fresh = true;
    return await this.#python.collect();
  }

  async close(): Promise<void> {
    await this.#python.close();
  }
}

export function siteFiles(): InputFile[] {
  return readdirSync(siteFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(py|pth)$/.test(path))
    .map((path) => ({ path: `data/site/${path}`, bytes: readFileSync(join(siteFolder, path)) }));
}

/** The axes with this index, by default the first ones. */
export function axesOf({ capture }: { capture: FigureCapture }, index = 0): Axes {
  const axes = capture.axes[index];
  if (!axes) throw new Error(`there is no axes ${index}`);
  return axes;
}

/** The centre of a bounding box. */
export const middle = ([left, bottom, width, height]: readonly (number | null)[]): [number, number] => [
  (left ?? NaN) + (width ?? NaN) / 2,
  (bottom ?? NaN) + (height ?? NaN) / 2,
];

function dedent(code: string): string {
  const lines = code.split('\n');
  const indents = lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents.slice(lines[0]?.trim() ? 1 : 0), 1000);
  return lines.map((line, at) => (at === 0 ? line : line.slice(indent))).join('\n');
}
