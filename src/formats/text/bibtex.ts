// Reads BibTeX entries. Texts keep their LaTeX; only the outer braces or quotes are removed.
import { formatLimits } from '../limits.ts';
import { checkCount, checkSize, FormatProblem } from '../problem.ts';
import { decodeText } from './text.ts';

export interface BibEntry {
  /** In lower case, such as "article". */
  readonly type: string;
  readonly key: string;
  /** By name in lower case. */
  readonly fields: Readonly<Record<string, string>>;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export function readBib(bytes: Uint8Array): BibEntry[] {
  checkSize(bytes);
  return new BibReader(decodeText(bytes)).entries();
}

class BibReader {
  readonly #text: string;
  /** Abbreviations from @string; the names of months are predefined. */
  readonly #strings = new Map(months.map((month) => [month, month]));
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** BibTeX treats text outside of entries as a comment. */
  entries(): BibEntry[] {
    const entries: BibEntry[] = [];
    const keys = new Set<string>();
    for (let next = this.#text.indexOf('@'); next >= 0; next = this.#text.indexOf('@', this.#at)) {
      this.#at = next + 1;
      const type = this.#word().toLowerCase();
      if (type === 'comment' || type === 'preamble') this.#value();
      else if (type === 'string') this.#define();
      else {
        const entry = this.#entry(type);
        if (keys.has(entry.key)) throw new FormatProblem(`the entry "${entry.key}" occurs twice`);
        keys.add(entry.key);
        entries.push(entry);
        checkCount(entries.length, formatLimits.items, 'entries');
      }
    }
    return entries;
  }

  #entry(type: string): BibEntry {
    const close = this.#open();
    const key = this.#word();
    const fields = new Map<string, string>();
    while (this.#take(',')) {
      if (this.#peek() === close) break;
      const name = this.#word().toLowerCase();
      this.#expect('=');
      if (fields.has(name)) throw new FormatProblem(`the entry "${key}" has the field "${name}" twice`);
      fields.set(name, this.#concatenation().trim());
    }
    this.#expect(close);
    return { type, key, fields: Object.fromEntries(fields) };
  }

  #define(): void {
    const close = this.#open();
    const name = this.#word().toLowerCase();
    this.#expect('=');
    this.#strings.set(name, this.#concatenation());
    this.#expect(close);
  }

  #open(): string {
    if (this.#take('{')) return '}';
    this.#expect('(');
    return ')';
  }

  #concatenation(): string {
    let text = this.#value();
    while (this.#take('#')) text += this.#value();
    return text;
  }

  #value(): string {
    const first = this.#peek();
    if (first === '{') return this.#delimited('}');
    if (first === '"') return this.#delimited('"');
    const word = this.#word();
    if (/^\d+$/.test(word)) return word;
    const known = this.#strings.get(word.toLowerCase());
    if (known === undefined) throw this.#problem(`"${word}" is neither a text in braces nor an abbreviation`);
    return known;
  }

  /** The text up to the matching delimiter; inner braces are kept. */
  #delimited(end: '}' | '"'): string {
    const start = this.#at + 1;
    let depth = 0;
    for (let at = start; at < this.#text.length; at += 1) {
      const character = this.#text[at];
      if (character === '\\') at += 1;
      else if (character === end && depth === 0) {
        this.#at = at + 1;
        return this.#text.slice(start, at).replace(/\s+/g, ' ');
      } else if (character === '{') depth += 1;
      else if (character === '}') depth -= 1;
      if (depth < 0) break;
    }
    throw this.#problem('a text does not end');
  }

  #word(): string {
    this.#peek();
    const pattern = /[^\s{}(),=#"@%\\]+/y;
    pattern.lastIndex = this.#at;
    const word = pattern.exec(this.#text)?.[0];
    if (word === undefined) throw this.#problem('a name is missing');
    this.#at += word.length;
    return word;
  }

  #peek(): string {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#text[this.#at] ?? '';
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw this.#problem(`"${character}" is missing`);
  }

  #problem(reason: string): FormatProblem {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    return new FormatProblem(`the file is not BibTeX: ${reason} in line ${line}`);
  }
}

export function writeBib(entries: readonly BibEntry[]): string {
  return entries
    .map(({ type, key, fields }) => {
      const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}},\n`);
      return `@${type}{${key},\n${lines.join('')}}\n`;
    })
    .join('\n');
}
