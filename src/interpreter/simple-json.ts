// Checks the bytes of a JSON text before it is parsed: with deep nesting or very many values a parser needs seconds for a
// few megabytes; with long strings it does not.

const MAX_DEPTH = 16;
const MAX_TOKENS = 50_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether the text has few values and little nesting. It need not be JSON. */
export function isSimple(text: Uint8Array): boolean {
  let depth = 0;
  let tokens = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
      continue;
    }
    if (byte === QUOTE) inString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte !== COMMA && byte !== COLON) continue;
    tokens += 1;
    if (depth > MAX_DEPTH || tokens > MAX_TOKENS) return false;
  }
  return true;
}
