// Parses a player's moves: cells, and commands that begin with a colon.
import { parseProgram } from '../../suite/index.ts';

const playCommands = ['help', 'files', 'reset', 'submit', 'quit'] as const;
export type PlayCommand = (typeof playCommands)[number];

export type Move =
  | { readonly kind: 'cell'; readonly code: string; readonly answer: boolean }
  | { readonly kind: 'command'; readonly name: PlayCommand; readonly rest: string }
  | { readonly kind: 'unknown'; readonly name: string };

/** A whole script, such as a reference.py: cells between `# %%` lines, commands on lines of their own. */
export function scriptMoves(source: string): Move[] {
  const moves: Move[] = [];
  let code = '';
  const flush = () => {
    moves.push(...cellsOf(code));
    code = '';
  };
  for (const line of source.split(/\r?\n/)) {
    const command = readCommand(line);
    if (command) flush();
    if (command) moves.push(command);
    else code += `${line}\n`;
  }
  flush();
  return moves;
}

/** Groups typed lines into cells. An empty line ends a cell, except between `%%` lines. */
export class CellReader {
  #lines: string[] = [];
  #block = false;

  /** Whether a cell is incomplete. */
  get open(): boolean {
    return this.#block || this.#lines.length > 0;
  }

  /** `inPaste`: more lines came with this one, so that an empty one is part of the code. */
  add(line: string, { inPaste = false } = {}): Move[] {
    const command = readCommand(line);
    if (command) return [...this.#end(), command];
    if (/^# ?%%/.test(line)) {
      // Percent format: ends one cell and begins the next.
      const moves = this.#end();
      this.#block = true;
      this.#lines = [line];
      return moves;
    }
    if (/^%%\s*$/.test(line)) {
      if (this.#lines.length > 0) return this.#end();
      this.#block = true;
      return [];
    }
    if (line.trim() !== '') this.#lines.push(line);
    else if (this.#lines.length > 0 && (this.#block || inPaste)) this.#lines.push('');
    else if (this.#lines.length > 0) return this.#end();
    return [];
  }

  /** Discards the incomplete cell. */
  clear(): void {
    this.#lines = [];
    this.#block = false;
  }

  #end(): Move[] {
    const moves = cellsOf(this.#lines.join('\n'));
    this.clear();
    return moves;
  }
}

/** No statement of Python begins with a colon. */
function readCommand(line: string): Move | undefined {
  const [, name = '', rest = ''] = /^:(\w+)\s*(.*)$/.exec(line) ?? [];
  if (name === '') return undefined;
  const known = playCommands.find((each) => each === name);
  return known ? { kind: 'command', name: known, rest: rest.trim() } : { kind: 'unknown', name };
}

function cellsOf(source: string): Move[] {
  return parseProgram('play', source).cells.map(({ code, answer }) => ({ kind: 'cell', code, answer }));
}
