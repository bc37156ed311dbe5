// A mutant is the reference's work with one thing made wrong; a variant is the same work, only written differently.
import type { Draw } from '../../core/index.ts';
import type { TaskInstance } from '../../suite/index.ts';
import type { Handed } from '../play.ts';

export interface Variant {
  /** What was changed, for a person: `output/x.csv: orders of row 3 is 6 instead of 5`. */
  readonly what: string;
  readonly handed: Handed;
}

export interface Mutant extends Variant {
  /** False when the change may leave the work right after all, as with an operator of a program. */
  readonly certain: boolean;
  readonly note?: string;
}

export interface MutantMaterial {
  readonly instance: TaskInstance;
  readonly handed: Handed;
  readonly draw: Draw;
  /** Plays the reference once more, after this cell: what it hands in then. */
  readonly replay?: (cell: string) => Promise<Handed>;
}

/** How one kind of work is made wrong, and how it is written differently. */
export interface Mutator {
  readonly mutants: (material: MutantMaterial) => Mutant[] | Promise<Mutant[]>;
  readonly variants: (material: MutantMaterial) => Variant[] | Promise<Variant[]>;
}

/** The same work with another answer block. */
export function withBlock(handed: Handed, block: string | null): Handed {
  return { ...handed, block };
}

/** The same work with another file at this path, or with none. */
export function withFile(handed: Handed, path: string, content: string | Uint8Array | undefined): Handed {
  const files = new Map(handed.files);
  if (content === undefined) files.delete(path);
  else files.set(path, typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
  return { ...handed, files };
}
