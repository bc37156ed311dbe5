// What goes to the terminal: results on stdout, everything else on stderr.
import { writeAbove } from './live-block.ts';

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function tell(text: string): void {
  writeAbove(process.stderr, `${text}\n`);
}
