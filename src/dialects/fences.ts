// Fenced blocks in the text of a model, also indented, unclosed, or opened after words on the same line.
import { endsInsideString } from './python-strings.ts';

export interface Fence {
  /** The first word of the label in lower case, or empty. */
  readonly label: string;
  readonly content: string;
  readonly closed: boolean;
}

export interface Fenced {
  readonly fences: readonly Fence[];
  /** The text outside of fences, and the part of it after the last fence. */
  readonly outside: string;
  readonly after: string;
}

const pythonLabels = new Set(['py', 'py3', 'python', 'python3', 'ipython', 'ipython3']);

export const isPython = ({ label }: Fence): boolean => pythonLabels.has(label);

interface Opening {
  readonly marker: string;
  readonly indent: number;
  readonly label: string;
  /** The text before the marker on its line. */
  readonly before: string;
}

export function readFences(text: string): Fenced {
  const lines = text.split(/\r?\n/);
  const fences: Fence[] = [];
  const outside: string[] = [];
  let after = 0;
  for (let at = 0; at < lines.length;) {
    const opening = openingOf(lines[at] ?? '');
    if (!opening) {
      outside.push(lines[at] ?? '');
      at += 1;
      continue;
    }
    if (opening.before) outside.push(opening.before);
    const { end, closed } = endOf(lines, at + 1, opening);
    const content = lines.slice(at + 1, end).map((line) => unindented(line, opening.indent));
    fences.push({ label: opening.label, content: content.join('\n'), closed });
    at = closed ? end + 1 : end;
    after = outside.length;
  }
  return { fences, outside: outside.join('\n').trim(), after: outside.slice(after).join('\n').trim() };
}

function openingOf(line: string): Opening | undefined {
  const [, space = '', marker, info = ''] = /^([ \t]*)(`{3,}|~{3,})([^`]*)$/.exec(line) ?? [];
  if (marker) return { marker, indent: space.length, label: labelOf(info), before: '' };
  const late = /(`{3,})[ \t]*(\w+)[ \t]*$/.exec(line);
  const before = line.slice(0, late?.index).trim();
  const label = late?.[2]?.toLowerCase() ?? '';
  if (!late?.[1] || before.includes('`') || !pythonLabels.has(label)) return undefined;
  return { marker: late[1], indent: 0, label, before };
}

/** `python`, `{python}`, `.py`, `python:main.py`, `python title="x"`. */
function labelOf(info: string): string {
  return /[^\s,:.{}]+/.exec(info.toLowerCase())?.[0] ?? '';
}

/** The line that ends a fence: its closing marker; if it has none, the next opening or the end of the text. */
function endOf(lines: readonly string[], from: number, opening: Opening): { end: number; closed: boolean } {
  const python = opening.label === '' || pythonLabels.has(opening.label);
  let inString: number | undefined;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const closes = isClosing(line, opening);
    if (!closes && !(python && opensAnother(line, opening))) continue;
    if (python && endsInsideString(lines.slice(from, at).join('\n'))) {
      if (closes) inString ??= at;
      continue;
    }
    return { end: at, closed: closes };
  }
  // Quotes that never end do not open a string: the first marker closes the fence.
  return inString === undefined ? { end: lines.length, closed: false } : { end: inString, closed: true };
}

function isClosing(line: string, { marker }: Opening): boolean {
  const text = line.trim();
  return text.length >= marker.length && text === (marker[0] ?? '').repeat(text.length);
}

function opensAnother(line: string, { marker }: Opening): boolean {
  const next = openingOf(line);
  return next !== undefined && next.before === '' && next.label !== '' && next.marker[0] === marker[0];
}

function unindented(line: string, indent: number): string {
  const space = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(indent, space));
}
