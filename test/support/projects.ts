// The projects of the tests: `suite` (tasks), `real` (tests that start interpreters, browsers or the command line) and
// `unit` (all others). A test is `real` when it, or a support file that it imports, imports one of the modules below, or when
// its folder is about programs that are started as processes.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const REAL =
  /^(setup\/python\.mjs|src\/(interpreter\/index\.ts|cli\/|launch\/|render\/|verify\/kinds\/web\/browsers\.ts)|test\/support\/(cli|user-host|tiny-suite)\.ts)/;
const REAL_FOLDERS = /^test\/(api|bench|cli)\//;

export interface TestFiles {
  readonly unit: readonly string[];
  readonly real: readonly string[];
  readonly suite: readonly string[];
}

/** Paths from the package's folder. */
export function testFiles(root: string): TestFiles {
  const all = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `test/${path}`);
  const suite = all.filter((path) => path.startsWith('test/suite/'));
  const others = all.filter((path) => !path.startsWith('test/suite/'));
  const known = new Map<string, boolean>();
  const isReal = (path: string): boolean => {
    const before = known.get(path);
    if (before !== undefined) return before;
    known.set(path, false);
    const imported = importsOf(root, path);
    const real =
      REAL_FOLDERS.test(path) ||
      imported.some((target) => REAL.test(target) || (target.startsWith('test/') && isReal(target)));
    known.set(path, real);
    return real;
  };
  return { suite, real: others.filter(isReal), unit: others.filter((path) => !isReal(path)) };
}

/** The relative imports of statements at the start of a line, without type imports, which are erased. */
function importsOf(root: string, path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8').replace(/^import type [^;]*;/gm, '');
  return [...source.matchAll(/^(?:import|export|\} from) [^;]*?'(\.[^']+)';/gm)].map(([, target = '']) =>
    relative(root, resolve(root, dirname(path), target)),
  );
}
