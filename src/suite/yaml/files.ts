// Files that a task.yaml names: regular files inside the task's folder, of bounded size.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { extname, isAbsolute, join, sep } from 'node:path';
import { Problem, type Column, type Json } from '../../core/index.ts';
import { FormatProblem, readCsv } from '../../formats/index.ts';
import { readCell } from '../../verify/index.ts';

const MAX_BYTES = 64 * 2 ** 20;

export class TaskFiles {
  readonly #folder: string;
  #room = MAX_BYTES;

  constructor(folder: string) {
    this.#folder = realpathSync(folder);
  }

  read(path: string): Buffer {
    const place = this.#place(path);
    const stats = statSync(place);
    if (!stats.isFile()) throw new Problem(`"${path}" is not a regular file`);
    this.#room -= stats.size;
    if (this.#room < 0) throw new Problem(`with "${path}", the task's files hold more than ${MAX_BYTES / 2 ** 20} MiB`);
    return readFileSync(place);
  }

  /** The content of a file as a value of a check: rows of a csv or tsv, the value of a json, else the text. */
  readValue(path: string, columns: Readonly<Record<string, Column>> | undefined): Json {
    const bytes = this.read(path);
    const extension = extname(path).toLowerCase();
    try {
      if (extension === '.csv') return rowsOf(bytes, ',', columns);
      if (extension === '.tsv') return rowsOf(bytes, '\t', columns);
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return extension === '.json' ? (JSON.parse(text) as Json) : text;
    } catch (error) {
      if (error instanceof FormatProblem || error instanceof SyntaxError || error instanceof Problem) {
        throw new Problem(`"${path}": ${error.message}`, { cause: error });
      }
      if (error instanceof TypeError) throw new Problem(`"${path}" is not UTF-8 text`, { cause: error });
      throw error;
    }
  }

  #place(path: string): string {
    if (isAbsolute(path) || path.split(/[/\\]/).includes('..')) throw new Problem(`"${path}" leaves the task's folder`);
    let place: string;
    try {
      place = realpathSync(join(this.#folder, path));
    } catch {
      throw new Problem(`there is no file "${path}" in the task's folder`);
    }
    if (!place.startsWith(this.#folder + sep)) throw new Problem(`"${path}" is a link out of the task's folder`);
    return place;
  }
}

/** Cells get the types of the requested table's columns; an empty cell is null. Other cells that are numerals become numbers. */
function rowsOf(bytes: Uint8Array, delimiter: string, columns: Readonly<Record<string, Column>> | undefined): Json {
  const { header, rows } = readCsv(bytes, { delimiter });
  return rows.map((row, index) =>
    Object.fromEntries(
      header.map((name, place) => {
        const text = row[place] ?? '';
        if (text.trim() === '') return [name, null];
        const type = columns?.[name]?.value;
        const value = type ? readCell(type, text) : (readCell({ type: 'number', decimals: 0 }, text) ?? text);
        if (value === undefined) throw new Problem(`row ${index + 1}, ${name}: ${text} is not of type ${type?.type}`);
        return [name, value];
      }),
    ),
  );
}
