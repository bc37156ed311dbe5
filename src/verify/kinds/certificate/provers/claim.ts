// Reads a claimed solution as plain data, in the same way from an answer's field, a table or a JSON file.
import type { Json } from '../../../../core/index.ts';
import { fold, show } from '../../../values.ts';

/**
 * A valid solution has a value, which is right when it equals the best one; an invalid one has a human-readable flaw.
 */
export type Proved =
  | { readonly flaw: string; readonly at?: readonly string[] }
  | { readonly value: number; readonly best: number; readonly of: string };

/** Thrown while a claim is read; the prover returns its message as the flaw. */
export class Flaw extends Error {
  readonly at: readonly string[];

  constructor(message: string, at: readonly string[] = []) {
    super(message);
    this.at = at;
  }
}

/** Reads a list of names: plain texts, or records with the key `role`. Every name must be known and may occur once. */
export function readNames(claim: Json, role: string, known: readonly string[]): string[] {
  if (!Array.isArray(claim)) throw new Flaw(`expected a list, got ${show(claim)}`);
  const names = claim.map((each) => readName(isRecord(each) ? (each[role] ?? null) : each, role, known));
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Flaw(`${show(twice)} is listed twice`, [twice]);
  return names;
}

/**
 * Reads a mapping from name to text: an object, or records with both keys. Every known name must occur exactly once.
 */
export function readMapping(claim: Json, [key, value]: readonly [string, string], known: readonly string[]) {
  const entries = Array.isArray(claim)
    ? claim.map((each) => (isRecord(each) ? [each[key] ?? null, each[value] ?? null] : [each, null]))
    : isRecord(claim)
      ? Object.entries(claim)
      : undefined;
  if (!entries) throw new Flaw(`expected one entry for each ${key}, got ${show(claim)}`);
  const found = new Map<string, string>();
  for (const [name = null, given = null] of entries) {
    const read = readName(name, key, known);
    if (found.has(read)) throw new Flaw(`${show(read)} is listed twice`, [read]);
    const text = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
    if (text === '') throw new Flaw(`${show(read)} has no ${value}`, [read]);
    found.set(read, text);
  }
  const missing = known.find((name) => !found.has(name));
  if (missing !== undefined) throw new Flaw(`${show(missing)} is missing`, [missing]);
  return found;
}

export function readName(given: Json, role: string, known: readonly string[]): string {
  const text = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  const name = known.find((each) => fold(each) === fold(text));
  if (name === undefined) throw new Flaw(`there is no ${role} ${show(given)}`);
  return name;
}

export function isRecord(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
