// What two locks differ in: why two runs, or a run and its continuation, may not be the same exam.
import type { Lock } from '../core/index.ts';

/** One line per difference, `what: first → second`; none when both ran the same thing in the same way. */
export function lockDifferences(a: Lock, b: Lock): string[] {
  return [
    ...named('instance', a.instances, b.instances),
    ...named('task', a.tasks, b.tasks),
    ...one('kit', printKit(a.kit), printKit(b.kit)),
    ...one('prompts', a.prompts, b.prompts),
    ...named('limit', a.limits, b.limits),
    ...one('isolation', a.isolation, b.isolation),
    ...one('image', a.image?.manifest, b.image?.manifest),
    ...one('python', a.python.version, b.python.version),
    ...named('package', a.python.packages, b.python.packages),
    ...one('salt', a.salt, b.salt),
  ];
}

type Value = string | number | null | undefined;

function named(what: string, a: Readonly<Record<string, Value>>, b: Readonly<Record<string, Value>>): string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted();
  return names.flatMap((name) => one(`${what} ${name}`, a[name], b[name]));
}

function one(what: string, a: Value, b: Value): string[] {
  return a === b ? [] : [`${what}: ${print(a)} → ${print(b)}`];
}

/** Twelve digits of a digest tell two apart as well as all of them. */
function print(value: Value): string {
  return String(value ?? 'none').replace(/\b([0-9a-f]{12})[0-9a-f]{20}\b/g, '$1');
}

function printKit({ version, digest }: Lock['kit']): string {
  return `${version} ${digest}`;
}
