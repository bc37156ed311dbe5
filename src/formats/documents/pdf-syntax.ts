// Parses the objects of a PDF file, old versions included, and unpacks their streams, within size limits.
import { unpack, type FilterStep, type UnpackBudget } from './pdf-filters.ts';
import { FormatProblem } from '../problem.ts';

export type PdfValue = null | boolean | number | PdfName | PdfString | PdfReference | PdfValue[] | PdfDictionary;
export type PdfDictionary = Map<string, PdfValue>;

export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
export class PdfString {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
export class PdfReference {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}

export interface PdfObject {
  readonly id: number;
  readonly value: PdfValue;
  /** Unpacked as far as possible. */
  readonly stream?: Buffer;
  /** The picture filter that the data is still packed with. */
  readonly picture?: string;
  /** A filter that the data is still packed with, because it is unknown or its data is broken. */
  readonly unread?: string;
}

const MAX_BYTES = 64 * 2 ** 20;
const MAX_OBJECTS = 200_000;
const MAX_UNPACKED = 128 * 2 ** 20;
const MAX_DEPTH = 50;

/** All objects in file order; the last one with an id is the valid one. */
export function readObjects(source: Uint8Array): PdfObject[] {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (bytes.length > MAX_BYTES) throw new FormatProblem(`the PDF has more than ${MAX_BYTES} bytes`);
  const text = bytes.toString('latin1');
  if (!text.slice(0, 1024).includes('%PDF-')) throw new FormatProblem('the file is no PDF');
  for (const { index } of text.matchAll(/\btrailer\b/g))
    refuseEncryption(attempt(() => new PdfParser(bytes, index + 7).value()));
  const objects: PdfObject[] = [];
  const budget = { left: MAX_UNPACKED, packed: 4 * bytes.length + 2 ** 16 };
  let toRead = 4 * bytes.length + 2 ** 16;
  for (const match of text.matchAll(/(\d{1,9})\s+\d{1,5}\s+obj\b/g)) {
    const parser = new PdfParser(bytes, match.index + match[0].length);
    const id = Number(match[1]);
    const start = parser.at;
    const value = attempt(() => parser.value());
    // An object without an end extends to the end of the file.
    toRead -= parser.at - start;
    if (toRead < 0) throw new FormatProblem('the objects of the PDF lie within each other');
    if (value === undefined) continue; // Bytes of a picture that look like an object.
    const content = value instanceof Map ? readStream(bytes, parser.at, value, budget) : undefined;
    objects.push({ id, value, ...content });
    const type = value instanceof Map ? pdfName(value.get('Type')) : undefined;
    if (type === 'XRef') refuseEncryption(value);
    if (content?.stream && value instanceof Map && type === 'ObjStm')
      for (const packed of packedObjects(value, content.stream)) objects.push(packed);
    if (objects.length > MAX_OBJECTS) throw new FormatProblem(`the PDF has more than ${MAX_OBJECTS} objects`);
  }
  return objects;
}

/** The trailer, or the cross-reference stream that replaces it, declares encryption. */
function refuseEncryption(trailer: PdfValue | undefined): void {
  if (trailer instanceof Map && (trailer.get('Encrypt') ?? null) !== null)
    throw new FormatProblem('the PDF is encrypted');
}

export const pdfName = (value: PdfValue | undefined) => (value instanceof PdfName ? value.name : undefined);

function attempt(read: () => PdfValue): PdfValue | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readStream(
  bytes: Buffer,
  at: number,
  dictionary: PdfDictionary,
  budget: UnpackBudget & { packed: number },
): Omit<PdfObject, 'id' | 'value'> | undefined {
  const keyword = /^\s*stream(\r\n|\n|\r)/.exec(bytes.toString('latin1', at, at + 40));
  if (!keyword) return undefined;
  const start = at + keyword[0].length;
  const stated = dictionary.get('Length');
  const exact =
    typeof stated === 'number' && /^\s*endstream/.test(bytes.toString('latin1', start + stated, start + stated + 20));
  const end = exact ? start + stated : bytes.indexOf('endstream', start);
  const raw = bytes.subarray(start, end < 0 ? bytes.length : end);
  // A stream without an end extends to the end of the file.
  budget.packed -= raw.length;
  if (budget.packed < 0) throw new FormatProblem('the streams of the PDF lie within each other');
  const { data, ...how } = unpack(raw, filterSteps(bytes, dictionary), budget);
  return { stream: data, ...how };
}

const list = (value: PdfValue | undefined) => (Array.isArray(value) ? value : [value ?? null]);

function filterSteps(bytes: Buffer, dictionary: PdfDictionary): FilterStep[] {
  const direct = (value: PdfValue | undefined) => (value instanceof PdfReference ? lookUp(bytes, value.id) : value);
  const parameters = list(direct(dictionary.get('DecodeParms')));
  return list(direct(dictionary.get('Filter'))).flatMap((filter, at) => {
    const name = pdfName(direct(filter));
    const own = direct(parameters[at]);
    const numbers =
      own instanceof Map
        ? [...own].flatMap(([key, each]) => (typeof each === 'number' ? [[key, each] as const] : []))
        : [];
    return name === undefined ? [] : [{ name, parameters: new Map(numbers) }];
  });
}

/** The last object with this id that is not in an object stream. */
function lookUp(bytes: Buffer, id: number): PdfValue | undefined {
  for (
    let at = bytes.lastIndexOf(`${id} 0 obj`);
    at >= 0;
    at = at > 0 ? bytes.lastIndexOf(`${id} 0 obj`, at - 1) : -1
  ) {
    const before = bytes[at - 1] ?? 10;
    if (before < 0x30 || before > 0x39) return attempt(() => new PdfParser(bytes, at + `${id} 0 obj`.length).value());
  }
  return undefined;
}

/** An object stream packs several objects without streams. */
function packedObjects(dictionary: PdfDictionary, stream: Buffer): PdfObject[] {
  const [count, first] = [dictionary.get('N'), dictionary.get('First')];
  if (typeof count !== 'number' || typeof first !== 'number') return [];
  const numbers = stream.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
  return Array.from({ length: Math.min(count, numbers.length / 2) }, (_, index) => index).flatMap((index) => {
    const value = attempt(() => new PdfParser(stream, first + (numbers[2 * index + 1] ?? 0)).value());
    return value === undefined ? [] : [{ id: numbers[2 * index] ?? 0, value }];
  });
}

/** Also reads the operands of a content stream in sequence. */
export class PdfParser {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get done(): boolean {
    this.#skipSpace();
    return this.at >= this.#bytes.length;
  }

