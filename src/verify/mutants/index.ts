// Makes mutants and variants of the reference's work on an instance: of its answer block, and of each requested file by
// the kinds of the checks that read it.
import type { OutputSpec } from '../../core/index.ts';
import { checkKinds, type Check } from '../kinds/registry.ts';
import {
  withFile,
  type CheckedInstance,
  type KindMutators,
  type Mutant,
  type MutantSource,
  type Mutator,
  type Variant,
} from './mutant.ts';

export async function mutantsOf(source: MutantSource): Promise<Mutant[]> {
  const { instance, work } = source;
  const mutators = await loadMutators(instance);
  const made = await Promise.all(mutators.all.map(async ({ mutants }) => mutants(source)));
  const gone = Object.keys(instance.outputs).flatMap((path): Mutant[] => {
    const unknown = mutators.ofFile(path).length === 0;
    const note = unknown ? { note: `there is no mutator for ${path}: it was only removed and emptied` } : {};
    return [
      { what: `${path} is missing`, work: withFile(work, path, undefined), certain: true, ...note },
      { what: `${path} is empty`, work: withFile(work, path, ''), certain: true },
    ];
  });
  return [...made.flat(), ...gone];
}

export async function variantsOf(source: MutantSource): Promise<Variant[]> {
  const { all } = await loadMutators(source.instance);
  const made = await Promise.all(all.map(async ({ variants }) => variants(source)));
  const more = {
    what: 'a file in ./output that the query does not ask for',
    work: withFile(source.work, 'output/notes-to-myself.txt', 'Looked at the inputs first.\n'),
  };
  return [...made.flat(), more];
}

interface InstanceMutators {
  readonly all: readonly Mutator[];
  readonly ofFile: (path: string) => readonly Mutator[];
}

/** Loads the mutators of the instance. The answer block and tables have mutators for every kind of check. */
async function loadMutators({ checks, outputs }: CheckedInstance): Promise<InstanceMutators> {
  const used = new Set<string>(['answer', 'table', ...checks.map(({ kind }) => kind)]);
  const loaded = new Map<string, KindMutators>();
  for (const { kind, mutators } of checkKinds)
    if (used.has(kind) && typeof mutators === 'function') loaded.set(kind, await mutators());
  const files = new Map(
    Object.entries(outputs).map(([path, spec]) => [path, mutatorsOfFile(path, spec, checks, loaded)]),
  );
  const answer = loaded.get('answer')?.answer;
  return {
    all: [...(answer ? [answer] : []), ...[...files.values()].flat()],
    ofFile: (path) => files.get(path) ?? [],
  };
}

/**
 * A table has one mutator. If a check of another kind with a table mutator reads the table, such as `predictions`, that
 * mutator replaces the mutator of `table`.
 */
function mutatorsOfFile(
  path: string,
  spec: OutputSpec,
  checks: readonly Check[],
  loaded: ReadonlyMap<string, KindMutators>,
): Mutator[] {
  const kinds = [...new Set(checks.flatMap((check) => ('file' in check && check.file === path ? [check.kind] : [])))];
  if (spec.type !== 'table') return kinds.flatMap((kind) => loaded.get(kind)?.file?.(path) ?? []);
  const special = kinds.find((kind) => kind !== 'table' && loaded.get(kind)?.table !== undefined);
  return [loaded.get(special ?? 'table')?.table?.(path, spec) ?? []].flat();
}
