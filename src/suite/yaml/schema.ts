// Error messages of a schema for people who write the value by hand: missing keys, unknown keys and
// suggestions. They are derived from the schemas, so that a new kind of check needs no change here.
import { z } from 'zod';
import type { Complaint, Path } from './document.ts';

export function complaintsOf(schema: z.ZodType, value: unknown): Complaint[] {
  const strange = unknownNames(schema, value, []);
  const issues = schema.safeParse(value).error?.issues ?? [];
  // A misspelt key also appears as a missing key; report only the misspelling.
  const reported = new Set(strange.flatMap(({ path }) => [JSON.stringify(path), JSON.stringify(path.slice(0, -1))]));
  const wrong = issues
    .map((issue) => explain(issue, value))
    .filter(({ path }) => !reported.has(JSON.stringify(path)) && !reported.has(JSON.stringify(path.slice(0, -1))));
  return [...strange, ...wrong];
}

/** The keys at the top level of a schema. */
export function keysOf(schema: z.ZodType): string[] {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodObject) return Object.keys(bare.shape);
  return bare instanceof z.ZodUnion ? bare.options.flatMap((option) => keysOf(option as z.ZodType)) : [];
}

function explain(issue: z.core.$ZodIssue, whole: unknown, base: Path = []): Complaint {
  const path = [...base, ...issue.path];
  // No form of the union fits: report the errors of the closest one.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const [nearest] = issue.errors.toSorted((a, b) => a.length - b.length || depth(b) - depth(a));
    if (nearest?.[0] && issue.errors.length < 4) return explain(nearest[0], whole, path);
  }
  const present = path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | null)?.[step], whole);
  const message = issue.message.replace(/^Invalid (input|option): /, '').replace(/, received undefined$/, '');
  if (issue.code === 'invalid_key')
    return { path, message: `is not a possible name (${reasons(issue.issues)})`, atKey: true };
  return { path, message: present === undefined ? `is missing; ${message}` : message };
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(...issues.map(({ path }) => path.length));
}

function reasons(issues: readonly z.core.$ZodIssue[]): string {
  return issues.map(({ message }) => message.replace(/^Invalid string: /, '')).join('; ');
}

/** Unknown keys and kinds. A plain parse would drop them silently. */
function unknownNames(schema: z.ZodType, value: unknown, path: Path): Complaint[] {
  const bare = unwrap(schema);
  if (Array.isArray(value)) {
    const element = bare instanceof z.ZodArray ? (bare.element as z.ZodType) : undefined;
    return element ? value.flatMap((each, index) => unknownNames(element, each, [...path, index])) : [];
  }
  if (value === null || typeof value !== 'object') return [];
  const entries = Object.entries(value);
  if (bare instanceof z.ZodRecord) {
    return entries.flatMap(([key, each]) => unknownNames(bare.valueType as z.ZodType, each, [...path, key]));
  }
  if (bare instanceof z.ZodDiscriminatedUnion) return ofVariant(bare, value as Record<string, unknown>, path);
  if (bare instanceof z.ZodUnion) {
    const fits = (option: z.ZodType) => keysOf(option).filter((key) => Object.hasOwn(value, key)).length;
    const [best] = (bare.options as z.ZodType[]).toSorted((a, b) => fits(b) - fits(a));
    return best ? unknownNames(best, value, path) : [];
  }
  if (!(bare instanceof z.ZodObject)) return [];
  return entries.flatMap(([key, each]) => {
    const known = (bare.shape as Record<string, z.ZodType>)[key];
    if (known && Object.hasOwn(bare.shape, key)) return unknownNames(known, each, [...path, key]);
    const open = bare.def.catchall !== undefined && !(bare.def.catchall instanceof z.ZodNever);
    return open
      ? []
      : [{ path: [...path, key], message: `is not a key here; ${suggest(key, keysOf(bare))}`, atKey: true }];
  });
}

function ofVariant(union: z.ZodDiscriminatedUnion, value: Record<string, unknown>, path: Path): Complaint[] {
  const name = union.def.discriminator;
  const variants = union.options as z.ZodObject[];
  const values = variants.map((variant) => (variant.shape[name] as z.ZodLiteral<string>).value);
  const given = value[name];
  const chosen = variants[values.indexOf(given as string)];
  if (chosen) return unknownNames(chosen, value, path);
  if (given === undefined) return [{ path: [...path, name], message: `is missing; it is one of ${values.join(', ')}` }];
  return [
    {
      path: [...path, name],
      message: `there is no ${name} ${JSON.stringify(given)}; ${suggest(typeof given === 'string' ? given : '', values)}`,
    },
  ];
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodLazy) return unwrap(schema.def.getter() as z.ZodType);
  if (schema instanceof z.ZodPipe) return unwrap(schema.def.in as z.ZodType);
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  return inner ? unwrap(inner) : schema;
}

/** `did you mean "expected"?`, or the list of known names. */
export function suggest(given: string, known: readonly string[]): string {
  const near = known
    .map((name) => ({ name, distance: distance(given, name) }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  if (near && near.distance <= (given.length < 4 ? 1 : Math.max(2, Math.floor(given.length / 3))))
    return `did you mean "${near.name}"?`;
  return `there are ${[...new Set(known)].join(', ') || 'none'}`;
}

/** The edit distance: how many letters must be added, removed or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