  value(depth = 0): PdfValue {
    if (depth > MAX_DEPTH) throw new FormatProblem('an object of the PDF is nested too deeply');
    this.#skipSpace();
    const letter = String.fromCharCode(this.#bytes[this.at] ?? 0);
    if (letter === '(') return this.#literal();
    if (letter === '/') return this.#name();
    if (letter === '[') return this.#list(']', depth);
    if (letter !== '<') return this.#word();
    if (this.#bytes[this.at + 1] !== 0x3c) return this.#hex();
    this.at += 1;
    const items = this.#list('>', depth);
    this.at += 1;
    const dictionary: PdfDictionary = new Map();
    for (let index = 0; index + 1 < items.length; index += 2)
      dictionary.set(pdfName(items[index]) ?? '', items[index + 1] ?? null);
    return dictionary;
  }

  #skipSpace(): void {
    for (;;) {
      const byte = this.#bytes[this.at];
      if (byte === 0x25)
        while (this.at < this.#bytes.length && ![10, 13].includes(this.#bytes[this.at] ?? 0)) this.at += 1;
      else if (byte !== undefined && [0, 9, 10, 12, 13, 32].includes(byte)) this.at += 1;
      else return;
    }
  }

  #list(end: string, depth: number): PdfValue[] {
    this.at += 1;
    const items: PdfValue[] = [];
    for (;;) {
      if (this.done) throw new FormatProblem('an object of the PDF is cut short');
      if (this.#bytes[this.at] === end.charCodeAt(0)) break;
      items.push(this.value(depth + 1));
    }
    this.at += 1;
    return items;
  }

  #name(): PdfName {
    const match = /^\/([^\s()<>[\]{}/%]*)/.exec(this.#bytes.toString('latin1', this.at, this.at + 200));
    this.at += match?.[0].length ?? 1;
    return new PdfName(
      (match?.[1] ?? '').replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    );
  }

  #word(): PdfValue {
    const text = this.#bytes.toString('latin1', this.at, this.at + 100);
    const reference = /^(\d+)\s+\d+\s+R\b/.exec(text);
    const word = reference?.[0] ?? /^[^\s()<>[\]{}/%]+/.exec(text)?.[0] ?? text.slice(0, 1);
    this.at += Math.max(1, word.length);
    if (reference) return new PdfReference(Number(reference[1]));
    if (word === 'true' || word === 'false') return word === 'true';
    const number = Number(word);
    return Number.isNaN(number) ? null : number;
  }

  #hex(): PdfString {
    const end = this.#bytes.indexOf(0x3e, this.at);
    if (end < 0) throw new FormatProblem('a string of the PDF is cut short');
    const digits = this.#bytes.toString('latin1', this.at + 1, end).replaceAll(/\s/g, '');
    this.at = end + 1;
    return new PdfString(Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex'));
  }

  #literal(): PdfString {
    const out: number[] = [];
    let depth = 1;
    for (this.at += 1; ; this.at += 1) {
      const byte = this.#bytes[this.at];
      if (byte === undefined) throw new FormatProblem('a string of the PDF is cut short');
      if (byte === 0x5c) out.push(...this.#escape());
      else {
        if (byte === 0x28) depth += 1;
        if (byte === 0x29) depth -= 1;
        if (depth === 0) break;
        out.push(byte);
      }
    }
    this.at += 1;
    return new PdfString(Buffer.from(out));
  }

  /** The character that an escape sequence represents; the position ends at its last byte. */
  #escape(): number[] {
    this.at += 1;
    const octal = /^[0-7]{1,3}/.exec(this.#bytes.toString('latin1', this.at, this.at + 3))?.[0];
    if (octal !== undefined) {
      this.at += octal.length - 1;
      return [parseInt(octal, 8) & 0xff];
    }
    const letter = String.fromCharCode(this.#bytes[this.at] ?? 0);
    if (letter === '\r' && this.#bytes[this.at + 1] === 10) this.at += 1;
    if (letter === '\n' || letter === '\r') return [];
    const plain = { n: 10, r: 13, t: 9, b: 8, f: 12 }[letter];
    return [plain ?? letter.charCodeAt(0)];
  }
}
