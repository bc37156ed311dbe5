// How two locks differ, for people.
import { codeParts, type CodePart, type Lock } from '../core/index.ts';

/** One line per difference: `what: first → second`. */
export function lockDifferences(a: Lock, b: Lock): string[] {
  return [
    ...instanceDifferences(a.instances, b.instances),
    ...named('task', a.tasks, b.tasks),
    ...one('version of pybench', a.pybench, b.pybench),
    ...codeDifferences(a.code, b.code),
    ...one('prompts', a.prompts, b.prompts),
    ...named('limit', a.limits, b.limits),
    ...named('limit', a.time, b.time),
    ...one('isolation', a.isolation, b.isolation),
    ...one('image', a.image?.manifest, b.image?.manifest),
    ...toolsDifferences(a.tools, b.tools),
    ...one('python', a.python.version, b.python.version),
    ...named('package', a.python.packages, b.python.packages),
    ...one('salt', a.salt, b.salt),
  ];
}

/** A new lock has no instance digests yet: they are in the events of the trials. */
function instanceDifferences(a: Lock['instances'], b: Lock['instances']): string[] {
  const known = Object.keys(a).length > 0 && Object.keys(b).length > 0;
  return known ? named('instance', a, b) : [];
}

/** A lock of an earlier version does not say which tools image graded. */
function toolsDifferences(a: Lock['tools'], b: Lock['tools']): string[] {
  if (a === undefined || b === undefined) return [];
  return one('tools image (Chromium, LibreOffice, OCR)', a?.manifest, b?.manifest);
}

const partNames: Readonly<Record<CodePart, string>> = {
  agent: 'code of the agents (turns, dialects, observations)',
  model: 'code of the models',
  trial: 'code of trials and grading',
  verifier: 'code of the verifier (checks, rendering, formats)',
  kit: 'code of the kit',
  suite: 'code that loads tasks and makes instances',
  interpreter: 'code of the interpreter in Node',
  python: 'code of the interpreter in Python',
  core: 'code that the other parts share',
};

function codeDifferences(a: Lock['code'], b: Lock['code']): string[] {
  // Version 1 of the lock has one digest for all parts.
  if ((a.all === undefined) !== (b.all === undefined)) return ['code: one of the locks has no digests of its parts'];
  return [...one('code', a.all, b.all), ...codeParts.flatMap((part) => one(partNames[part], a[part], b[part]))];
}

type Value = string | number | null | undefined;

function named(what: string, a: Readonly<Record<string, Value>>, b: Readonly<Record<string, Value>>): string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted();
  return names.flatMap((name) => one(`${what} ${name}`, a[name], b[name]));
}

function one(what: string, a: Value, b: Value): string[] {
  return a === b ? [] : [`${what}: ${print(a)} → ${print(b)}`];
}

/** Shortens digests to twelve digits. */
function print(value: Value): string {
  return String(value ?? 'none').replace(/\b([0-9a-f]{12})[0-9a-f]{20}\b/g, '$1');
}
