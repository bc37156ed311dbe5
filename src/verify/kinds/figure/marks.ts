// A mark: the results of sampling pixels inside a claimed shape and at its edges.

export interface Mark {
  /** The message if too few sample points match. */
  readonly what: string;
  /** For each sample point inside the shape: whether the shape is visible there. */
  readonly inside: readonly boolean[];
  /** Whether the shape is visible just inside each edge, and absent just outside it. All must hold. */
  readonly border: readonly boolean[];
}

/** Whether at least half of the sample points match; a text or an error bar may cover the others. */
export const most = (looks: readonly boolean[]) => looks.filter(Boolean).length >= looks.length / 2;

export const shortly = (value: number) => String(Math.round(value * 100) / 100);
