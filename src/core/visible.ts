// Makes an agent's text safe for a terminal or a report: characters that move the cursor, change the title or change
// the writing direction are escaped.

/** C0 without tab and line feed, DEL, C1, and the characters that change the direction of text. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g; // eslint-disable-line no-control-regex
const BREAKS = /[\t\n]/g;
/** Colours and weights, which PyBench's own messages contain. */
const STYLE = /(\u001b\[[0-9;]*m)/; // eslint-disable-line no-control-regex

/** A name as one line: line breaks and tabs are escaped too. */
export function visibleName(name: string): string {
  return name.replace(UNSEEN, spelled).replace(BREAKS, spelled);
}

/** Text of several lines. Colours are kept; all other control characters are escaped. */
export function visibleText(text: string): string {
  return text
    .split(STYLE)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(UNSEEN, spelled)))
    .join('');
}

/** For the output of a running program: carriage returns and backspaces are kept, because progress bars use them. */
export function visibleStream(text: string): string {
  return text
    .split(STYLE)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(UNSEEN, (each) => (KEPT.has(each) ? each : spelled(each))),
    )
    .join('');
}

const KEPT = new Set(['\r', '\b']);

function spelled(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 10) return '\\n';
  if (code === 9) return '\\t';
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
