// An interpreter that draws figures, and the result of a figure check on them. Each figure is drawn in a fresh Python,
// because collecting the files ends the Python.
import { createHash } from 'node:crypto';
import { figureCaptureSchema, type FigureCapture } from '../../src/formats/index.ts';
import type { Interpreter, InterpreterHost } from '../../src/interpreter/index.ts';
import { evaluateFigure } from '../../src/verify/kinds/figure/evaluate.ts';
import { readPictureWords } from '../../src/verify/kinds/figure/prepare.ts';
import { drawFigures } from '../../src/verify/kinds/figure/drawn/prepare.ts';
import type { CheckFinding } from '../../src/verify/material.ts';
import { openGradingServices, type OpenGradingServices } from '../../src/verify/services.ts';
import { figureShows, type FigureContent } from '../../src/verify/index.ts';

export interface Hung {
  readonly bytes: Uint8Array;
  readonly figures: ReadonlyMap<string, Uint8Array>;
}

export class FigureChecker {
  readonly #python: Interpreter;
  readonly services: OpenGradingServices;
  #count = 0;

  private constructor(python: Interpreter, services: OpenGradingServices) {
    this.#python = python;
    this.services = services;
  }

  static async open(host: InterpreterHost): Promise<FigureChecker> {
    return new FigureChecker(await host.open([]), openGradingServices(host));
  }

  async close(): Promise<void> {
    await Promise.all([this.#python.close(), this.services.close()]);
  }

  /** Draws with code that can use `ax` and `fig`, then saves with the code `save`, which can use `path`. */
  async plot(code: string, ending = 'png', save = 'fig.savefig(path)'): Promise<Hung> {
    this.#count += 1;
    const path = `output/${this.#count}.${ending}`;
    const body = code.replaceAll(/^ +/gm, (spaces) => spaces.slice(6));
    await this.#run(
      `import numpy as np, matplotlib.pyplot as plt\npath = '${path}'\nfig, ax = plt.subplots()\n${body}\n${save}`,
    );
    return await this.#collect(path);
  }

  /** Runs code that assigns a Plotly figure to `fig`, and saves the figure as an HTML page. */
  async page(code: string): Promise<Hung> {
    this.#count += 1;
    const path = `output/${this.#count}.html`;
    await this.#run(
      `import plotly.graph_objects as go\n${code.replaceAll(/^ +/gm, (spaces) => spaces.slice(6))}\nfig.write_html('${path}', include_plotlyjs='cdn')`,
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

export async function evaluated(
  { services }: FigureChecker,
  { bytes, figures }: Hung,
  content: FigureContent,
  ending = 'png',
): Promise<CheckFinding> {
  const file = `output/figure.${ending}`;
  const check = figureShows(file, content);
  const files = new Map([[file, bytes]]);
  return await evaluateFigure(check, {
    answer: { schema: undefined, block: null },
    outputs: { [file]: { type: 'file', about: { en: '', zh: '' } } },
    files,
    figures,
    executions: new Map([
      ...(await readPictureWords([check], { files }, services)),
      ...(await drawFigures([check], { files }, services)),
    ]),
  });
}

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export function captureOf({ bytes, figures }: Hung): FigureCapture {
  const record = figures.get(digestOf(bytes));
  if (!record) throw new Error('the figure is not recorded');
  return figureCaptureSchema.parse(JSON.parse(Buffer.from(record).toString('utf8')));
}

/** The same picture with a forged record. */
export function forged({ bytes }: Hung, capture: FigureCapture): Hung {
  const digest = digestOf(bytes);
  return { bytes, figures: new Map([[digest, Buffer.from(JSON.stringify({ ...capture, digest }))]]) };
}
