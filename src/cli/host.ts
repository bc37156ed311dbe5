// The Python, the image and the isolation level of results, in words.
import type { PythonStack } from '../interpreter/index.ts';

export function hostNotes(stack: PythonStack): string[] {
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
