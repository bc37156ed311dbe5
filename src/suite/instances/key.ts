// The key of an instance in the cache: a digest of everything that its bytes depend on.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../setup/root.mjs';
import { digestBytes, digestJson, printInstanceId, type Digest, type InstanceId } from '../../core/index.ts';
import { digestOfModules, moduleGraph, reachableModules } from '../../system/index.ts';
import type { TaskInfo } from '../task-info.ts';

/**
 * Undefined where instances of the task are not cached: a task in a user's folder may import and read files that no digest
 * covers, and a task in YAML is read faster than a cache entry. The key contains only the digest of a private salt.
 */
export function cacheKey(task: TaskInfo, id: InstanceId, salt: string): Digest | undefined {
  if (!task.ours || task.file === 'task.yaml') return undefined;
  return digestJson({
    instance: printInstanceId(id),
    source: task.sourceDigest,
    code: codeOf(task),
    surroundings: surroundings(),
    salt: digestBytes(`pybench instance ${salt}`),
  });
}

/** The task's module and the code that makes instances, with all their imports. */
function codeOf({ id, file }: TaskInfo): Digest {
  const graph = moduleGraph();
  const roots = [`tasks/${id}/${file.replace(/ts$/, 'js')}`, 'src/suite/instances/make.js'];
  return digestOfModules(graph, reachableModules(graph, roots));
}

let known: Digest | undefined;

/** What generated files depend on besides code: the version of Node (for its zlib), the npm packages, our fonts. */
function surroundings(): Digest {
  const fonts = join(packageRoot, 'fonts');
  known ??= digestJson({
    node: process.version,
    arch: process.arch,
    packages: digestBytes(readFileSync(join(packageRoot, 'package.json'))),
    fonts: readdirSync(fonts)
      .toSorted()
      .map((name) => [name, statSync(join(fonts, name)).size]),
  });
  return known;
}
