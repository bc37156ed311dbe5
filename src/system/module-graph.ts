// The graph of the compiled modules (dist/modules.json, written by setup/module-graph.mjs): the modules that a module
// imports, directly or indirectly, and the digest of their code. Comments and formatting do not change a digest.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleGraph } from '../../setup/module-graph.mjs';
import { packageRoot } from '../../setup/root.mjs';
import { digestJson, type Digest } from '../core/index.ts';

export type { ModuleGraph } from '../../setup/module-graph.mjs';

let builtGraph: ModuleGraph | undefined;

/** The graph of the code that runs. Tests run the sources; vitest builds before them, so the graph is the same. */
export function moduleGraph(): ModuleGraph {
  builtGraph ??= JSON.parse(readFileSync(join(packageRoot, 'dist', 'modules.json'), 'utf8')) as ModuleGraph;
  return builtGraph;
}

/** Whether the traversal follows an import. */
export type Follows = (from: string, to: string) => boolean;

/** The modules that `roots` import directly or indirectly, including `roots`, sorted. */
export function reachableModules(
  graph: ModuleGraph,
  roots: readonly string[],
  follows: Follows = () => true,
): string[] {
  const reached = new Set<string>();
  const queue = [...roots];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    const module = graph.modules[path];
    if (!module) throw new Error(`${path} is not in dist/modules.json`);
    reached.add(path);
    for (const target of module.imports) if (follows(path, target)) queue.push(target);
  }
  return [...reached].toSorted();
}

/** The digest of the code of these modules, and of the npm packages that they import. */
export function digestOfModules({ modules, packages }: ModuleGraph, paths: readonly string[]): Digest {
  const used = new Set(paths.flatMap((path) => modules[path]?.packages ?? []));
  return digestJson({
    modules: Object.fromEntries(paths.map((path) => [path, modules[path]?.digest ?? null])),
    packages: Object.fromEntries([...used].map((name) => [name, packages[name] ?? null])),
  });
}

/** The texts of these modules that may name scripts below python/scripts; see setup/script-names.mjs. */
export function scriptsOf({ modules }: ModuleGraph, paths: Iterable<string>): string[] {
  return [...new Set([...paths].flatMap((path) => modules[path]?.scripts ?? []))].toSorted();
}
