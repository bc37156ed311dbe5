// The lock of a run: everything that shaped its results, and what two of them differ in.
import type { NamedAgent } from '../agent/index.ts';
import { digestBytes, type Limits, type Lock, type TimeLimits } from '../core/index.ts';
import type { PythonStack } from '../interpreter/index.ts';
import type { Plan } from './plan.ts';

export interface LockParts {
  readonly plan: Plan;
  readonly kit: Lock['kit'];
  readonly agent: NamedAgent;
  readonly stack: PythonStack;
  readonly limits: Limits;
  readonly time: TimeLimits;
  readonly salt: string;
}

export function makeLock({ plan, kit, agent, stack, limits, time, salt }: LockParts): Lock {
  return {
    v: 1,
    instances: { ...plan.instances },
    tasks: Object.fromEntries([...plan.tasks].map(([id, task]) => [id, task.sourceDigest])),
    kit,
    prompts: agent.prompts ?? null,
    limits,
    time,
    isolation: stack.isolation,
    image: stack.image,
    python: { version: stack.version, packages: { ...stack.packages } },
    salt: digestOfSalt(salt),
  };
}

export function digestOfSalt(salt: string): string | null {
  return salt === '' ? null : digestBytes(`pybench salt ${salt}`);
}

/** One line per difference, `what: first → second`; none when both ran the same thing in the same way. */
export function lockDifferences(a: Lock, b: Lock): string[] {
  return [
    ...named('instance', a.instances, b.instances),
    ...named('task', a.tasks, b.tasks),
    ...one('kit', printKit(a.kit), printKit(b.kit)),
    ...one('prompts', a.prompts, b.prompts),
    ...named('limit', a.limits, b.limits),
    ...named('limit', a.time, b.time),
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
