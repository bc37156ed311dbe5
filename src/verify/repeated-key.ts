// JSON.parse keeps the last of two equal keys; an answer that says two things must not pass by luck.

/** A key that stands twice in one object of a text that is known to be valid JSON. */
export function repeatedKey(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let pending: string | undefined;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':' && pending !== undefined) {
      const keys = open.at(-1);
      const key = JSON.parse(pending) as string;
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
    pending = token.startsWith('"') ? token : undefined;
  }
  return undefined;
}
