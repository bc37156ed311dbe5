// Prints results on stdout and all other messages on stderr. Messages may contain text from agents, so control characters
// are made visible.
import { visibleStream, visibleText } from '../../core/index.ts';
import { writeAbove } from './live-block.ts';

export function print(text: string): void {
  process.stdout.write(`${visibleText(text)}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function tell(text: string): void {
  writeAbove(process.stderr, `${visibleText(text)}\n`);
}

/** What a cell prints as it runs: unchanged into a file or a pipe, without control over a terminal. */
export function passOn(name: 'stdout' | 'stderr', text: string): void {
  const stream = process[name];
  stream.write(stream.isTTY ? visibleStream(text) : text);
}
