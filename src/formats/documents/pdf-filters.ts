// Decodes the filters of PDF streams with text or objects. All streams share one size budget.
import { inflateSync } from 'node:zlib';
import { FormatProblem } from '../problem.ts';

export interface FilterStep {
  readonly name: string;
  /** The numeric entries of its DecodeParms. */
  readonly parameters: ReadonlyMap<string, number>;
}

export interface UnpackBudget {
  left: number;
}

/** Picture filters: their content is checked on the drawn page or by the picture readers. */
const pictureFilters = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode', 'CCF']);

export type Unpacked =
  | { readonly data: Buffer }
  /** A picture filter; `data` is its input. */
  | { readonly data: Buffer; readonly picture: string }
  /** A filter that is unknown or whose data is broken; `data` is what was decoded so far. */
  | { readonly data: Buffer; readonly unread: string };

export function unpack(raw: Buffer, steps: readonly FilterStep[], budget: UnpackBudget): Unpacked {
  let data = raw;
  for (const { name, parameters } of steps) {
    if (pictureFilters.has(name)) return { data, picture: name };
    const filter = filters[name];
    const out = filter?.(data, budget, parameters);
    if (!out) return { data, unread: name };
    spend(budget, out.length);
    data = predicted(out, parameters);
  }
  return { data };
}

function spend(budget: UnpackBudget, size: number): void {
  budget.left -= size;
  if (budget.left < 0) throw new FormatProblem('the PDF unpacks to more than the size limit');
}

type Filter = (data: Buffer, budget: UnpackBudget, parameters: ReadonlyMap<string, number>) => Buffer | undefined;

const filters: Readonly<Record<string, Filter | undefined>> = {
  __proto__: null as never,
  FlateDecode: inflated,
  Fl: inflated,
  LZWDecode: lzw,
  LZW: lzw,
  RunLengthDecode: runs,
  RL: runs,
  ASCIIHexDecode: hex,
  AHx: hex,
  ASCII85Decode: ascii85,
  A85: ascii85,
};

function inflated(data: Buffer, budget: UnpackBudget): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, budget.left), finishFlush: 2 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new FormatProblem('the PDF unpacks to more than the size limit', { cause: error });
    return undefined;
  }
}

function hex(data: Buffer): Buffer {
  const [digits = ''] = data.toString('latin1').split('>');
  const clean = digits.replaceAll(/[^0-9a-fA-F]/g, '');
  return Buffer.from(clean.length % 2 ? `${clean}0` : clean, 'hex');
}

function ascii85(data: Buffer): Buffer {
  const [text = ''] = data.toString('latin1').replaceAll(/\s/g, '').replace(/^<~/, '').split('~');
  const body = text.replaceAll('z', '!!!!!');
  const out = Buffer.alloc(Math.ceil(body.length / 5) * 4);
  let size = 0;
  for (let at = 0; at < body.length; at += 5) {
    let word = 0;
    for (let place = at; place < at + 5; place += 1)
      word = word * 85 + (place < body.length ? body.charCodeAt(place) - 33 : 84);
    for (let byte = 0; byte < Math.min(5, body.length - at) - 1; byte += 1)
      out[size++] = Math.floor(word / 2 ** (24 - 8 * byte)) & 0xff;
  }
  return out.subarray(0, size);
}

function runs(data: Buffer, budget: UnpackBudget): Buffer {
  const pieces: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < data.length;) {
    const length = data[at] ?? 128;
    if (length === 128) break;
    const piece = length < 128 ? data.subarray(at + 1, at + 2 + length) : Buffer.alloc(257 - length, data[at + 1] ?? 0);
    pieces.push(piece);
    size += piece.length;
    if (size > budget.left) throw new FormatProblem('the PDF unpacks to more than the size limit');
    at += length < 128 ? length + 2 : 2;
  }
  return Buffer.concat(pieces);
}

const [CLEAR, END] = [256, 257];

/** LZW codes of 9 to 12 bits, each for an earlier text and one more byte. */
function lzw(data: Buffer, budget: UnpackBudget, parameters: ReadonlyMap<string, number>): Buffer | undefined {
  const early = parameters.get('EarlyChange') ?? 1;
  const out: Buffer[] = [];
  let size = 0;
  let table: Buffer[] = [];
  let previous: Buffer | undefined;
  let [held, bits, width] = [0, 0, 9];
  const known = (code: number) => (code < 256 ? Buffer.of(code) : table[code - 258]);
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xffffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      [table, previous, width] = [[], undefined, 9];
      continue;
    }
    const text: Buffer | undefined = known(code) ?? (previous && Buffer.concat([previous, previous.subarray(0, 1)]));
    if (!text) return undefined;
    if (previous && table.length < 4096 - 258) table.push(Buffer.concat([previous, text.subarray(0, 1)]));
    out.push(text);
    size += text.length;
    if (size > budget.left) throw new FormatProblem('the PDF unpacks to more than the size limit');
    previous = text;
    const next = table.length + 258 + early;
    width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
  }
  return Buffer.concat(out);
}

/** Rows stored as differences to the left and upper neighbours, as in PNG and TIFF. */
function predicted(data: Buffer, parameters: ReadonlyMap<string, number>): Buffer {
  const predictor = parameters.get('Predictor') ?? 1;
  const bits = (parameters.get('Colors') ?? 1) * (parameters.get('BitsPerComponent') ?? 8);
  const step = Math.max(1, Math.ceil(bits / 8));
  const row = Math.ceil((bits * (parameters.get('Columns') ?? 1)) / 8);
  if (predictor < 2 || !(row > 0 && row < 1e7)) return data;
  if (predictor === 2) {
    const out = Buffer.from(data);
    // Only whole bytes: text never uses fewer bits.
    for (let at = 0; at < out.length; at += 1)
      if (at % row >= step) out[at] = ((out[at] ?? 0) + (out[at - step] ?? 0)) & 0xff;
    return out;
  }
  const rows = Math.ceil(data.length / (row + 1));
  const out = Buffer.alloc(rows * row);
  for (let index = 0; index < rows; index += 1) {
    const kind = data[index * (row + 1)] ?? 0;
    const start = index * row;
    for (let at = 0; at < row; at += 1) {
      const left = at >= step ? (out[start + at - step] ?? 0) : 0;
      const above = index > 0 ? (out[start + at - row] ?? 0) : 0;
      const corner = index > 0 && at >= step ? (out[start + at - row - step] ?? 0) : 0;
      out[start + at] = ((data[index * (row + 1) + 1 + at] ?? 0) + guess(kind, left, above, corner)) & 0xff;
    }
  }
  return out;
}

function guess(kind: number, left: number, above: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return above;
  if (kind === 3) return (left + above) >> 1;
  if (kind !== 4) return 0;
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((each) => Math.abs(estimate - each));
  if ((toLeft ?? 0) <= (toAbove ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left;
  return (toAbove ?? 0) <= (toCorner ?? 0) ? above : corner;
}
