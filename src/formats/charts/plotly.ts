// Extracts the figures of an HTML page that Plotly wrote: the JSON arguments of Plotly.newPlot. Nothing is executed.
import { FormatProblem } from '../problem.ts';

export type PlotlyValue = null | boolean | number | string | PlotlyValue[] | { [key: string]: PlotlyValue };
type PlotlyObject = { [key: string]: PlotlyValue };

export interface PlotlyFigure {
  /** The id of the element that shows it. */
  readonly div: string;
  readonly data: readonly PlotlyObject[];
  readonly layout: PlotlyObject;
}

const MAX_BYTES = 64 * 2 ** 20;
const MAX_DEPTH = 100;
const MAX_NODES = 2_000_000;
/** Calls of Plotly that draw a figure. The source of the library itself does not match with JSON arguments. */
const CALL = /Plotly\.(?:newPlot|react|plot)\s*\(/g;

/** All figures of the page, in order; the last one for each element. */
export async function readPlotly(bytes: Uint8Array): Promise<PlotlyFigure[]> {
  if (bytes.length > MAX_BYTES) throw new FormatProblem(`the page has more than ${MAX_BYTES} bytes`);
  let html: string;
  try {
    html = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FormatProblem('the page is not UTF-8 text', { cause: error });
  }
  const { parse } = await import('parse5');
  const { scripts, ids } = readPage(parse(html));
  const figures = new Map<string, PlotlyFigure>();
  for (const script of scripts) {
    for (const { index, 0: call } of script.matchAll(CALL)) {
      const figure = readCall(script, index + call.length);
      if (figure && ids.has(figure.div)) figures.set(figure.div, figure);
    }
  }
  if (figures.size === 0) throw new FormatProblem('the page has no Plotly figure whose data it contains as JSON');
  return [...figures.values()];
}

interface HtmlNode {
  readonly nodeName: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly HtmlNode[];
}

/** The texts of scripts and the ids of elements; without recursion, because a page may be nested deeply. */
function readPage(page: HtmlNode): { scripts: string[]; ids: Set<string> } {
  const scripts: string[] = [];
  const ids = new Set<string>();
  const waiting: HtmlNode[] = [page];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const attribute = (name: string) => node?.attrs?.find((each) => each.name === name)?.value;
    const id = attribute('id');
    if (id !== undefined) ids.add(id);
    const type = attribute('type') ?? 'text/javascript';
    if (node.nodeName === 'script' && /javascript|module/.test(type))
      scripts.push((node.childNodes ?? []).map(({ value }) => value ?? '').join(''));
    else for (const child of (node.childNodes ?? []).toReversed()) waiting.push(child);
  }
  return { scripts, ids };
}

/** The first three arguments if they are JSON: an id, traces and a layout. */
function readCall(script: string, start: number): PlotlyFigure | undefined {
  const first = jsonAt(script, start);
  const second = first && jsonAt(script, afterComma(script, first.end));
  if (typeof first?.value !== 'string' || !Array.isArray(second?.value)) return undefined;
  const third = jsonAt(script, afterComma(script, second.end));
  const layout = third?.value ?? {};
  const data = decodeArrays(second.value, { left: MAX_NODES });
  if (!isObject(layout) || !Array.isArray(data) || !data.every(isObject)) return undefined;
  return { div: first.value, data, layout: decodeArrays(layout, { left: MAX_NODES }) as PlotlyObject };
}

const isObject = (value: PlotlyValue): value is PlotlyObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function afterComma(script: string, at: number): number {
  const found = /^\s*,/.exec(script.slice(at, at + 1000));
  return found ? at + found[0].length : script.length;
}

/** The JSON value that starts here, after white space. */
function jsonAt(script: string, start: number): { value: PlotlyValue; end: number } | undefined {
  const spaces = /^\s*/.exec(script.slice(start, start + 1000))?.[0].length ?? 0;
  const from = start + spaces;
  let depth = 0;
  let inString = false;
  for (let at = from; at < script.length; at += 1) {
    const letter = script[at];
    if (inString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '[' || letter === '{') depth += 1;
    else if (letter === ']' || letter === '}') depth -= 1;
    if (at === from && !inString && depth === 0) return undefined;
    if (depth > MAX_DEPTH) throw new FormatProblem(`the figure is nested deeper than ${MAX_DEPTH} levels`);
    if (inString || depth > 0) continue;
    try {
      return { value: JSON.parse(script.slice(from, at + 1)) as PlotlyValue, end: at + 1 };
    } catch {
      return undefined;
    }
  }
  return undefined;
}

const READERS: Readonly<Record<string, { size: number; read: (bytes: Buffer, at: number) => number }>> = {
  i1: { size: 1, read: (bytes, at) => bytes.readInt8(at) },
  u1: { size: 1, read: (bytes, at) => bytes.readUInt8(at) },
  i2: { size: 2, read: (bytes, at) => bytes.readInt16LE(at) },
  u2: { size: 2, read: (bytes, at) => bytes.readUInt16LE(at) },
  i4: { size: 4, read: (bytes, at) => bytes.readInt32LE(at) },
  u4: { size: 4, read: (bytes, at) => bytes.readUInt32LE(at) },
  f4: { size: 4, read: (bytes, at) => bytes.readFloatLE(at) },
  f8: { size: 8, read: (bytes, at) => bytes.readDoubleLE(at) },
};

/** Plotly 6 packs numeric arrays as {dtype, bdata, shape}; this converts them to plain arrays. */
function decodeArrays(value: PlotlyValue, budget: { left: number }): PlotlyValue {
  budget.left -= 1;
  if (budget.left < 0) throw new FormatProblem('the figure has too many values');
  if (Array.isArray(value)) return value.map((item) => decodeArrays(item, budget));
  if (!isObject(value)) return value;
  const { dtype, bdata, shape } = value;
  if (typeof dtype === 'string' && typeof bdata === 'string') return unpack(dtype, bdata, shape, budget);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decodeArrays(item, budget)]));
}

function unpack(dtype: string, bdata: string, shape: PlotlyValue | undefined, budget: { left: number }): PlotlyValue {
  const reader = READERS[dtype.replace(/^[<|=]/, '')];
  if (!reader) throw new FormatProblem(`the figure has an array of type "${dtype}"`);
  const bytes = Buffer.from(bdata, 'base64');
  const length = Math.floor(bytes.length / reader.size);
  budget.left -= length;
  if (budget.left < 0) throw new FormatProblem('the figure has too many values');
  const numbers = Array.from({ length }, (_, index): PlotlyValue => {
    const number = reader.read(bytes, index * reader.size);
    return Number.isFinite(number) ? number : null;
  });
  const [rows, columns, ...more] = typeof shape === 'string' ? shape.split(',').map(Number) : [];
  if (rows === undefined || columns === undefined) return numbers;
  if (more.length > 0 || !(rows > 0 && columns > 0) || rows * columns !== length)
    throw new FormatProblem('the figure has an array whose shape does not fit its length');
  return Array.from({ length: rows }, (_, row) => numbers.slice(row * columns, (row + 1) * columns));
}
