// The result of every messy helper: the written text and the true value.
import type { Draw } from '../../core/index.ts';

export interface WrittenCell<T> {
  readonly written: string;
  readonly means: T;
}

/** A column: each value plain or, with the given probability, passed through `mess`. */
export function writtenColumn<T>(
  draw: Draw,
  values: readonly T[],
  options: { chance: number; plain: (value: T) => string; mess: (draw: Draw, value: T) => WrittenCell<T> },
): WrittenCell<T>[] {
  return values.map((value) =>
    draw.chance(options.chance) ? options.mess(draw, value) : { written: options.plain(value), means: value },
  );
}
