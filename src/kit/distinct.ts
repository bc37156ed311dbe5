// Many things of one kind, all different: what a table, a shelf or a stack of letters needs.

/** `count` values with different keys. Throws where there are not enough different values. */
export function distinct<T>(count: number, make: () => T, key: (made: T) => string = String): T[] {
  const found = new Map<string, T>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > count * 100) throw new RangeError(`there are fewer than ${count} different ones of this kind`);
    const made = make();
    if (!found.has(key(made))) found.set(key(made), made);
  }
  return [...found.values()];
}
