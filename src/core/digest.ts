// Digests: the first sixteen bytes of SHA-256, which make a collision very unlikely and are short to read.
import { createHash, webcrypto } from 'node:crypto';
import { canonicalJson } from './json.ts';

export type Digest = string;

export function digestBytes(bytes: Uint8Array | string): Digest {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Computes the digest in a thread pool, because hashing hundreds of megabytes would block all other trials. */
export async function digestInThread(bytes: Uint8Array): Promise<Digest> {
  if (bytes.length < 2 ** 20) return digestBytes(bytes);
  const hash = await webcrypto.subtle.digest('SHA-256', bytes);
  return Buffer.from(hash).toString('hex').slice(0, 32);
}

export function digestJson(value: unknown): Digest {
  return digestBytes(canonicalJson(value));
}

/** The digest of a set of named contents, independent of their order. */
export function digestFiles(files: readonly { path: string; bytes: Uint8Array }[]): Digest {
  return digestJson(Object.fromEntries(files.map(({ path, bytes }) => [path, digestBytes(bytes)])));
}
