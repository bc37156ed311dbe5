// Whether a file contains words anywhere, visible or not: the check for redactions.
import { extname } from 'node:path';
import { pdfContains } from './pdf-search.ts';
import { readZip } from '../archives/zip.ts';

const packed = new Set(['.zip', '.docx', '.pptx', '.xlsx', '.odt', '.ods', '.npz', '.epub']);
const MAX_DEPTH = 3;

/**
 * Searches every stream and string of a PDF, every part of archives and office files, otherwise the bytes as text.
 * Ignores white space, width and case.
 */
export async function contains(path: string, bytes: Uint8Array, words: string, depth = 0): Promise<boolean> {
  const ending = extname(path).toLowerCase();
  if (ending === '.pdf') return pdfContains(bytes, words);
  if (!packed.has(ending) || depth >= MAX_DEPTH) return textHas(bytes, words);
  for (const [name, content] of await readZip(bytes)) {
    if (within(name, words) || (await contains(name, content, words, depth + 1))) return true;
  }
  return false;
}

/** The text unchanged, and without tags, which may split words. */
function textHas(bytes: Uint8Array, words: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [buffer.toString('utf8'), buffer.toString('utf16le')].some(
    (text) => within(text, words) || within(unmarked(text), words),
  );
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

const unmarked = (text: string) =>
  text
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? '')
    .replaceAll(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)));

const within = (text: string, words: string) => squeeze(text).includes(squeeze(words));
const squeeze = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
