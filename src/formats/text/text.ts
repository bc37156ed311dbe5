// Plain text in the encodings that people's files have: txt, log, and the ground of every format made of text.
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
  /** A byte order mark, as Windows writes it. */
  readonly bom?: boolean;
}

/** The bytes of a text. A character that the encoding does not have is the caller's mistake, and is thrown. */
export function writeText(text: string, { encoding = 'utf-8', bom = false }: TextStyle = {}): Uint8Array {
  const bytes = new Uint8Array(iconv.encode(text, encoding, { addBOM: bom }));
  if (encoding !== 'utf-8' && iconv.decode(bytes, encoding, { stripBOM: bom }) !== text)
    throw new Error(`the text has characters that ${encoding} lacks`);
  return bytes;
}

/** The text without its byte order mark; anything that is not in the encoding is a FormatProblem. */
export function readText(bytes: Uint8Array, encoding: Encoding = 'utf-8'): string {
  checkSize(bytes);
  return decodeText(bytes, encoding);
}

/** As readText, for bytes whose size has been looked at: nothing is a text too. */
export function decodeText(bytes: Uint8Array, encoding: string = 'utf-8'): string {
  // The web's ISO 8859-1 is Windows-1252; here the byte is the character.
  if (encoding === 'iso-8859-1') return Buffer.from(bytes).toString('latin1');
  // Node's decoder takes Windows-1252 for ISO 8859-1 as well: it reads the euro sign as a control character.
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

/** The lines of a text without their ends; a last line needs none. */
export function readLines(bytes: Uint8Array, encoding?: Encoding): string[] {
  const lines = readText(bytes, encoding).split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
