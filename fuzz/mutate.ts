// Mutations of a file's bytes. Small ones damage it; large ones make it long or deep within its grammar, which
// finds recursion, spreads of untrusted arrays and quadratic loops.
import type { Random } from './random.ts';

/** Readers accept 64 MB, but slow reading shows at a smaller size. */
const MOST_BYTES = 2 * 2 ** 20;

type Change = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

const latin = (text: string) => Buffer.from(text, 'latin1');

/** Byte sequences that many formats use and that often cause parser errors. */
const TOKENS = [
  ...[
    '< > </ /> <!-- --> <![CDATA[ ]]> <? &lt; &#x110000; &#0; &a; { } [ ] ( ) << >> " / * _ # | ~ ! ![ ](',
    '0 -1 1e400 999999999999 4294967295 2147483648 NaN -0 0x 1e-400 . % $ @ , ; : = & -- ... __proto__',
    'constructor null true obj endobj stream endstream R matrix( M L C a z url(#a) xmlns: style=" d=" &b',
    '*a',
  ].flatMap((line) => line.split(' ')),
  '<!DOCTYPE a [',
  "'",
  '\\',
  '`',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\0',
  '---\n',
  '\ufeff',
  '\u00a0',
  'BEGIN:VEVENT\n',
  'END:VEVENT\n',
  '- ',
  '> ',
].map((token) => Buffer.from(token, 'utf8'));

/** Opening and closing tokens, for nesting. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['[', ']'],
  ['{"a":', '}'],
  ['(', ')'],
  ['<<', '>>'],
  ['<a>', '</a>'],
  ['<g>', '</g>'],
  ['<div>', '</div>'],
  ['<table><tr><td>', '</td></tr></table>'],
  ['<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>'],
  ['<w:ins w:author="a">', '</w:ins>'],
  ['> ', ''],
  ['- ', '\n'],
  ['  ', 'a\n'],
  ['{', '}'],
  ['"', '"'],
  ['BEGIN:VEVENT\n', 'END:VEVENT\n'],
  ['q ', ' Q'],
  ['<</A ', '>>'],
  ['@media a{', '}'],
];

const DELIMITERS = [...Buffer.from('<>,;:{}[]()"\n= /', 'latin1')];

function put(bytes: Buffer, at: number, removed: number, added: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);
}

/** A slice that begins and ends before the same delimiter, so that it can be repeated; otherwise a random slice. */
function slice(bytes: Buffer, random: Random): readonly [from: number, to: number] {
  const from = random.below(bytes.length);
  if (random.chance(0.7)) {
    const delimiter = random.pick(DELIMITERS);
    const start = bytes.indexOf(delimiter, from);
    let end = start;
    for (let times = 1 + random.below(4); times > 0 && end >= 0; times -= 1) end = bytes.indexOf(delimiter, end + 1);
    if (start >= 0 && end > start && end - start < 4096) return [start, end];
  }
  return [from, Math.min(bytes.length, from + 1 + random.below(64))];
}

const small: readonly Change[] = [
  (bytes, random) => {
    const out = Buffer.from(bytes);
    for (let times = 1 + random.below(4); times > 0; times -= 1)
      out[random.below(out.length)] = random.chance(0.4) ? random.pick([0, 1, 127, 128, 255]) : random.below(256);
    return out;
  },
  (bytes, random) => {
    const [from, to] = slice(bytes, random);
    return put(bytes, from, to - from, Buffer.alloc(0));
  },
  (bytes, random) => {
    const [from, to] = slice(bytes, random);
    return put(bytes, random.chance(0.5) ? to : random.below(bytes.length), 0, bytes.subarray(from, to));
  },
  (bytes, random) => put(bytes, random.below(bytes.length), random.below(3), random.pick(TOKENS)),
  (bytes, random) => bytes.subarray(0, 1 + random.below(bytes.length)),
  (bytes, random, other) => {
    const [from, to] = slice(other, random);
    return put(bytes, random.below(bytes.length), 0, other.subarray(from, to));
  },
  otherLength,
  otherNumber,
];

