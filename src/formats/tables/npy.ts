// Reads and writes NumPy arrays: npy and npz. Arrays of Python objects are pickles, so they are refused.
import { formatLimits } from '../limits.ts';
import { checkCount, checkSize, FormatProblem } from '../problem.ts';
import { readZip, writeZip } from '../archives/zip.ts';

type NumberType =
  | 'bool'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float16'
  | 'float32'
  | 'float64';

/** Values in C order, independent of the file's order. A complex number is two values: real and imaginary part. */
export type NumpyArray =
  | {
      readonly type: NumberType | 'complex64' | 'complex128';
      readonly shape: readonly number[];
      readonly values: Float64Array;
    }
  | { readonly type: 'text'; readonly shape: readonly number[]; readonly values: readonly string[] };

const MAGIC = '\x93NUMPY';
const writable = { bool: '|b1', uint8: '|u1', int32: '<i4', int64: '<i8', float32: '<f4', float64: '<f8' } as const;

export interface NewArray {
  readonly type: keyof typeof writable;
  readonly shape: readonly number[];
  readonly values: ArrayLike<number>;
}

export function writeNpy({ type, shape, values }: NewArray): Uint8Array {
  const size = product(shape);
  if (size !== values.length) throw new Error(`the shape needs ${size} values, not ${values.length}`);
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const head = `{'descr': '${writable[type]}', 'fortran_order': False, 'shape': ${tuple}, }`;
  // The header ends in a line end, at a multiple of 64 bytes.
  const length = Math.ceil((10 + head.length + 1) / 64) * 64 - 10;
  const width = Number(writable[type].slice(2));
  const bytes = Buffer.alloc(10 + length + size * width);
  bytes.write(`${MAGIC}\x01\x00`, 'latin1');
  bytes.writeUInt16LE(length, 8);
  bytes.write(`${head.padEnd(length - 1)}\n`, 10, 'latin1');
  const view = new DataView(bytes.buffer, bytes.byteOffset + 10 + length);
  const put = writers[type];
  for (let index = 0; index < size; index += 1) put(view, index * width, values[index] ?? 0);
  return new Uint8Array(bytes);
}

const writers: Record<NewArray['type'], (view: DataView, at: number, value: number) => void> = {
  bool: (view, at, value) => view.setUint8(at, value ? 1 : 0),
  uint8: (view, at, value) => view.setUint8(at, value),
  int32: (view, at, value) => view.setInt32(at, value, true),
  int64: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
  float32: (view, at, value) => view.setFloat32(at, value, true),
  float64: (view, at, value) => view.setFloat64(at, value, true),
};

/** Stored without compression, as np.savez does. */
export async function writeNpz(arrays: Readonly<Record<string, NewArray>>): Promise<Uint8Array> {
  const files = Object.entries(arrays).map(([name, array]) => [`${name}.npy`, writeNpy(array)] as const);
  return await writeZip(Object.fromEntries(files), { stored: true });
}

export async function readNpz(bytes: Uint8Array): Promise<Map<string, NumpyArray>> {
  const files = await readZip(bytes);
  return new Map([...files].map(([path, content]) => [path.replace(/\.npy$/, ''), readNpy(content)]));
}

export function readNpy(bytes: Uint8Array): NumpyArray {
  checkSize(bytes);
  const { type, order, width, shape, fortran, start } = readHeader(bytes);
  const size = product(shape);
  checkCount(size, formatLimits.arrayValues, 'values');
  const data = bytes.subarray(start);
  if (data.length !== size * width)
    throw new FormatProblem(`the array declares ${size * width} bytes of values and has ${data.length}`);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const little = order !== '>';
  const places = fortran && shape.length > 1 ? fortranPlaces(shape) : undefined;
  if (type === 'U' || type === 'S') {
    checkCount(size, formatLimits.cells, 'texts');
    const read = type === 'U' ? utf32 : latin1;
    const values = Array.from({ length: size }, (_, index) =>
      read(view, (places ? (places[index] ?? 0) : index) * width, width, little),
    );
    return { type: 'text', shape, values };
  }
  return { type: typeNames[type], shape, values: readNumbers(view, type, { size, width, little, places }) };
}

const typeNames = {
  b1: 'bool',
  i1: 'int8',
  i2: 'int16',
  i4: 'int32',
  i8: 'int64',
  u1: 'uint8',
  u2: 'uint16',
  u4: 'uint32',
  u8: 'uint64',
  f2: 'float16',
  f4: 'float32',
  f8: 'float64',
  c8: 'complex64',
  c16: 'complex128',
} as const;
type TypeCode = keyof typeof typeNames;

interface Header {
  readonly type: TypeCode | 'U' | 'S';
  readonly order: string;
  readonly width: number;
  readonly shape: readonly number[];
  readonly fortran: boolean;
  readonly start: number;
}

