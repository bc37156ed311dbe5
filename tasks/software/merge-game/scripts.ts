// The scripts of the checks: games as a person plays them, with what must be visible after every key, or after several. The
// generator plays them with each mistake too: a script that expects something else then notices the mistake.
import type { Draw, WebStep } from 'pybench/kit';
import { directions, Game, type Board, type Direction, type Mistake, type Rules } from './game.ts';

export type Surface = {
  keys: Record<Direction | 'undo', string>;
  status: Record<'playing' | 'won' | 'over', string>;
};
/** Of several directions, the board is looked at after the last one. */
export type Input = Direction | readonly Direction[] | 'undo' | 'new' | 'reload' | { open: Board | null };
export const groups = ['moves', 'fresh game', 'undo', 'end', 'best score'] as const;
export type Group = (typeof groups)[number];
export type Inputs = Record<Group, Input[]>;

export function scriptOf(rules: Rules, surface: Surface, inputs: readonly Input[], mistake?: Mistake): WebStep[] {
  const game = new Game(rules, mistake);
  let opened: Board | undefined;
  return inputs.flatMap((input, index): WebStep[] => {
    let steps: WebStep[];
    // After a click on the button, a click on the board may be needed before the keys go there.
    const after: WebStep[] = input === 'new' ? [{ do: 'click', on: '#c-1-1', place: true }] : [];
    if (isMoves(input)) {
      for (const direction of input) game.move(direction);
      steps = input.map((direction) => ({ do: 'press', key: surface.keys[direction] }));
    } else if (typeof input === 'object') {
      opened = input.open ?? undefined;
      game.open(opened);
      steps = opened
        ? [{ do: 'open', search: `?board=${opened.map((each) => Math.max(0, each)).join(',')}` }]
        : [{ do: 'open' }];
    } else if (input === 'reload') {
      game.open(opened);
      steps = [{ do: 'reload' }];
    } else if (input === 'new') {
      game.startAnew();
      steps = [{ do: 'click', on: '#new' }];
    } else {
      if (input === 'undo') game.undo();
      else game.move(input);
      steps = [{ do: 'press', key: surface.keys[input] }];
    }
    return [...steps, ...looks(game, surface), ...(index === 0 && !opened ? stonesShow(game) : []), ...after];
  });
}

const isMoves = (input: Input): input is readonly Direction[] => Array.isArray(input);

const cell = (size: number, index: number) => `#c-${Math.floor(index / size) + 1}-${(index % size) + 1}`;
const placesOf = (game: Game, wanted: (value: number) => boolean) =>
  game.board.flatMap((each, index) => (wanted(each) ? [cell(game.rules.size, index)] : []));

function looks(game: Game, { status }: Surface): WebStep[] {
  const stones = placesOf(game, (value) => value < 0);
  return [
    {
      see: 'each',
      of: placesOf(game, (value) => value >= 0),
      are: game.board.filter((value) => value >= 0).map((value) => (value === 0 ? '' : String(value))),
    },
    // A dark cell and a dark square on a light cell are both accepted as a stone.
    { see: 'each', of: stones, are: stones.map(() => '■'), colour: 'free' },
    {
      see: 'each',
      of: ['#score', '#moves', '#best', '#status'],
      are: [String(game.score), String(game.moves), String(game.best), status[game.status()]],
    },
  ];
}

/** Stones can be told from empty cells. */
function stonesShow(game: Game): WebStep[] {
  const [empty] = placesOf(game, (value) => value === 0);
  return empty === undefined ? [] : [{ see: 'distinct', of: placesOf(game, (value) => value < 0), from: empty }];
}

export function drawInputs(draw: Draw, rules: Rules): Inputs {
  const walk = (count: number) => draw.many(count, () => draw.pick(directions));
  // The same key again does nothing quite often, which must not bring a new tile.
  const stubborn = (count: number) => walk(count).flatMap((each) => (draw.chance(0.4) ? [each, each] : [each]));
  const crowd = () => crowdedBoard(draw, rules, 0.75);
  return {
    moves: [{ open: crowd() }, ...stubborn(4), { open: crowd() }, ...stubborn(4), { open: crowd() }, ...walk(3)],
    'fresh game': [{ open: null }, ...stubborn(10), 'new', ...walk(2)],
    undo: [
      { open: crowd() },
      walk(rules.undo_steps + 2),
      ...Array<Input>(rules.undo_steps + 1).fill('undo'),
      walk(3),
      'undo',
      'new',
      'undo',
    ],
    end: [...winning(draw, rules), ...losing(draw, rules)],
    'best score': [{ open: crowd() }, walk(4), 'undo', 'reload', walk(2), 'new', { open: null }, walk(2)],
  };
}

/** A wild board with many equal neighbours, none of them at the goal. */
function crowdedBoard(draw: Draw, rules: Rules, density: number): Board {
  return new Game(rules).board.map((each) => {
    if (each < 0) return each;
    return draw.chance(density) ? rules.tile * draw.pick([1, 1, 1, 2, 2, 4, 8]) : 0;
  });
}

/** One merge from the goal; then keys that no longer count; then back. */
function winning(draw: Draw, rules: Rules): Input[] {
  const { size } = rules;
  const board = [...crowdedBoard(draw, rules, 0.5)];
  const pairs = board.flatMap((each, at) =>
    (at + 1) % size > 0 && each >= 0 && (board[at + 1] ?? -1) >= 0 ? [at] : [],
  );
  const at = draw.pick(pairs);
  board[at] = board[at + 1] = rules.goal / 2;
  const [go, back] = draw.shuffle<Direction>(['left', 'right']);
  return [{ open: board }, go ?? 'left', 'up', back ?? 'right', 'undo', 'down', 'undo'];
}

/** A board on which one more move ends it, or not quite: full, but two equal ones touch. */
function losing(draw: Draw, rules: Rules): Input[] {
  const ends = (status: 'over' | 'playing') =>
    draw.until(
      (again) => ({ board: mixedBoard(again, rules), direction: again.pick(directions) }),
      ({ board, direction }) => {
        const game = new Game(rules);
        game.open(board);
        game.move(direction);
        return game.moves === 1 && !game.board.includes(0) && game.status() === status;
      },
      `a board that is ${status} after a move`,
    );
  const [over, close] = [ends('over'), ends('playing')];
  return [
    { open: over.board },
    over.direction,
    'left',
    'undo',
    'new',
    { open: close.board },
    close.direction,
    ...directions,
  ];
}

/** Full except one cell; neighbours differ where a simple choice allows it. */
function mixedBoard(draw: Draw, rules: Rules): Board {
  const { size } = rules;
  const values = [1, 2, 4, 8, 16].map((each) => each * rules.tile).filter((each) => each < rules.goal);
  const board = [...new Game(rules).board];
  for (const [at, old] of board.entries()) {
    if (old < 0) continue;
    const beside = [at % size > 0 ? board[at - 1] : undefined, board[at - size]];
    board[at] = draw.pick(values.filter((each) => !beside.includes(each)));
  }
  board[draw.pick(board.flatMap((each, at) => (each > 0 ? [at] : [])))] = 0;
  return board;
}
