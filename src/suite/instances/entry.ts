// An instance as bytes, for the cache on disk and between threads: a checksum, the length of the head, the head (everything except
// the contents of files), and the contents of the files one after another.
import { deserialize, serialize } from 'node:v8';
import { digestBytes, instanceDigest, Problem, type InputFile } from '../../core/index.ts';
import type { TaskInstance } from './instance.ts';

/** The format version; a new number makes every older entry unreadable. */
const FORMAT = 'pybench-instance-1 ';
const DIGEST_BYTES = 32;
const START = FORMAT.length + DIGEST_BYTES + 4;

type Head = Omit<TaskInstance, 'files'> & { readonly files: readonly { path: string; size: number }[] };

export function encodeInstance({ files, ...rest }: TaskInstance): Uint8Array<ArrayBuffer> {
  const sizes = files.map(({ path, bytes }) => ({ path, size: bytes.length }));
  const head = serialize({ ...rest, files: sizes } satisfies Head);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const start = Buffer.from(`${FORMAT}${digestBytes(head)}`, 'latin1');
  const parts = [start, length, head, ...files.map(({ bytes }) => bytes)];
  // A separate buffer, so that it can be transferred to another thread.
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Throws if the bytes are damaged or do not match the digest that they contain. */
export function decodeInstance(entry: Uint8Array): TaskInstance {
  const bytes = Buffer.from(entry.buffer, entry.byteOffset, entry.byteLength);
  const checksum = bytes.toString('latin1', FORMAT.length, FORMAT.length + DIGEST_BYTES);
  if (bytes.length < START || bytes.toString('latin1', 0, FORMAT.length) !== FORMAT) throw damaged('another format');
  const end = START + bytes.readUInt32LE(START - 4);
  const raw = bytes.subarray(START, end);
  if (digestBytes(raw) !== checksum) throw damaged('another checksum');
  const { files: sizes, ...rest } = deserialize(raw) as Head;
  let at = end;
  const files = sizes.map(({ path, size }): InputFile => {
    at += size;
    return { path, bytes: bytes.subarray(at - size, at) };
  });
  if (at !== bytes.length) throw damaged('another size');
  const instance = { ...rest, files };
  if (instanceDigest(instance) !== rest.digest) throw damaged('another digest');
  return instance;
}

function damaged(how: string): Problem {
  return new Problem(`a recorded instance is damaged: it has ${how}`);
}
