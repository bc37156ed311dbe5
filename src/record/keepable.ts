// Selects the output files that can be stored. The agent chooses file names: a file whose name the file system refuses is
// left out, and the run continues.
import type { Collected } from '../core/index.ts';

export type Left = Collected['left'][number];

/** Below the limit of every file system, even with the path of the run folder in front. */
const MAX_PATH_BYTES = 1024;
const MAX_NAME_BYTES = 255;

/** Error codes for a path that the file system does not accept; a full disk or a missing permission is not included. */
const REFUSALS = new Set(['ENAMETOOLONG', 'EILSEQ', 'EINVAL', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ELOOP']);

/** Removes files whose paths are too long, and files that `write` could not store. */
export function keepable(collected: Collected, write: (fitting: Collected) => readonly Left[]): Collected {
  const short = collected.left.map(({ path, reason }) => ({ path: shortPath(path), reason }));
  const tooLong = collected.files
    .filter(({ path }) => isTooLong(path))
    .map(({ path }) => ({ path, reason: 'its path is too long' }));
  const fitting = leaving({ ...collected, left: short }, tooLong);
  return leaving(fitting, write(fitting));
}

function leaving(collected: Collected, behind: readonly Left[]): Collected {
  const paths = new Set(behind.map(({ path }) => path));
  const left = behind.map(({ path, reason }) => ({ path: shortPath(path), reason }));
  const files = collected.files.filter(({ path }) => !paths.has(path));
  return { ...collected, files, left: [...collected.left, ...left] };
}

/** Why the file system refuses a path; undefined after a successful write. Every other error is thrown. */
export function refusal(write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!REFUSALS.has(code)) throw error;
    return `the file system refuses its path (${code})`;
  }
}

function isTooLong(path: string): boolean {
  return (
    Buffer.byteLength(path) > MAX_PATH_BYTES || path.split('/').some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)
  );
}

function shortPath(path: string): string {
  return path.length <= 200 ? path : `${path.slice(0, 100)}…${path.slice(-60)}`;
}
