// Reads and writes plain text in common encodings. The readers of all text formats use it.
import iconv from 'iconv-lite';
import { checkSize, FormatProblem } from '../problem.ts';

export type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'gb18030'
  | 'gbk'
  | 'big5'
  | 'shift_jis'
  | 'euc-kr'
  | 'windows-1251'
  | 'windows-1252'
  | 'iso-8859-1';

export interface TextStyle {
  readonly encoding?: Encoding;
  /** Writes a byte order mark, as Windows programs do. */
  readonly bom?: boolean;
}

/** Encodes a text. Throws for a character that the encoding does not have, which is a mistake of the caller. */
export function writeText(text: string, { encoding = 'utf-8', bom = false }: TextStyle = {}): Uint8Array {
  const bytes = new Uint8Array(iconv.encode(text, encoding, { addBOM: bom }));
  if (encoding !== 'utf-8' && iconv.decode(bytes, encoding, { stripBOM: bom }) !== text)
    throw new Error(`the text has characters that ${encoding} lacks`);
  return bytes;
}

/** The text without its byte order mark. Throws a FormatProblem for bytes that are not in the encoding. */
export function readText(bytes: Uint8Array, encoding: Encoding = 'utf-8'): string {
  checkSize(bytes);
  return decodeText(bytes, encoding);
}

/** Like readText, but without the size checks, so an empty file is valid. */
export function decodeText(bytes: Uint8Array, encoding: string = 'utf-8'): string {
  // TextDecoder reads ISO 8859-1 as Windows-1252; here each byte is one character.
  if (encoding === 'iso-8859-1') return Buffer.from(bytes).toString('latin1');
  // Node's TextDecoder reads Windows-1252 as ISO 8859-1: it decodes the euro sign as a control character.
  if (encoding === 'windows-1252') {
    const text = iconv.decode(bytes, encoding);
    if (text.includes('\ufffd')) throw new FormatProblem('the file is not windows-1252 text');
    return text;
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FormatProblem(`the file is not ${encoding === 'utf-8' ? 'UTF-8' : encoding} text`, { cause: error });
  }
}

/** The lines of a text without their ends; the last line may lack one. */
export function readLines(bytes: Uint8Array, encoding?: Encoding): string[] {
  const lines = readText(bytes, encoding).split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
