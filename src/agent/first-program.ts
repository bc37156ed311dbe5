// The program of a shell command, looked up before it runs: afterwards, exit code 127 may come from any part of the command.

/** Assignments without quotes, then a plain word: `KEY=1 my-agent --now`. */
const PLAIN = /^\s*(?:\w+=[\w./@%+,:-]*\s+)*([\w./@%+,:-]+)(?=\s|$)/;

/** The program that the command starts first, if it can be found without a shell. */
export function firstProgram(command: string): string | undefined {
  return PLAIN.exec(command)?.[1];
}

/** Arguments for `sh` that check whether the program, or a built-in of that name, exists. */
export const lookUp = (program: string): [string, string, string, string] => [
  '-c',
  'command -v -- "$1"',
  'sh',
  program,
];
