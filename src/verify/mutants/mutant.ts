// A mutant is the reference's work with one error; a variant is the same work in another, equally right form.
import type { Draw, Instance, TableSpec } from '../../core/index.ts';
import type { Check } from '../kinds/registry.ts';

/** What a trial leaves for grading: the answer's JSON text and the files under ./output. */
export interface WorkToGrade {
  readonly block: string | null;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What figure capture recorded of the files. */
  readonly figures?: ReadonlyMap<string, Uint8Array>;
}

export type CheckedInstance = Instance<Check>;

export interface Variant {
  /** Human-readable description of the change: `output/x.csv: orders of row 3 is 6 instead of 5`. */
  readonly what: string;
  readonly work: WorkToGrade;
}

export interface Mutant extends Variant {
  /** False when the work may still be right after the change, as after a change of an operator in a program. */
  readonly certain: boolean;
  readonly note?: string;
}

/** The input of mutators. */
export interface MutantSource {
  readonly instance: CheckedInstance;
  /** The reference's work. */
  readonly work: WorkToGrade;
  readonly draw: Draw;
  /** Runs this cell and then the reference, and returns the resulting work. */
  readonly playAfter?: (cell: string) => Promise<WorkToGrade>;
}

/** Makes wrong and equivalent forms of one kind of work. */
export interface Mutator {
  readonly mutants: (source: MutantSource) => Mutant[] | Promise<Mutant[]>;
  readonly variants: (source: MutantSource) => Variant[] | Promise<Variant[]>;
}

/** The mutators that belong to a kind of check. */
export interface KindMutators {
  /** For the whole answer block. */
  readonly answer?: Mutator;
  /** For an output that is a table. Undefined if the table's format cannot be written. */
  readonly table?: (path: string, spec: TableSpec) => Mutator | undefined;
  /** For an output that is a plain file, which a check of the kind reads. */
  readonly file?: (path: string) => Mutator;
}

/** The same work with another answer block. */
export function withBlock(work: WorkToGrade, block: string | null): WorkToGrade {
  return { ...work, block };
}

/** The same work with another file at this path, or without a file there. */
export function withFile(work: WorkToGrade, path: string, content: string | Uint8Array | undefined): WorkToGrade {
  const files = new Map(work.files);
  if (content === undefined) files.delete(path);
  else files.set(path, typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
  return { ...work, files };
}
