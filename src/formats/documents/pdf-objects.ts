// Reads what PDFium does not report: the outline, form fields and properties of a PDF.
import {
  pdfName,
  PdfReference,
  PdfString,
  readObjects,
  type PdfDictionary,
  type PdfObject,
  type PdfValue,
} from './pdf-syntax.ts';
import { FormatProblem } from '../problem.ts';

interface PdfOutlineItem {
  readonly title: string;
  /** 0 is the top level. */
  readonly level: number;
}

interface PdfField {
  /** The full name with parents: "address.city". */
  readonly name: string;
  /** "Tx" text, "Btn" button, "Ch" choice, "Sig" signature. */
  readonly type: string;
  readonly value: string | null;
}

export interface PdfObjects {
  readonly outline: readonly PdfOutlineItem[];
  readonly fields: readonly PdfField[];
  /** Title, author and other properties, by lower-case name. */
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
        throw new FormatProblem('the outline of the PDF is circular or too large');
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
      if (!field?.has('T')) continue; // It is a widget of its parent field.
      if (fields.length >= MAX_ITEMS || level > MAX_LEVELS)
        throw new FormatProblem('the form of the PDF is circular or too large');
      const name = `${prefix}${textOf(file.resolve(field.get('T'))) ?? ''}`;
      const own = pdfName(file.resolve(field.get('FT'))) ?? type;
      const before = fields.length;
      walkFields(field.get('Kids'), `${name}.`, own, level + 1);
      if (fields.length === before) fields.push({ name, type: own, value: valueOf(file.resolve(field.get('V'))) });
    }
  };
  walkFields(file.dictionary(catalog.get('AcroForm'))?.get('Fields'), '', '', 0);
  return { outline, fields, properties: propertiesOf(bytes, objects, file) };
}

/** The trailer, or the cross-reference stream that replaces it, refers to the catalog and the properties. */
function propertiesOf(bytes: Uint8Array, objects: readonly PdfObject[], file: ObjectTable): Record<string, string> {
  const trailers = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/\/Info\s+(\d+)\s+\d+\s+R/g);
  const packed = objects.flatMap(({ value }) =>
    value instanceof Map && pdfName(value.get('Type')) === 'XRef' ? [value.get('Info')] : [],
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

const valueOf = (value: PdfValue): string | null => pdfName(value) ?? textOf(value) ?? null;

/** A text string: UTF-16 or UTF-8 with a byte order mark, otherwise one byte per character. */
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
      (value) => value instanceof Map && pdfName(value.get('Type')) === 'Catalog',
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
