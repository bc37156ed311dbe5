// The digests of PyBench's own code for the lock, part by part.
import { codeParts, digestJson, type CodePart, type Digest, type Lock } from '../core/index.ts';
import {
  digestOfModules,
  moduleGraph,
  pythonDigest,
  pythonFiles,
  reachableModules,
  scriptsOf,
  type ModuleGraph,
} from '../system/index.ts';

const PROMPTS = /^src\/episode\/prompts\//;

/** The folders of each part. Formats belong to the parts that import them; other imported modules are `core`. */
const folders = {
  agent: /^src\/(agent\/|episode\/(?!prompts\/)|dialects\/)/,
  model: /^src\/model\/(?!middleware\/)/,
  trial: /^src\/trial\//,
  verifier: /^src\/(verify|render)\//,
  kit: /^src\/kit\//,
  suite: /^src\/suite\//,
  interpreter: /^src\/interpreter\//,
} as const satisfies Partial<Record<CodePart, RegExp>>;

const FORMATS = /^src\/formats\//;
const WITH_FORMATS: ReadonlySet<CodePart> = new Set(['verifier', 'kit']);
const CORE = /^src\/(core|system|record)\//;

/**
 * `model` is present only if a model is used. Its middleware is excluded: it does not change replies. Of the Python scripts,
 * those count that a module of some part names.
 */
export function codeDigests(
  { usesModel }: { readonly usesModel: boolean },
  graph = moduleGraph(),
  python = pythonFiles(),
): Lock['code'] {
  const paths = Object.keys(graph.modules);
  const core = new Set<string>();
  const all = new Set<string>();
  const digests: Lock['code'] = {};
  for (const part of codeParts) {
    if (part === 'core' || part === 'python') continue;
    const own = folders[part];
    const reached = reachableModules(
      graph,
      paths.filter((path) => own.test(path)),
    );
    for (const path of reached) {
      all.add(path);
      if (CORE.test(path)) core.add(path);
    }
    const counts = (path: string) => own.test(path) || (WITH_FORMATS.has(part) && FORMATS.test(path));
    if (usesModel || part !== 'model') digests[part] = digestOfModules(graph, reached.filter(counts));
  }
  return {
    ...digests,
    core: digestOfModules(graph, [...core].toSorted()),
    python: pythonDigest(scriptsOf(graph, all), python),
  };
}

/** A digest of the prompts: the first texts, and the code that makes later ones. */
export function promptsDigest(texts: Digest | undefined, graph: ModuleGraph = moduleGraph()): Digest | null {
  if (texts === undefined) return null;
  const modules = Object.keys(graph.modules).filter((path) => PROMPTS.test(path));
  return digestJson({ texts, code: digestOfModules(graph, modules) });
}
