// Parses ToUnicode maps of PDF fonts, which map character codes to text.

export interface CodeMap {
  readonly width: 1 | 2;
  readonly letters: ReadonlyMap<number, string>;
}

const MAX_RANGE = 0xffff;
const MAX_LETTERS = 200_000;
const LAST_CODE_POINT = 0x10ffff;

const hexText = (hex: string) => new TextDecoder('utf-16be').decode(Buffer.from(hex, 'hex'));

export function readCodeMap(source: string): CodeMap {
  const letters = new Map<number, string>();
  const width = /begincodespacerange\s*<([0-9a-fA-F]+)>/.exec(source)?.[1]?.length === 2 ? 1 : 2;
  for (const [, body = ''] of source.matchAll(/beginbfchar([^]*?)endbfchar/g)) {
    for (const [, code = '', text = ''] of body.matchAll(/<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]*)>/g))
      letters.set(parseInt(code, 16), hexText(text));
  }
  for (const [, body = ''] of source.matchAll(/beginbfrange([^]*?)endbfrange/g)) {
    for (const [, from = '', to = '', list, start = '0'] of body.matchAll(
      /<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>\s*(?:\[([^\]]*)\]|<([0-9a-fA-F]*)>)/g,
    )) {
      const first = parseInt(from, 16);
      const texts = [...(list ?? '').matchAll(/<([0-9a-fA-F]*)>/g)].map(([, hex = '']) => hexText(hex));
      const last = Math.min(parseInt(to, 16), first + MAX_RANGE);
      for (let code = first; code <= last && letters.size < MAX_LETTERS; code += 1)
        letters.set(code, list === undefined ? codePoint(start, code - first) : (texts[code - first] ?? ''));
    }
  }
  return { width, letters };
}

/** The character this many places after the mapped one; the map may name an invalid character. */
function codePoint(start: string, offset: number): string {
  const code = (start.length > 4 ? (hexText(start).codePointAt(0) ?? 0) : parseInt(start || '0', 16)) + offset;
  return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '';
}

export function translate(bytes: Buffer, { width, letters }: CodeMap): string {
  let text = '';
  for (let at = 0; at + width <= bytes.length; at += width) text += letters.get(bytes.readUIntBE(at, width)) ?? '';
  return text;
}
