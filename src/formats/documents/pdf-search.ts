// Extracts everything in a PDF that can be text: strings and streams of all objects, visible or not, of every version
// in the file, and of embedded files.
import { readCodeMap, translate, type CodeMap } from './pdf-code-maps.ts';
import {
  PdfParser,
  PdfReference,
  PdfString,
  pdfName,
  readObjects,
  type PdfObject,
  type PdfValue,
} from './pdf-syntax.ts';

export interface PdfMatter {
  /** Texts, decoded with every encoding they may have. */
  readonly texts: readonly string[];
  /** Pictures and data that is too large: searched only as bytes. */
  readonly binaries: readonly Buffer[];
  /** Embedded files, unpacked once. */
  readonly attachments: readonly Buffer[];
  /** Why parts could not be examined. */
  readonly unread: readonly string[];
}

const MAX_MAPS = 50;
/** A larger stream is not a page's text. */
const MAX_TEXT = 2 * 2 ** 20;

export function readPdfMatter(bytes: Uint8Array): PdfMatter {
  const objects = readObjects(bytes);
  const maps = objects
    .flatMap(({ stream }) => (stream?.includes('begincmap') ? [readCodeMap(stream.toString('latin1'))] : []))
    .slice(0, MAX_MAPS);
  const fonts = fontFiles(objects);
  const texts: string[] = [];
  const binaries: Buffer[] = [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
  const attachments: Buffer[] = [];
  const unread: string[] = [];
  for (const { id, value, stream, picture, unread: filter } of objects) {
    for (const string of stringsOf(value)) texts.push(...readings(string.bytes));
    texts.push(namesOf(value));
    if (!stream) continue;
    const isPicture = value instanceof Map && pdfName(value.get('Subtype')) === 'Image';
    if (filter !== undefined) unread.push(`a stream is packed by ${filter}, which cannot be unpacked`);
    if (value instanceof Map && pdfName(value.get('Type')) === 'EmbeddedFile') attachments.push(stream);
    else if (isArchive(stream)) attachments.push(stream);
    if (isPicture || picture !== undefined || fonts.has(id) || stream.length > MAX_TEXT) {
      binaries.push(stream);
      if (isPicture || picture !== undefined || fonts.has(id)) continue;
    }
    if (stream.length <= MAX_TEXT) texts.push(...readings(stream));
    texts.push(...drawnTexts(stream, maps));
  }
  return { texts, binaries, attachments, unread };
}

/**
 * Whether words occur in a string of any object or in any stream, visible or not, including old page versions that an
 * update left in the file. White space is ignored. Words inside pictures are not found.
 */
export function pdfContains(bytes: Uint8Array, words: string): boolean {
  const wanted = squeeze(words);
  const { texts, binaries } = readPdfMatter(bytes);
  return texts.some((text) => squeeze(text).includes(wanted)) || binaries.some((each) => hasBytes(each, words));
}

/** Searches the bytes, in the encodings of text. */
export function hasBytes(binary: Buffer, words: string): boolean {
  const wide = Buffer.from(words, 'utf16le');
  return [Buffer.from(words, 'utf8'), wide, Buffer.from(wide).swap16()].some((each) => binary.includes(each));
}

const squeeze = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\0]/g, '')
    .toLowerCase();

const isArchive = (stream: Buffer) =>
  ['504b0304', '1f8b08', '25504446'].some((magic) => stream.subarray(0, 4).toString('hex').startsWith(magic));

/** Font programs list letters in order of first use, which may spell words that the text does not contain. */
function fontFiles(objects: readonly PdfObject[]): ReadonlySet<number> {
  const references = objects.flatMap(({ value }) =>
    value instanceof Map ? ['FontFile', 'FontFile2', 'FontFile3'].map((key) => value.get(key)) : [],
  );
  return new Set(references.flatMap((value) => (value instanceof PdfReference ? [value.id] : [])));
}

/** The bytes decoded with every encoding they may have. */
function readings(bytes: Buffer): string[] {
  if (bytes.length === 0) return [];
  const wide = [utf16(bytes), utf16(bytes.subarray(1))];
  return [bytes.toString('latin1'), bytes.toString('utf8'), ...wide];
}

const utf16 = (bytes: Uint8Array) => new TextDecoder('utf-16be').decode(bytes);

function stringsOf(value: PdfValue): PdfString[] {
  if (value instanceof PdfString) return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return value instanceof Map ? [...value.values()].flatMap(stringsOf) : [];
}

/** Keys and names can contain words too. */
function namesOf(value: PdfValue): string {
  const name = pdfName(value);
  if (name !== undefined) return `${name} `;
  if (Array.isArray(value)) return value.map(namesOf).join('');
  return value instanceof Map ? [...value].map(([key, each]) => `${key} ${namesOf(each)}`).join('') : '';
}

/** All strings of a content stream joined, because letters may be drawn one by one. */
function drawnTexts(stream: Buffer, maps: readonly CodeMap[]): string[] {
  if (!/T[jJ]|['"]/.test(stream.toString('latin1', 0, 1_000_000))) return [];
  const parser = new PdfParser(stream);
  const strings: Buffer[] = [];
  try {
    while (!parser.done) for (const { bytes } of stringsOf(parser.value())) strings.push(bytes);
  } catch {
    // Keep what was parsed before the error.
  }
  const drawn = Buffer.concat(strings);
  return [...readings(drawn), ...maps.map((map) => translate(drawn, map))];
}
