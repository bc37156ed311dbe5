// The container of office files: a zip of XML parts. Reading limits entries and bytes; writing uses constant times.
import type { Zippable } from 'fflate';
import { fflate } from '../load.ts';
import { childElements, type Markup } from '../text/markup.ts';
import { readXml, type XmlReading } from '../text/xml.ts';
import { readZip } from '../archives/zip.ts';

const MAX_ENTRIES = 5000;
const MAX_INFLATED = 128 * 2 ** 20;

/** Office programs write UTF-8 or UTF-16 only, and choose the prefixes freely. */
const officeXml: XmlReading = {
  prefixes: 'optional',
  encoding: 'unicode',
  limits: { bytes: 32 * 2 ** 20, depth: 200 },
};

/** The root element of one XML part of an office file. */
export const readOfficeXml = (bytes: Uint8Array): Markup => readXml(bytes, officeXml);

export interface OfficeParts {
  readonly names: readonly string[];
  readonly bytes: (name: string) => Uint8Array | undefined;
  /** A part as XML, or undefined if it is missing. */
  readonly xml: (name: string) => Markup | undefined;
}

export async function readOffice(source: Uint8Array): Promise<OfficeParts> {
  const parts = await readZip(source, { maxBytes: MAX_INFLATED, maxEntries: MAX_ENTRIES });
  return {
    names: [...parts.keys()],
    bytes: (name) => parts.get(name),
    xml: (name) => {
      const bytes = parts.get(name);
      return bytes && readOfficeXml(bytes);
    },
  };
}

/** Writes a zip whose bytes depend only on the parts: sorted, with the content types first, as readers expect. */
export function writeOffice(parts: Readonly<Record<string, Uint8Array | string>>): Uint8Array {
  const FIRST = ['[Content_Types].xml', 'mimetype'];
  const rank = (name: string) => (FIRST.includes(name) ? 0 : 1);
  const names = Object.keys(parts).toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const entries: Zippable = {};
  for (const name of names) {
    const content = parts[name] ?? '';
    entries[name] = [
      typeof content === 'string' ? Buffer.from(content) : content,
      { level: name === 'mimetype' ? 0 : 6 },
    ];
  }
  return fflate().zipSync(entries, { mtime: new Date(1980, 0, 1) });
}

/** The relationships of a part: the full part name for each id. */
export function relationsOf(parts: OfficeParts, name: string): Map<string, { target: string; type: string }> {
  const slash = name.lastIndexOf('/');
  const folder = name.slice(0, slash + 1);
  const root = parts.xml(`${folder}_rels/${name.slice(slash + 1)}.rels`);
  const relations = new Map<string, { target: string; type: string }>();
  for (const node of childElements(root)) {
    const target = node.attributes['Target'] ?? '';
    const outside = node.attributes['TargetMode'] === 'External';
    const full = outside ? target : target.startsWith('/') ? target.slice(1) : resolvePath(folder + target);
    relations.set(node.attributes['Id'] ?? '', {
      target: full,
      type: (node.attributes['Type'] ?? '').split('/').at(-1) ?? '',
    });
  }
  return relations;
}

function resolvePath(path: string): string {
  const out: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') out.pop();
    else if (step !== '.') out.push(step);
  }
  return out.join('/');
}

/** Title, author and dates, as Microsoft Office files store them. */
export function coreProperties(parts: OfficeParts): Record<string, string> {
  const root = parts.xml('docProps/core.xml');
  const properties: Record<string, string> = {};
  for (const node of childElements(root)) {
    const text = node.children.filter((child) => typeof child === 'string').join('');
    if (text !== '') properties[node.name] = text;
  }
  return properties;
}
