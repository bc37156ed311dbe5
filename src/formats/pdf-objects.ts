// What PDFium's text does not show: the outline, form fields, and whether words are anywhere in the file at all.
import {
  nameOf,
  PdfParser,
  PdfReference,
  PdfString,
  readObjects,
  type PdfDictionary,
  type PdfObject,
  type PdfValue,
} from './pdf-syntax.ts';
import { FormatProblem } from './problem.ts';

export interface PdfOutlineItem {
  readonly title: string;
  /** 0 is the outermost. */
  readonly level: number;
}

export interface PdfField {
  /** With the names of its parents: "address.city". */
  readonly name: string;
  /** "Tx" text, "Btn" button, "Ch" choice, "Sig" signature. */
  readonly type: string;
  readonly value: string | null;
}

export interface PdfObjects {
  readonly outline: readonly PdfOutlineItem[];
  readonly fields: readonly PdfField[];
  /** Title, author and the like, by lower-case name. */
  readonly properties: Readonly<Record<string, string>>;
}

const MAX_ITEMS = 10_000;
const MAX_LEVELS = 20;

export function readPdfObjects(bytes: Uint8Array): PdfObjects {
  const objects = readObjects(bytes);
  const file = new ObjectTable(objects);
  const catalog = file.catalog();
  const outline: PdfOutlineItem[] = [];
  const walkOutline = (parent: PdfDictionary | undefined, level: number) => {
    let item = file.dictionary(parent?.get('First'));
    while (item) {
      if (outline.length >= MAX_ITEMS || level > MAX_LEVELS)
        throw new FormatProblem('the outline of the PDF has no end');
      outline.push({ title: textOf(file.resolve(item.get('Title'))) ?? '', level });
      walkOutline(item, level + 1);
      item = file.dictionary(item.get('Next'));
    }
  };
  walkOutline(file.dictionary(catalog.get('Outlines')), 0);
  const fields: PdfField[] = [];
  const walkFields = (list: PdfValue | undefined, prefix: string, type: string, level: number) => {
    const entries = file.resolve(list);
    for (const entry of Array.isArray(entries) ? entries : []) {
      const field = file.dictionary(entry);
      if (!field?.has('T')) continue; // A widget of its parent.
      if (fields.length >= MAX_ITEMS || level > MAX_LEVELS) throw new FormatProblem('the form of the PDF has no end');
      const name = `${prefix}${textOf(file.resolve(field.get('T'))) ?? ''}`;
      const own = nameOf(file.resolve(field.get('FT'))) ?? type;
      const before = fields.length;
      walkFields(field.get('Kids'), `${name}.`, own, level + 1);
      if (fields.length === before) fields.push({ name, type: own, value: valueOf(file.resolve(field.get('V'))) });
    }
  };
  walkFields(file.dictionary(catalog.get('AcroForm'))?.get('Fields'), '', '', 0);
  return { outline, fields, properties: propertiesOf(bytes, objects, file) };
}

/** The trailer, or the stream that stands for it, says where they are. */
function propertiesOf(bytes: Uint8Array, objects: readonly PdfObject[], file: ObjectTable): Record<string, string> {
  const trailers = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/\/Info\s+(\d+)\s+\d+\s+R/g);
  const packed = objects.flatMap(({ value }) =>
    value instanceof Map && nameOf(value.get('Type')) === 'XRef' ? [value.get('Info')] : [],
  );
  const last = [...trailers].at(-1)?.[1];
  const info = file.dictionary(last === undefined ? packed.at(-1) : new PdfReference(Number(last)));
  return Object.fromEntries(
    [...(info ?? [])].flatMap(([name, value]) => {
      const text = textOf(file.resolve(value));
      return text === undefined ? [] : [[name.toLowerCase(), text]];
    }),
  );
}

const valueOf = (value: PdfValue): string | null => nameOf(value) ?? textOf(value) ?? null;

/** A string for people: UTF-16 or UTF-8 with a mark, else one byte a letter. */
function textOf(value: PdfValue): string | undefined {
  if (!(value instanceof PdfString)) return undefined;
  const { bytes } = value;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes.subarray(2));
  return bytes[0] === 0xef && bytes[1] === 0xbb ? bytes.toString('utf8', 3) : bytes.toString('latin1');
}

const utf16 = (bytes: Uint8Array) => new TextDecoder('utf-16be').decode(bytes);

class ObjectTable {
  readonly #byId = new Map<number, PdfValue>();

  constructor(objects: readonly PdfObject[]) {
    for (const { id, value } of objects) this.#byId.set(id, value);
  }

  catalog(): PdfDictionary {
    const found = [...this.#byId.values()].findLast(
      (value) => value instanceof Map && nameOf(value.get('Type')) === 'Catalog',
    );
    if (!(found instanceof Map)) throw new FormatProblem('the PDF has no catalog');
    return found;
  }

