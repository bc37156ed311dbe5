// A mutant is the reference's work with one thing made wrong; a variant is the same work, only written differently.
import type { Draw, Instance, TableSpec } from '../../core/index.ts';
import type { Check } from '../kinds/registry.ts';

/** What a trial leaves for grading: the answer's JSON text and the files under ./output. */
export interface GradedWork {
  readonly block: string | null;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What figure capture recorded of the files. */
  readonly figures?: ReadonlyMap<string, Uint8Array>;
}

export type CheckedInstance = Instance<Check>;

export interface Variant {
  /** What was changed, for a person: `output/x.csv: orders of row 3 is 6 instead of 5`. */
  readonly what: string;
  readonly work: GradedWork;
}

export interface Mutant extends Variant {
  /** False when the change may leave the work right after all, as with an operator of a program. */
  readonly certain: boolean;
  readonly note?: string;
}

/** What mutants and variants are made from. */
export interface MutantSource {
  readonly instance: CheckedInstance;
  /** The reference's work. */
  readonly work: GradedWork;
  readonly draw: Draw;
  /** Plays the reference again after this cell, and gives its work. */
  readonly playAfter?: (cell: string) => Promise<GradedWork>;
}

/** How one kind of work is made wrong, and how it is written differently. */
export interface Mutator {
  readonly mutants: (source: MutantSource) => Mutant[] | Promise<Mutant[]>;
  readonly variants: (source: MutantSource) => Variant[] | Promise<Variant[]>;
}

/** The mutators that belong to a kind of check. */
export interface KindMutators {
  /** Of the whole answer block. */
  readonly answer?: Mutator;
  /** Of an output that is a table. Undefined where the table's format cannot be written. */
  readonly table?: (path: string, spec: TableSpec) => Mutator | undefined;
  /** Of an output that is a plain file, which a check of the kind reads. */
  readonly file?: (path: string) => Mutator;
}

/** The same work with another answer block. */
export function withBlock(work: GradedWork, block: string | null): GradedWork {
  return { ...work, block };
}

/** The same work with another file at this path, or without a file there. */
export function withFile(work: GradedWork, path: string, content: string | Uint8Array | undefined): GradedWork {
  const files = new Map(work.files);
  if (content === undefined) files.delete(path);
  else files.set(path, typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
  return { ...work, files };
}
