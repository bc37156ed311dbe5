// Text of an agent's for a terminal or a report: what would move the cursor, change the title or turn the writing direction
// around is spelled out instead.

/** C0 without tab and line feed, DEL, C1, and the marks that change the direction of text. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g; // eslint-disable-line no-control-regex
const BREAKS = /[\t\n]/g;
/** Colours and weights, which our own messages have. */
const STYLE = /(\u001b\[[0-9;]*m)/; // eslint-disable-line no-control-regex

/** A name as one line: line breaks and tabs are spelled out, too. */
export function visibleName(name: string): string {
  return name.replace(UNSEEN, spelled).replace(BREAKS, spelled);
}

/** Text of several lines. Colours stay; nothing else of what terminals obey does. */
export function visibleText(text: string): string {
  return text
    .split(STYLE)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(UNSEEN, spelled)))
    .join('');
}

/** The same for what a program prints as it runs: a carriage return and a backspace draw progress bars. */
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
