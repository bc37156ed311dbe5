// Whether a piece of Python ends inside a triple-quoted string: a fence marker there is part of the program.

/** A comment, a string of one line (closed or not), or the quotes that open a long string. */
const token = /#[^\n]*|"""|'''|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/gs;

export function endsInsideString(code: string): boolean {
  token.lastIndex = 0;
  for (let match = token.exec(code); match; match = token.exec(code)) {
    const [quotes] = match;
    if (quotes !== '"""' && quotes !== "'''") continue;
    const end = closingQuotes(code, quotes, token.lastIndex);
    if (end < 0) return true;
    token.lastIndex = end + quotes.length;
  }
  return false;
}

function closingQuotes(code: string, quotes: string, from: number): number {
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code.startsWith(quotes, at)) return at;
  }
  return -1;
}
