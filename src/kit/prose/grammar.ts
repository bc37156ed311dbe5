// Small grammars: sentences with slots, and the alternatives for each slot.
import type { Draw } from '../../core/index.ts';

/** The alternatives of each rule. `{rule}` is replaced with an alternative of that rule, `{3-20}` with a number. */
export type Grammar = Readonly<Record<string, readonly string[]>>;

/**
 * A text from a rule. Slots named in `given` get that text. One text repeats no alternative while its
 * rule has unused ones, so that a sentence does not mention "the bridge and the bridge".
 */
export function expand(
  draw: Draw,
  grammar: Grammar,
  rule: string,
  given: Readonly<Record<string, string>> = {},
): string {
  const used = new Set<string>();
  const fill = (name: string): string => {
    const [, low, high] = /^(\d+)-(\d+)$/.exec(name) ?? [];
    if (low !== undefined && high !== undefined) return String(draw.int(Number(low), Number(high)));
    const text = given[name];
    if (text !== undefined) return text;
    const all = grammar[name];
    if (!all) throw new Error(`the grammar has no rule "${name}"`);
    const fresh = all.filter((alternative) => !used.has(alternative));
    const chosen = draw.pick(fresh.length > 0 ? fresh : all);
    used.add(chosen);
    return chosen.replaceAll(/\{([^}]+)\}/g, (_, slot: string) => fill(slot));
  };
  return articled(fill(rule));
}

/** The first letter as a capital. */
export function opened(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `a` before a vowel is `an`. */
export function articled(text: string): string {
  return text.replaceAll(/\b([Aa]) (?=[aeiou])/g, '$1n ');
}

/** Alternatives, one per line. */
export function list(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim());
}