  resolve(value: PdfValue | undefined): PdfValue {
    let found = value ?? null;
    for (let step = 0; found instanceof PdfReference; step += 1) {
      if (step > MAX_LEVELS) return null;
      found = this.#byId.get(found.id) ?? null;
    }
    return found;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary | undefined {
    const found = this.resolve(value);
    return found instanceof Map ? found : undefined;
  }
}

const MAX_MAPS = 50;

/**
 * Whether words are anywhere: in a string of any object, or in any stream, drawn or not, also in old versions of pages
 * that an update has left in the file. Spaces do not count. Words within pictures are not seen.
 */
export function pdfContains(bytes: Uint8Array, words: string): boolean {
  const wanted = squeeze(words);
  const objects = readObjects(bytes);
  const maps = objects
    .flatMap(({ stream }) => (stream?.includes('begincmap') ? [readMap(stream.toString('latin1'))] : []))
    .slice(0, MAX_MAPS);
  const fonts = fontFiles(objects);
  return objects.some(({ id, value, stream }) => {
    if (stringsOf(value).some((string) => readings(string.bytes, []).some((text) => text.includes(wanted))))
      return true;
    if (!stream) return false;
    if (readings(stream, []).some((text) => text.includes(wanted))) return true;
    return !fonts.has(id) && readings(drawnBytes(stream), maps).some((text) => text.includes(wanted));
  });
}

/** Programs of fonts: they list their letters in the order of first use, which may spell words that nobody wrote. */
function fontFiles(objects: readonly PdfObject[]): ReadonlySet<number> {
  const references = objects.flatMap(({ value }) =>
    value instanceof Map ? ['FontFile', 'FontFile2', 'FontFile3'].map((key) => value.get(key)) : [],
  );
  return new Set(references.flatMap((value) => (value instanceof PdfReference ? [value.id] : [])));
}

const squeeze = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\0]/g, '')
    .toLowerCase();

/** The bytes as every text that they may be. */
function readings(bytes: Buffer, maps: readonly CodeMap[]): string[] {
  if (bytes.length === 0) return [];
  return [
    bytes.toString('latin1'),
    bytes.toString('utf8'),
    utf16(bytes),
    utf16(bytes.subarray(1)),
    ...maps.map((map) => translate(bytes, map)),
  ].map(squeeze);
}

function stringsOf(value: PdfValue): PdfString[] {
  if (value instanceof PdfString) return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return value instanceof Map ? [...value.values()].flatMap(stringsOf) : [];
}

/** All strings of a content stream as one, because letters may be drawn one by one. */
function drawnBytes(stream: Buffer): Buffer {
  if (!/T[jJ]|['"]/.test(stream.toString('latin1', 0, 1_000_000))) return Buffer.alloc(0);
  const parser = new PdfParser(stream);
  const strings: Buffer[] = [];
  try {
    while (!parser.done) strings.push(...stringsOf(parser.value()).map((string) => string.bytes));
  } catch {
    // What could be read until here is what there is.
  }
  return Buffer.concat(strings);
}

interface CodeMap {
  readonly width: 1 | 2;
  readonly letters: ReadonlyMap<number, string>;
}

const hexText = (hex: string) => utf16(Buffer.from(hex, 'hex'));

/** A ToUnicode map: which letters the codes of a font stand for. */
function readMap(source: string): CodeMap {
  const letters = new Map<number, string>();
  const width = /begincodespacerange\s*<([0-9a-fA-F]+)>/.exec(source)?.[1]?.length === 2 ? 1 : 2;
  for (const [, body = ''] of source.matchAll(/beginbfchar([^]*?)endbfchar/g)) {
    for (const [, code = '', text = ''] of body.matchAll(/<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]*)>/g))
      letters.set(parseInt(code, 16), hexText(text));
  }
  for (const [, body = ''] of source.matchAll(/beginbfrange([^]*?)endbfrange/g)) {
    for (const [, from = '', to = '', list, start] of body.matchAll(
      /<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>\s*(?:\[([^\]]*)\]|<([0-9a-fA-F]*)>)/g,
    )) {
      const first = parseInt(from, 16);
      const texts = [...(list ?? '').matchAll(/<([0-9a-fA-F]*)>/g)].map(([, hex = '']) => hexText(hex));
      for (let code = first; code <= Math.min(parseInt(to, 16), first + 0xffff); code += 1)
        letters.set(
          code,
          list === undefined
            ? String.fromCodePoint((parseInt(start ?? '0', 16) % 0x110000) + code - first)
            : (texts[code - first] ?? ''),
        );
    }
  }
  return { width, letters };
}

function translate(bytes: Buffer, { width, letters }: CodeMap): string {
  let text = '';
  for (let at = 0; at + width <= bytes.length; at += width) text += letters.get(bytes.readUIntBE(at, width)) ?? '';
  return text;
}
