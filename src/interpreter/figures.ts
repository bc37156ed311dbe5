// The records of figure capture that belong to files which still exist and are unchanged.
import { createHash } from 'node:crypto';
import type { InputFile } from '../core/index.ts';

/** The file of a record is named after the SHA-256 of the saved figure. */
export function figuresOf(files: readonly InputFile[], records: readonly InputFile[]): ReadonlyMap<string, Uint8Array> {
  if (records.length === 0) return new Map();
  const digests = new Set(files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')));
  return new Map(
    records.map(({ path, bytes }) => [path.slice(0, 64), bytes] as const).filter(([digest]) => digests.has(digest)),
  );
}
