// Removes comments and blank lines from Python source: the rest determines the behaviour of a program.

/** Prefixes such as `rb` are not special: a backslash prevents the next quote from ending a raw string, too. */
const QUOTES = /"""|'''|"|'/y;

/**
 * Lines that begin with `%` or `!`, and whole cells that begin with `%%`, are for IPython or a shell, which have other
 * comments: they stay unchanged.
 */
export function withoutPythonComments(source: string): string {
  const text = source.replaceAll('\r\n', '\n');
  if (/^\s*%%/.test(text)) return text;
  const lines: string[] = [];
  let line = '';
  const endLine = () => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
  };
  for (let at = 0; at < text.length;) {
    const char = text.charAt(at);
    const end = char === '"' || char === "'" ? endOfString(text, at) : at + 1;
    if (char === '#') at = endOfLine(text, at);
    else if ((char === '%' || char === '!') && line.trim() === '') {
      line += text.slice(at, endOfLine(text, at));
      at = endOfLine(text, at);
    } else {
      if (char === '\n') endLine();
      else line += text.slice(at, end);
      at = end;
    }
  }
  endLine();
  return lines.join('\n');
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The index after the closing quote. Python 3.11 does not allow the quote of an f-string inside its braces. */
function endOfString(text: string, from: number): number {
  QUOTES.lastIndex = from;
  const quote = QUOTES.exec(text)?.[0] ?? '"';
  for (let at = from + quote.length; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '\n' && quote.length === 1) return at;
    else if (text.startsWith(quote, at)) return at + quote.length;
  }
  return text.length;
}
