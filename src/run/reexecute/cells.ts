// Reads recorded cells and compares them with their re-execution.
import type { CellOutput, CellStatus, Event } from '../../core/index.ts';

export interface CellRun {
  readonly status: CellStatus;
  readonly outputs: readonly CellOutput[];
}

export interface RecordedCell extends CellRun {
  readonly cell: number;
  readonly code: string;
}

/** For a trial that ended: every cell that began also ended. */
export function recordedCells(events: readonly Event[]): RecordedCell[] {
  const cells: { cell: number; code: string; status: CellStatus; outputs: CellOutput[] }[] = [];
  for (const event of events) {
    const cell = cells.at(-1);
    if (event.kind === 'cell-start') cells.push({ cell: event.cell, code: event.code, status: 'ok', outputs: [] });
    else if (event.kind === 'cell-output') cell?.outputs.push(event.output);
    else if (event.kind === 'cell-end' && cell) cell.status = event.status;
  }
  return cells;
}

/**
 * What is compared. For displayed values: plain text and pictures, because HTML contains random ids. The interleaving of
 * stdout and stderr depends on timing and is not compared.
 */
const cellAspects = ['status', 'stdout', 'stderr', 'values', 'error', 'figures'] as const;
type CellAspect = (typeof cellAspects)[number];

export interface CellDifference {
  readonly cell: number;
  readonly aspect: CellAspect;
  /** `"0.25" became "0.75"` */
  readonly what: string;
}

export function compareCell(recorded: RecordedCell, again: CellRun): CellDifference[] {
  const [before, after] = [shown(recorded), shown(again)];
  return cellAspects
    .filter((aspect) => before[aspect] !== after[aspect])
    .map((aspect) => ({
      cell: recorded.cell,
      aspect,
      what: aspect === 'figures' ? 'other pictures' : firstDifference(before[aspect], after[aspect]),
    }));
}

function shown({ status, outputs }: CellRun): Record<CellAspect, string> {
  const stream = (wanted: string) =>
    outputs.map((output) => (output.type === 'stream' && output.name === wanted ? output.text : '')).join('');
  const bundles = outputs.flatMap((output) => (output.type === 'result' || output.type === 'display' ? [output] : []));
  const errors = outputs.flatMap((output) => (output.type === 'error' ? [output.traceback] : []));
  const pictures = bundles.flatMap(({ data }) => Object.entries(data).filter(([mime]) => mime.startsWith('image/')));
  return {
    status,
    stdout: normalised(stream('stdout')),
    stderr: normalised(stream('stderr')),
    values: normalised(bundles.map(({ data }) => data['text/plain'] ?? '').join('\n')),
    error: normalised(errors.join('\n')),
    figures: JSON.stringify(pictures),
  };
}

/** Text that differs between processes without any effect on results. */
const arbitrary: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // The address of an object: <Figure object at 0x7f3a…>.
  [/\bat 0x[0-9a-f]+/gi, 'at 0x…'],
  // File names from Python's tempfile.
  [/\/tmp\/tmp[a-z0-9_]{8}/g, '/tmp/tmp…'],
];

function normalised(text: string): string {
  return arbitrary.reduce((result, [pattern, instead]) => result.replaceAll(pattern, instead), text);
}

function firstDifference(before: string, after: string): string {
  const [then, now] = [before.split('\n'), after.split('\n')];
  const line = then.findIndex((text, index) => text !== now[index]);
  const at = line < 0 ? then.length : line;
  return `${quoted(then[at])} became ${quoted(now[at])}`;
}

const SHOWN = 60;

function quoted(line: string | undefined): string {
  if (line === undefined || line === '') return 'nothing';
  return JSON.stringify(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line);
}
