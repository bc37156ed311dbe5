// An interpreter that plots, and what a figure check says of what it saved.
import { createHash } from 'node:crypto';
import { figureCaptureSchema, type FigureCapture } from '../../src/formats/index.ts';
import type { Interpreter, InterpreterHost } from '../../src/interpreter/index.ts';
import { judgeFigure } from '../../src/verify/figure/check.ts';
import type { Finding } from '../../src/verify/material.ts';
import { figureShows, type FigureContent } from '../../src/verify/index.ts';

export interface Hung {
  readonly bytes: Uint8Array;
  readonly figures: ReadonlyMap<string, Uint8Array>;
}

export class Gallery {
  readonly #python: Interpreter;
  #count = 0;

  private constructor(python: Interpreter) {
    this.#python = python;
  }

  static async open(host: InterpreterHost): Promise<Gallery> {
    const gallery = new Gallery(await host.open([]));
    await gallery.#run('import numpy as np, matplotlib.pyplot as plt\nimport plotly.graph_objects as go');
    return gallery;
  }

  close(): Promise<void> {
    return this.#python.close();
  }

  /** Plots with code that has ax and fig, and saves as asked: `save` may be code that uses `path`. */
  async plot(code: string, ending = 'png', save = 'fig.savefig(path)'): Promise<Hung> {
    this.#count += 1;
    const path = `output/${this.#count}.${ending}`;
    const body = code.replaceAll(/^ +/gm, (spaces) => spaces.slice(6));
    await this.#run(`path = '${path}'\nplt.close('all')\nfig, ax = plt.subplots()\n${body}\n${save}`);
    return await this.#collect(path);
  }

  /** A Plotly page of a figure that the code calls fig. */
  async page(code: string): Promise<Hung> {
    this.#count += 1;
    const path = `output/${this.#count}.html`;
    await this.#run(
      `${code.replaceAll(/^ +/gm, (spaces) => spaces.slice(6))}\nfig.write_html('${path}', include_plotlyjs='cdn')`,
    );
    return await this.#collect(path);
  }

  async #collect(path: string): Promise<Hung> {
    const { files, figures } = await this.#python.collect();
    const bytes = files.find((file) => file.path === path)?.bytes;
    if (!bytes) throw new Error(`${path} was not saved`);
    return { bytes, figures };
  }

  async #run(code: string): Promise<void> {
    const { status, outputs, reason } = await this.#python.run(code);
    const error = outputs.find((output) => output.type === 'error');
    if (status !== 'ok') throw new Error(error?.traceback ?? reason ?? status);
  }
}

export async function judged({ bytes, figures }: Hung, content: FigureContent, ending = 'png'): Promise<Finding> {
  const file = `output/figure.${ending}`;
  return await judgeFigure(figureShows(file, content), {
    answer: { schema: undefined, block: null },
    outputs: { [file]: { type: 'file', about: { en: '', zh: '' } } },
    files: new Map([[file, bytes]]),
    figures,
    executions: new Map(),
  });
}

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export function captureOf({ bytes, figures }: Hung): FigureCapture {
  const record = figures.get(digestOf(bytes));
  if (!record) throw new Error('the figure is not recorded');
  return figureCaptureSchema.parse(JSON.parse(Buffer.from(record).toString('utf8')));
}

/** The picture of one figure with a forged record. */
export function forged({ bytes }: Hung, capture: FigureCapture): Hung {
  const digest = digestOf(bytes);
  return { bytes, figures: new Map([[digest, Buffer.from(JSON.stringify({ ...capture, digest }))]]) };
}
