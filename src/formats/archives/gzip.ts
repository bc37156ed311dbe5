// Reads and writes gz: one compressed file.
import { gunzipSync } from 'node:zlib';
import { formatLimits } from '../limits.ts';
import { checkSize, FormatProblem, parsing } from '../problem.ts';

/** Uses pure JavaScript and no time stamp: the bytes are the same on every machine. */
export async function writeGzip(bytes: Uint8Array): Promise<Uint8Array> {
  const { gzipSync } = await import('fflate');
  return gzipSync(bytes, { mtime: 0, level: 6 });
}

export function readGzip(bytes: Uint8Array, maxBytes: number = formatLimits.unpackedBytes): Uint8Array {
  checkSize(bytes);
  return parsing('a gzip file', () => {
    try {
      return new Uint8Array(gunzipSync(bytes, { maxOutputLength: maxBytes }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw new FormatProblem(`the file unpacks to more than ${maxBytes} bytes`, { cause: error });
      throw error;
    }
  });
}
