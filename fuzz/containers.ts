// Formats that contain packed data: mutates the content and packs it again correctly, because readers reject bad
// packing.
import { crc32, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { unzipSync, zipSync } from 'fflate';
import type { Random } from './random.ts';

export type Container = 'zip' | 'gzip' | 'png' | 'pdf';
type Mutate = (inner: Uint8Array) => Uint8Array;

export function mutatedInside(container: Container, bytes: Uint8Array, mutate: Mutate, random: Random): Uint8Array {
  try {
    if (container === 'gzip') return gzipSync(mutate(gunzipSync(bytes)));
    return { zip: insideZip, png: insidePng, pdf: insidePdf }[container](bytes, mutate, random);
  } catch {
    return mutate(bytes); // Not of the expected format: mutate the raw bytes.
  }
}

function insideZip(bytes: Uint8Array, mutate: Mutate, random: Random): Uint8Array {
  const entries = Object.entries(unzipSync(bytes));
  // The largest parts hold the content; the others are much the same in every file.
  const sizes = entries.toSorted(([, a], [, b]) => b.length - a.length);
  const [name, content] = random.chance(0.6) ? random.pick(sizes.slice(0, 4)) : random.pick(sizes);
  const changed = mutate(content);
  return zipSync(Object.fromEntries(entries.map(([path, old]) => [path, path === name ? changed : old])), {
    level: 1,
    mtime: new Date(1980, 0, 1), // a fixed time, so that every call makes the same bytes
  });
}

function insidePng(bytes: Uint8Array, mutate: Mutate, random: Random): Uint8Array {
  const source = Buffer.from(bytes);
  const chunks: { name: string; content: Buffer }[] = [];
  for (let at = 8; at + 12 <= source.length;) {
    const size = source.readUInt32BE(at);
    chunks.push({ name: source.toString('latin1', at + 4, at + 8), content: source.subarray(at + 8, at + 8 + size) });
    at += size + 12;
  }
  const chosen = random.below(chunks.length);
  const parts = chunks.map(({ name, content }, index) => {
    if (index !== chosen) return pngChunk(name, content);
    return pngChunk(name, name === 'IDAT' ? deflateSync(mutate(inflateSync(content))) : mutate(content));
  });
  return Buffer.concat([source.subarray(0, 8), ...parts]);
}

function pngChunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/**
 * Mutates one deflated stream and updates its length; the cross-reference table is then wrong, which readers repair.
 */
function insidePdf(bytes: Uint8Array, mutate: Mutate, random: Random): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const streams = [...text.matchAll(/\/Length (\d+)([^]{0,200}?)stream\r?\n/g)];
  if (streams.length === 0 || random.chance(0.3)) return mutate(bytes);
  const found = random.pick(streams);
  const start = found.index + found[0].length;
  const end = start + Number(found[1]);
  const content = deflateSync(mutate(inflateSync(bytes.subarray(start, end))));
  const head = found[0].replace(/\/Length \d+/, `/Length ${content.length}`);
  return Buffer.concat([bytes.subarray(0, found.index), Buffer.from(head, 'latin1'), content, bytes.subarray(end)]);
}
