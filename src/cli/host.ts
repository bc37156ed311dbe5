// Where results were made, in words: the Python, its image and the isolation.
import type { InterpreterHost } from '../interpreter/index.ts';

/** What a reader of results must know about where they were made. */
export function hostNotes({ stack }: Pick<InterpreterHost, 'stack'>): string[] {
  const image = stack.image
    ? `interpreter image ${stack.image.manifest}${stack.image.asRecorded ? '' : ' (versions differ from the recorded ones)'}`
    : 'no interpreter image: the Python of this machine';
  const without = stack.without ? ` without ${stack.without.join(' and ')}, which this machine does not have` : '';
  const isolation =
    stack.isolation === 'none'
      ? 'isolation none: run only code that you trust'
      : `isolation ${stack.isolation}${without}`;
  return [`Python ${stack.version}`, image, isolation];
}
