// Which mutators apply to the reference's work on an exam: one for the answer, one for each file by its kind.
import type { OutputSpec } from '../../core/index.ts';
import { answerMutator } from './answer.ts';
import { figureMutator } from './figure.ts';
import { documentMutator } from './document.ts';
import { withFile, type MutantMaterial, type Mutant, type Mutator, type Variant } from './mutant.ts';
import { predictionsMutator } from './predictions.ts';
import { pageMutator } from './page.ts';
import { pictureMutator } from './picture.ts';
import { programMutator } from './program.ts';
import { soundMutator } from './sound.ts';
import { tableMutator } from './table.ts';

export type { MutantMaterial, Mutant, Variant } from './mutant.ts';

/** Mutators of plain files by the kind of the check that reads them: a new kind of check gets its line here. */
const fileMutators: Readonly<Record<string, (path: string) => Mutator>> = {
  audio: soundMutator,
  document: documentMutator,
  figure: figureMutator,
  image: pictureMutator,
  program: programMutator,
  web: pageMutator,
};

export async function mutantsOf(material: MutantMaterial): Promise<Mutant[]> {
  const made = await Promise.all(mutatorsOf(material).map(async ({ mutants }) => mutants(material)));
  const { instance, handed } = material;
  const gone = Object.entries(instance.outputs).flatMap(([path, spec]): Mutant[] => {
    const unknown = mutatorsOfFile(instance, path, spec).length === 0;
    const note = unknown ? { note: `no mutator knows how to change ${path}: only its absence was tried` } : {};
    return [
      { what: `${path} is missing`, handed: withFile(handed, path, undefined), certain: true, ...note },
      { what: `${path} is empty`, handed: withFile(handed, path, ''), certain: true },
    ];
  });
  return [...made.flat(), ...gone];
}

export async function variantsOf(material: MutantMaterial): Promise<Variant[]> {
  const made = await Promise.all(mutatorsOf(material).map(async ({ variants }) => variants(material)));
  const more = {
    what: 'a file in ./output that nobody asked for',
    handed: withFile(material.handed, 'output/notes-to-myself.txt', 'Looked at the inputs first.\n'),
  };
  return [...made.flat(), more];
}

function mutatorsOf({ instance }: MutantMaterial): Mutator[] {
  const files = Object.entries(instance.outputs).flatMap(([path, spec]) => mutatorsOfFile(instance, path, spec));
  return [answerMutator, ...files];
}

function mutatorsOfFile(instance: MutantMaterial['instance'], path: string, spec: OutputSpec): Mutator[] {
  const kinds = new Set(
    instance.checks.flatMap((check) => ('file' in check && check.file === path ? [check.kind] : [])),
  );
  if (spec.type === 'table') {
    if (kinds.has('predictions')) return [predictionsMutator(path, spec)];
    // With another value in it, a solution may be another one that is as good.
    return [tableMutator(path, spec, kinds.has('certificate') ? 'values' : 'none') ?? []].flat();
  }
  return [...kinds].flatMap((kind) => fileMutators[kind]?.(path) ?? []);
}
