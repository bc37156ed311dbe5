// JSON that somebody else wrote: bounded in size and depth, and saying one thing only.

const MAX_DEPTH = 64;

export interface JsonLimits {
  readonly characters: number;
  /** JSON.parse keeps the last of two equal keys; an answer that says two things must not pass by luck. */
  readonly repeatedKeys: 'allowed' | 'refused';
}

/** The value, or what is wrong with the text. */
export function parseUntrusted(text: string, limits: JsonLimits): { value: unknown } | { problem: string } {
  if (text.length > limits.characters) return { problem: `is longer than ${limits.characters} characters` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'is not valid JSON' };
  }
  const { depth, repeated } = survey(text);
  if (depth > MAX_DEPTH) return { problem: 'is nested too deeply' };
  if (repeated !== undefined && limits.repeatedKeys === 'refused')
    return { problem: `has the key "${repeated}" twice` };
  return { value };
}

/** Depth and a repeated key of a text that is known to be valid JSON, without recursion. */
function survey(json: string): { depth: number; repeated: string | undefined } {
  const open: (Set<string> | undefined)[] = [];
  let depth = 0;
  let repeated: string | undefined;
  let pending: string | undefined;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':' && pending !== undefined) {
      const key = JSON.parse(pending) as string;
      if (open.at(-1)?.has(key)) repeated ??= key;
      open.at(-1)?.add(key);
    }
    depth = Math.max(depth, open.length);
    pending = token.startsWith('"') ? token : undefined;
  }
  return { depth, repeated };
}
