// The program of a shell command, looked up before it runs: afterwards an exit code of 127 may be anybody's.

/** Assignments without quotes, then a plain word: `KEY=1 my-agent --now`. */
const PLAIN = /^\s*(?:\w+=[\w./@%+,:-]*\s+)*([\w./@%+,:-]+)(?=\s|$)/;

/** What the command starts first, where one can tell without being a shell. */
export function firstProgram(command: string): string | undefined {
  return PLAIN.exec(command)?.[1];
}

/** For `sh`: is there such a program, or word of the shell's own? */
export const lookUp = (program: string): [string, string, string, string] => [
  '-c',
  'command -v -- "$1"',
  'sh',
  program,
];
