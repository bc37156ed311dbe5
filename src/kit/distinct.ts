// Draws many different values of one kind, for example for the rows of a table.

/** `count` values with different keys. Throws if there are not enough different values. */
export function distinct<T>(count: number, make: () => T, key: (made: T) => string = String): T[] {
  const found = new Map<string, T>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > count * 100) throw new RangeError(`there are fewer than ${count} different ones of this kind`);
    const made = make();
    if (!found.has(key(made))) found.set(key(made), made);
  }
  return [...found.values()];
}