function readHeader(bytes: Uint8Array): Header {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 12 || buffer.toString('latin1', 0, 6) !== MAGIC)
    throw new FormatProblem('the file is not an npy array');
  const wide = (buffer[6] ?? 1) > 1;
  const start = (wide ? 12 + buffer.readUInt32LE(8) : 10 + buffer.readUInt16LE(8)) >>> 0;
  if (start > buffer.length || start > 65_536) throw new FormatProblem('the header of the array is cut off');
  const text = buffer.toString('latin1', wide ? 12 : 10, start);
  const described = /'descr':\s*'([<>|=]?)([a-zA-Z])(\d*)[^']*'/.exec(text);
  const fortran = /'fortran_order':\s*(True|False)/.exec(text)?.[1];
  const sides = /'shape':\s*\(([\d,\s]*)\)/.exec(text)?.[1];
  if (!described || !fortran || sides === undefined)
    throw new FormatProblem('the header does not describe a plain array');
  const [, order = '', kind = '', digits = ''] = described;
  if (kind === 'O') throw new FormatProblem('the array holds Python objects, which are not read');
  const shape = sides
    .split(',')
    .filter((side) => side.trim() !== '')
    .map(Number);
  checkCount(shape.length, 32, 'dimensions');
  const code = `${kind}${digits}`;
  if (kind === 'U' || kind === 'S') {
    const width = Number(digits) * (kind === 'U' ? 4 : 1);
    return { type: kind, order, width, shape, fortran: fortran === 'True', start };
  }
  if (!Object.hasOwn(typeNames, code)) throw new FormatProblem(`the array is of the type ${code}, which is not read`);
  return { type: code as TypeCode, order, width: Number(digits), shape, fortran: fortran === 'True', start };
}

interface Layout {
  readonly size: number;
  readonly width: number;
  readonly little: boolean;
  readonly places: Uint32Array | undefined;
}

function readNumbers(view: DataView, type: TypeCode, { size, width, little, places }: Layout): Float64Array {
  const parts = type === 'c8' || type === 'c16' ? 2 : 1;
  const step = width / parts;
  const read = readers[type];
  const values = new Float64Array(size * parts);
  for (let index = 0; index < size; index += 1) {
    const from = (places ? (places[index] ?? 0) : index) * width;
    for (let part = 0; part < parts; part += 1) values[index * parts + part] = read(view, from + part * step, little);
  }
  return values;
}

const readers: Record<TypeCode, (view: DataView, at: number, little: boolean) => number> = {
  b1: (view, at) => (view.getUint8(at) ? 1 : 0),
  i1: (view, at) => view.getInt8(at),
  i2: (view, at, little) => view.getInt16(at, little),
  i4: (view, at, little) => view.getInt32(at, little),
  i8: (view, at, little) => exact(view.getBigInt64(at, little)),
  u1: (view, at) => view.getUint8(at),
  u2: (view, at, little) => view.getUint16(at, little),
  u4: (view, at, little) => view.getUint32(at, little),
  u8: (view, at, little) => exact(view.getBigUint64(at, little)),
  f2: (view, at, little) => half(view.getUint16(at, little)),
  f4: (view, at, little) => view.getFloat32(at, little),
  f8: (view, at, little) => view.getFloat64(at, little),
  c8: (view, at, little) => view.getFloat32(at, little),
  c16: (view, at, little) => view.getFloat64(at, little),
};

function exact(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new FormatProblem(`the array holds ${value}, which is too large to compare`);
  return number;
}

function half(bits: number): number {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 0x1f, bits & 0x3ff];
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

function utf32(view: DataView, at: number, width: number, little: boolean): string {
  let text = '';
  for (let offset = 0; offset < width; offset += 4) {
    const code = view.getUint32(at + offset, little);
    if (code > 0x10ffff) throw new FormatProblem('the array holds characters that do not exist');
    text += String.fromCodePoint(code);
  }
  return withoutPadding(text);
}

function latin1(view: DataView, at: number, width: number): string {
  return withoutPadding(Buffer.from(view.buffer, view.byteOffset + at, width).toString('latin1'));
}

/** Cuts zeros off the end. A regular expression would take quadratic time on zeros inside. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end -= 1;
  return text.slice(0, end);
}

function product(shape: readonly number[]): number {
  return shape.reduce((size, side) => size * side, 1);
}

/** The position in a column-major file of each value in C order. */
function fortranPlaces(shape: readonly number[]): Uint32Array {
  const size = product(shape);
  const places = new Uint32Array(size);
  const strides = shape.map((_, axis) => product(shape.slice(0, axis)));
  for (let index = 0; index < size; index += 1) {
    let [rest, place] = [index, 0];
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      const side = shape[axis] ?? 1;
      place += (rest % side) * (strides[axis] ?? 0);
      rest = Math.floor(rest / side);
    }
    places[index] = place;
  }
  return places;
}
