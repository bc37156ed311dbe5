// What is seen of a mark where it is claimed to be, and just beside it.

export interface Mark {
  /** What is wrong, if too few places agree. */
  readonly what: string;
  /** Whether it is seen, at places inside. */
  readonly inside: readonly boolean[];
  /** Whether it ends where it should: it is seen just before, and something else just beyond. All must hold. */
  readonly border: readonly boolean[];
}

/** At least half of the places: a text or a bar of errors may lie on some. */
export const most = (looks: readonly boolean[]) => looks.filter(Boolean).length >= looks.length / 2;

export const shortly = (value: number) => String(Math.round(value * 100) / 100);
