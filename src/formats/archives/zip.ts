// Reads and writes zip: archives, and the containers of xlsx, ods, npz and others. Declared names, sizes and checksums
// are verified.
import { crc32 } from 'node:zlib';
import type yauzl from 'yauzl';
import { formatLimits } from '../limits.ts';
import { checkCount, checkSize, FormatProblem, parsingAsync } from '../problem.ts';

/** The earliest time that a zip can store, in any time zone. */
const epoch = new Date(1980, 0, 1);
const LINK = 0o120000;
const FILE_TYPE = 0o170000;

export interface ZipStyle {
  /** Stores the entries without compression, as npz files do. */
  readonly stored?: boolean;
}

/** Writes entries in the given order, with a constant time stamp. */
export async function writeZip(
  files: Readonly<Record<string, Uint8Array | string>>,
  { stored = false }: ZipStyle = {},
): Promise<Uint8Array> {
  const { zipSync } = await import('fflate');
  const entries = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? new TextEncoder().encode(content) : content,
  ]);
  return zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>, {
    mtime: epoch,
    level: stored ? 0 : 6,
    os: 3,
  });
}

export interface ZipReading {
  readonly maxBytes?: number;
  readonly maxEntries?: number;
}

/** The files of an archive by path. Nested archives are returned as files, not opened. */
export async function readZip(
  bytes: Uint8Array,
  { maxBytes = formatLimits.unpackedBytes, maxEntries = formatLimits.entries }: ZipReading = {},
): Promise<Map<string, Uint8Array>> {
  checkSize(bytes);
  return await parsingAsync('a zip archive', async () => {
    const zip = await open(bytes);
    checkCount(zip.entryCount, maxEntries, 'entries');
    const entries = await listEntries(zip);
    const declared = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
    if (declared > maxBytes) throw new FormatProblem(`the archive unpacks to more than ${maxBytes} bytes`);
    const files = new Map<string, Uint8Array>();
    for (const entry of entries) {
      if (entry.fileName.endsWith('/')) continue;
      if (files.has(entry.fileName)) throw new FormatProblem(`the archive has "${entry.fileName}" twice`);
      files.set(entry.fileName, await unpack(zip, entry));
    }
    return files;
  });
}

async function open(bytes: Uint8Array): Promise<yauzl.ZipFile> {
  const { fromBuffer } = await import('yauzl');
  return await new Promise((resolve, reject) =>
    fromBuffer(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      // The library checks sizes while reading: an entry whose unpacked size differs from its declared size is an
      // error.
      { lazyEntries: true, validateEntrySizes: true, strictFileNames: true },
      (error, zip) => (error ? reject(error) : resolve(zip)),
    ),
  );
}

function listEntries(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = [];
    zip.on('entry', (entry: yauzl.Entry) => {
      const objection = objectionTo(entry);
      if (objection) reject(new FormatProblem(`"${entry.fileName}" in the archive ${objection}`));
      else {
        entries.push(entry);
        zip.readEntry();
      }
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}

function objectionTo(entry: yauzl.Entry): string | undefined {
  if (entry.isEncrypted()) return 'is encrypted';
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === LINK) return 'is a link';
  return undefined;
}

function unpack(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Uint8Array> {
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => {
        const content = new Uint8Array(Buffer.concat(chunks));
        if (crc32(content) === entry.crc32) resolve(content);
        else reject(new FormatProblem(`"${entry.fileName}" in the archive is damaged: its checksum does not fit`));
      });
    }),
  );
}
