// Digests of npm packages: the versions of a package and of all that it depends on, as package-lock.json has them.
import { createHash } from 'node:crypto';

/** @typedef {{ version?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockedPackage */

/**
 * @param {{ packages: Record<string, LockedPackage> }} packageLock
 * @returns {(name: string) => string}
 */
export function packageDigests({ packages }) {
  /** Node looks in the package's own node_modules first, then further up. @param {string} name @param {string} from */
  const find = (name, from) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      if (packages[path]) return path;
      if (folder === '') return undefined;
    }
  };
  return (name) => {
    /** @type {Set<string>} */
    const reached = new Set();
    /** @param {string | undefined} path */
    const visit = (path) => {
      if (path === undefined || reached.has(path)) return;
      reached.add(path);
      const { dependencies, optionalDependencies } = packages[path] ?? {};
      for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) visit(find(each, path));
    };
    const own = find(name, '');
    if (own === undefined) throw new Error(`the package ${name} is not in package-lock.json`);
    visit(own);
    const versions = [...reached].toSorted().map((path) => `${path} ${packages[path]?.version}`);
    return createHash('sha256').update(versions.join('\n')).digest('hex').slice(0, 32);
  };
}
