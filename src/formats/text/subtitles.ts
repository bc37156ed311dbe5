// Reads and writes srt subtitles: numbered cues with times and lines of text.
import { formatLimits } from '../limits.ts';
import { checkCount, checkSize, FormatProblem } from '../problem.ts';
import { decodeText } from './text.ts';

export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  /** Lines are separated by "\n". */
  readonly text: string;
}

/** The cues in file order. Their numbers must count from one; times may overlap. */
export function readSrt(bytes: Uint8Array): Cue[] {
  checkSize(bytes);
  const blocks = decodeText(bytes)
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n[ \t]*(?:\n[ \t]*)+/);
  checkCount(blocks.length, formatLimits.items, 'cues');
  return blocks.map(cueOf);
}

function cueOf(block: string, index: number): Cue {
  const [number = '', times = '', ...lines] = block.split('\n');
  if (number.trim() !== String(index + 1))
    throw new FormatProblem(`cue ${index + 1} begins with "${number.slice(0, 40)}" instead of its number`);
  const [, start, end] = /^(\d\d:\d\d:\d\d,\d{3}) --> (\d\d:\d\d:\d\d,\d{3})\s*$/.exec(times) ?? [];
  if (start === undefined || end === undefined)
    throw new FormatProblem(
      `cue ${index + 1} has the times "${times.slice(0, 60)}", not 00:00:00,000 --> 00:00:00,000`,
    );
  const cue = { startMs: millisecondsOf(start), endMs: millisecondsOf(end), text: lines.join('\n') };
  if (cue.endMs < cue.startMs) throw new FormatProblem(`cue ${index + 1} ends before it begins`);
  return cue;
}

function millisecondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = time.split(/[:,]/).map(Number);
  if (minutes > 59 || seconds > 59) throw new FormatProblem(`"${time}" is no time`);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ startMs, endMs, text }, index) => `${index + 1}\n${timeOf(startMs)} --> ${timeOf(endMs)}\n${text}\n`)
    .join('\n');
}

function timeOf(ms: number): string {
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)},${part(ms % 1000, 3)}`;
}

function part(value: number, digits = 2): string {
  return String(Math.floor(value)).padStart(digits, '0');
}
