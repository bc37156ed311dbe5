// A YAML file with the position of every value, so that every complaint names a line and a column.
import { relative } from 'node:path';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { Problem, reasonOf } from '../../core/index.ts';

export type Path = readonly PropertyKey[];

export interface Complaint {
  readonly path: Path;
  readonly message: string;
  /** The position is that of the key instead of its value. */
  readonly atKey?: boolean;
}

/** The limit on YAML aliases: a small file must not expand to a large value. */
const MAX_ALIASES = 100;

export class YamlDocument {
  readonly value: unknown;
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #document: Document;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    const [fault] = [...this.#document.errors, ...this.#document.warnings];
    if (fault) throw new Problem(`${this.#at(fault.pos[0])}: ${reasonOf(fault)}`);
    try {
      this.value = this.#document.toJS({ maxAliasCount: MAX_ALIASES });
    } catch (error) {
      throw new Problem(`${this.#at(0)}: ${reasonOf(error)}`, { cause: error });
    }
  }

  /** One line: the first complaint in the order of the file, and the number of further ones. */
  problem(complaints: readonly Complaint[]): Problem {
    const placed = complaints
      .map((complaint) => ({ ...complaint, offset: this.#offset(complaint) }))
      .toSorted((a, b) => a.offset - b.offset);
    const [first] = placed;
    if (!first) throw new Error('there is nothing to complain about');
    const path = showPath(first.path);
    const more = placed.length > 1 ? ` (and ${placed.length - 1} more)` : '';
    return new Problem(`${this.#at(first.offset)}: ${path ? `${path}: ` : ''}${first.message}${more}`);
  }

  /** The offset of a value; for a missing value, that of the nearest enclosing one. */
  #offset({ path, atKey }: Complaint): number {
    let node: unknown = this.#document.contents;
    let offset = start(node) ?? 0;
    for (const [depth, step] of path.entries()) {
      if (isAlias(node)) node = node.resolve(this.#document);
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => (isScalar(key) ? String(key.value) : String(key)) === String(step));
        if (!pair) return offset;
        node = pair.value;
        const key = start(pair.key);
        offset = (atKey && depth === path.length - 1 ? key : start(node)) ?? key ?? offset;
      } else if (isSeq(node)) {
        node = node.items[Number(step)];
        offset = start(node) ?? offset;
      } else return offset;
    }
    return offset;
  }

  #at(offset: number): string {
    const { line, col } = this.#lines.linePos(offset);
    const near = relative(process.cwd(), this.#file);
    return `${near.startsWith('..') ? this.#file : near}:${line || 1}:${col || 1}`;
  }
}

function start(node: unknown): number | undefined {
  return (node as { range?: readonly number[] | null } | null | undefined)?.range?.[0];
}

/** `checks[2].rows[0].kg`; keys that are not plain words are quoted. */
function showPath(path: Path): string {
  return path.reduce<string>((shown, step) => {
    if (typeof step === 'number') return `${shown}[${step}]`;
    const name = String(step);
    if (!/^[\w-]+$/.test(name)) return `${shown}[${JSON.stringify(name)}]`;
    return shown ? `${shown}.${name}` : name;
  }, '');
}
