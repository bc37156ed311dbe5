// The game itself: a board with stones, moves, new tiles, undo. It can also be played with one mistake in it.
export type Direction = 'up' | 'down' | 'left' | 'right';
export const directions: readonly Direction[] = ['up', 'left', 'down', 'right'];

export type Fill = 'first-by-rows' | 'last-by-rows' | 'first-by-columns' | 'last-by-columns';

export type Rules = {
  size: number;
  /** Row and column, from 1. */
  stones: [number, number][];
  tile: number;
  big_every: number;
  fill: Fill;
  goal: number;
  undo_steps: number;
};

/** Mistakes of a page; the names are those of the wrong programs. */
export type Mistake = 'double' | 'far-first' | 'spawn' | 'stones' | 'undo' | 'over' | 'best';

/** Empty cells are 0; stones are -1. */
export type Board = readonly number[];
const STONE = -1;

type State = { board: Board; score: number; moves: number; dropped: number };

export class Game {
  readonly rules: Rules;
  readonly #mistake: Mistake | undefined;
  #state: State;
  #history: State[] = [];
  best = 0;

  constructor(rules: Rules, mistake?: Mistake) {
    this.rules = rules;
    this.#mistake = mistake;
    this.#state = this.#fresh();
  }

  get board(): Board {
    return this.#state.board;
  }
  get score(): number {
    return this.#state.score;
  }
  get moves(): number {
    return this.#state.moves;
  }

  /** As the page is opened, with a board in its address or without; the best score is what the computer remembers. */
  open(board?: Board): void {
    if (this.#mistake === 'best') this.best = 0;
    this.#history = [];
    this.#state = board ? { board, score: 0, moves: 0, dropped: 0 } : this.#fresh();
  }

  startAnew(): void {
    this.#history = [];
    this.#state = this.#fresh();
  }

  status(): 'playing' | 'won' | 'over' {
    const { board } = this.#state;
    if (board.some((value) => value >= this.rules.goal)) return 'won';
    if (board.includes(0)) return 'playing';
    if (this.#mistake === 'over') return 'over';
    return directions.some((direction) => this.#slide(board, direction).changed) ? 'playing' : 'over';
  }

  move(direction: Direction): void {
    if (this.status() !== 'playing') return;
    const before = this.#state;
    const { board, gained, changed } = this.#slide(before.board, direction);
    if (!changed && (this.#mistake !== 'spawn' || !board.includes(0))) return;
    this.#history = [...this.#history, before].slice(-this.rules.undo_steps);
    const moves = before.moves + (changed ? 1 : 0);
    this.#state = this.#drop({ ...before, board, score: before.score + gained, moves });
    this.best = Math.max(this.best, this.#state.score);
  }

  undo(): void {
    const before = this.#history.pop();
    if (!before) return;
    const { score } = this.#state;
    this.#state = this.#mistake === 'undo' ? { ...before, score } : before;
  }

  #fresh(): State {
    const { size, stones } = this.rules;
    const board = Array<number>(size * size).fill(0);
    for (const [row, column] of stones) board[(row - 1) * size + column - 1] = STONE;
    return this.#drop(this.#drop({ board, score: 0, moves: 0, dropped: 0 }));
  }

  #drop(state: State): State {
    const { size, fill, tile, big_every } = this.rules;
    const cells = Array.from({ length: size * size }, (_, index) =>
      fill.endsWith('rows') ? index : (index % size) * size + Math.floor(index / size),
    );
    const empty = cells.filter((cell) => state.board[cell] === 0);
    const cell = fill.startsWith('first') ? empty[0] : empty.at(-1);
    if (cell === undefined) return state;
    const dropped = state.dropped + 1;
    return { ...state, board: state.board.with(cell, dropped % big_every === 0 ? 2 * tile : tile), dropped };
  }

  #slide(board: Board, direction: Direction): { board: Board; gained: number; changed: boolean } {
    const { size } = this.rules;
    const result = [...board];
    let gained = 0;
    for (let line = 0; line < size; line += 1) {
      const cells = Array.from({ length: size }, (_, step) => {
        const along = direction === 'left' || direction === 'up' ? step : size - 1 - step;
        return direction === 'left' || direction === 'right' ? line * size + along : along * size + line;
      });
      for (const run of this.#runs(board, cells)) {
        const merged = this.#merge(run.map((cell) => board[cell] ?? 0).filter((value) => value > 0));
        gained += merged.gained;
        for (const [index, cell] of run.entries()) result[cell] = merged.values[index] ?? 0;
      }
    }
    return { board: result, gained, changed: result.some((value, index) => value !== board[index]) };
  }

  /** Stones split a line into runs; without that, tiles pass them. */
  #runs(board: Board, cells: readonly number[]): number[][] {
    if (this.#mistake === 'stones') return [cells.filter((cell) => board[cell] !== STONE)];
    const runs: number[][] = [[]];
    for (const cell of cells) {
      if (board[cell] === STONE) runs.push([]);
      else runs.at(-1)?.push(cell);
    }
    return runs;
  }

  #merge(values: readonly number[]): { values: number[]; gained: number } {
    if (this.#mistake === 'far-first') {
      const { values: back, gained } = mergeFront(values.toReversed(), false);
      return { values: back.toReversed(), gained };
    }
    return mergeFront(values, this.#mistake === 'double');
  }
}

function mergeFront(values: readonly number[], again: boolean): { values: number[]; gained: number } {
  const merged: number[] = [];
  let open = false;
  let gained = 0;
  for (const value of values) {
    if (open && merged.at(-1) === value) {
      merged[merged.length - 1] = 2 * value;
      gained += 2 * value;
      open = again;
    } else {
      merged.push(value);
      open = true;
    }
  }
  return { values: merged, gained };
}
