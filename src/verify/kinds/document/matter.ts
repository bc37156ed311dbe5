// Searches everything inside a PDF for redacted entries: streams, strings, old versions and attached files.
import { gunzipSync } from 'node:zlib';
import { hasBytes, readPdfMatter, readZip, withPdfium } from '../../../formats/index.ts';
import { lettersOf, revealingForms, type RedactedEntry } from './leftovers.ts';

const MAX_DEPTH = 4;
const MAX_UNPACKED = 64 * 2 ** 20;

/** Messages about entries that the file still holds, and about parts that cannot be examined. */
export async function hiddenEntries(
  bytes: Uint8Array,
  entries: readonly RedactedEntry[],
  depth = 0,
): Promise<string[]> {
  const { texts, binaries, attachments, unread } = readPdfMatter(bytes);
  const problems = [...unread, ...told(texts, binaries, entries)];
  for (const attachment of attachments) problems.push(...(await inAttachment(attachment, entries, depth + 1)));
  return [...new Set(problems)];
}

function told(texts: readonly string[], binaries: readonly Buffer[], entries: readonly RedactedEntry[]): string[] {
  const all = texts.map(lettersOf);
  const found = entries.filter(
    (entry) =>
      revealingForms(entry).some((form) => all.some((text) => text.includes(form))) ||
      binaries.some((each) => hasBytes(each, entry.text)),
  );
  return found.map(({ text }) => `"${text}" is still in the file`);
}

/** Searches PDF, ZIP, gzip and text. Any other attachment is a problem, because it cannot be searched. */
async function inAttachment(content: Buffer, entries: readonly RedactedEntry[], depth: number): Promise<string[]> {
  if (depth > MAX_DEPTH) return ['the files inside of it are nested too deeply to be examined'];
  const magic = content.subarray(0, 4).toString('hex');
  if (magic === '25504446') {
    const pages = await withPdfium(content, (document) =>
      Array.from({ length: document.pages }, (_, index) => document.page(index, ({ text }) => text)),
    );
    return [...told(pages, [], entries), ...(await hiddenEntries(content, entries, depth))];
  }
  if (magic.startsWith('504b')) {
    const problems: string[] = [];
    for (const [name, member] of await readZip(content))
      problems.push(...told([name], [], entries), ...(await inAttachment(Buffer.from(member), entries, depth + 1)));
    return problems;
  }
  if (magic.startsWith('1f8b')) {
    const unpacked = gunzipped(content);
    return unpacked ? await inAttachment(unpacked, entries, depth + 1) : ['a file is attached that cannot be unpacked'];
  }
  const text = content.toString('utf8');
  if (/\0|\ufffd/.test(text.replace(/^\ufeff/, ''))) {
    const wide = new TextDecoder('utf-16le').decode(content);
    if (!/^[\p{Letter}\p{Number}\p{Punctuation}\p{Separator}\p{Symbol}\r\n\t\ufeff]*$/u.test(wide))
      return ['a file is attached that cannot be examined'];
    return told([wide, text], [content], entries);
  }
  return told([text], [content], entries);
}

function gunzipped(content: Buffer): Buffer | undefined {
  try {
    return gunzipSync(content, { maxOutputLength: MAX_UNPACKED });
  } catch {
    return undefined;
  }
}
