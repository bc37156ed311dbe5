// The program of a shell command, looked up before it runs: afterwards an exit code of 127 may be anybody's.

/** What the command starts first, where one can tell without being a shell. */
export function firstProgram(command: string): string | undefined {
  const word = command.split(/\s+/).find((each) => each !== '' && !/^\w+=/.test(each));
  return word !== undefined && /^[\w./@%+,:-]+$/.test(word) ? word : undefined;
}

/** For `sh`: is there such a program, or word of the shell's own? */
export const lookUp = (program: string): [string, string, string, string] => [
  '-c',
  'command -v -- "$1"',
  'sh',
  program,
];