/** Replaces four bytes by a binary length, count or offset, in either byte order. */
function otherLength(bytes: Buffer, random: Random): Buffer {
  if (bytes.length < 8) return bytes;
  const out = Buffer.from(bytes);
  const at = random.below(out.length - 4);
  const value = random.pick([
    0,
    1,
    0x7fff,
    0xffff,
    0x10000,
    0x7fffffff,
    0x80000000,
    0xffffffff,
    out.length,
    out.length * 2,
  ]);
  if (random.chance(0.5)) out.writeUInt32LE(value >>> 0, at);
  else out.writeUInt32BE(value >>> 0, at);
  return out;
}

/** Replaces a number written in digits. */
function otherNumber(bytes: Buffer, random: Random): Buffer {
  const from = random.below(bytes.length);
  const text = bytes.toString('latin1', from, from + 4096);
  const found = /\d+/.exec(text);
  if (!found) return bytes;
  const value = random.pick([
    '0',
    '-1',
    '1',
    '65536',
    '1048577',
    '4294967295',
    '1000000000000',
    '1e308',
    '1e999',
    '0.1',
  ]);
  return put(bytes, from + found.index, found[0].length, latin(value));
}

const large: readonly Change[] = [
  // Repeats a slice many times.
  (bytes, random) => {
    const [from, to] = slice(bytes, random);
    return put(bytes, to, 0, repeated(bytes.subarray(from, to), random));
  },
  // Repeats a token, or a sequence of three, many times.
  (bytes, random) => {
    const token = random.chance(0.5)
      ? random.pick(TOKENS)
      : Buffer.concat([random.pick(TOKENS), random.pick(TOKENS), random.pick(TOKENS)]);
    return put(bytes, random.below(bytes.length), 0, repeated(token, random));
  },
  // Nests a slice deeply.
  (bytes, random) => {
    const [from, to] = slice(bytes, random);
    const [open, close] = random.pick(PAIRS).map(latin);
    if (!open || !close) return bytes;
    const times = timesOf(open.length + close.length, random);
    const ends = random.chance(0.9) ? Buffer.concat(Array.from({ length: times }, () => close)) : Buffer.alloc(0);
    const inner = Buffer.concat([...Array.from({ length: times }, () => open), bytes.subarray(from, to), ends]);
    return put(bytes, from, to - from, inner);
  },
  // Nests with the file's own tokens: repeats one slice before the middle and one after it.
  (bytes, random) => {
    const [from, to] = slice(bytes, random);
    const [next, end] = slice(bytes, random);
    if (next < to) return bytes;
    const times = timesOf(to - from + end - next, random);
    const many = (part: Buffer) => Buffer.concat(Array.from({ length: times }, () => part));
    const middle = bytes.subarray(to, next);
    return Buffer.concat([
      bytes.subarray(0, from),
      many(bytes.subarray(from, to)),
      middle,
      many(bytes.subarray(next, end)),
      bytes.subarray(end),
    ]);
  },
];

function timesOf(length: number, random: Random): number {
  const size = random.pick([2 ** 12, 2 ** 16, 2 ** 18, 2 ** 20, MOST_BYTES - 2 ** 16]);
  return Math.max(2, Math.floor(size / Math.max(1, length)));
}

function repeated(part: Buffer, random: Random): Buffer {
  const times = timesOf(part.length, random);
  // Adds a counter to each copy, so that names, ids and keys differ.
  const at = part.findIndex((byte) => byte >= 0x30 && byte <= 0x39);
  if (at >= 0 && part.length > 3 && random.chance(0.5)) {
    const [before, after] = [part.subarray(0, at), part.subarray(at + 1)];
    return Buffer.concat(Array.from({ length: times }, (_, n) => Buffer.concat([before, latin(`${n}`), after])));
  }
  return Buffer.concat(Array.from({ length: times }, () => part));
}

/** A file with a few changes, of which at most one is large. */
export function mutated(bytes: Uint8Array, other: Uint8Array, random: Random): Buffer {
  let out = Buffer.from(bytes);
  const long = random.chance(0.35);
  if (long && out.length > 0) out = Buffer.from(random.pick(large)(out, random, Buffer.from(other)));
  for (let times = random.below(4) + (long ? 0 : 1); times > 0 && out.length > 0; times -= 1)
    out = Buffer.from(random.pick(small)(out, random, Buffer.from(other)));
  return out.subarray(0, MOST_BYTES);
}
