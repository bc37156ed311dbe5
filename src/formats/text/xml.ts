// XML as a tree of elements. No document types of its own, hence no entities but the five and numbers.
import type { X2jOptions } from 'fast-xml-parser';
import { formatLimits } from '../limits.ts';
import type { Markup } from './markup.ts';
import { checkCount, checkSize, countSubstring, FormatProblem, parsing } from '../problem.ts';
import { decodeText } from './text.ts';

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';

const options: X2jOptions = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Decoded here: the parser knows no numeric entities, and would decode CDATA too.
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  textNodeName: TEXT,
  cdataPropName: CDATA,
  maxNestedTags: formatLimits.markupDepth,
};

export interface XmlReading {
  /** Namespace prefixes are cut off, so that "svg:path" is "path"; attributes keep theirs. */
  readonly prefixes?: 'kept' | 'cut';
}

/** The root element. */
export async function readElements(bytes: Uint8Array, { prefixes = 'kept' }: XmlReading = {}): Promise<Markup> {
  checkSize(bytes);
  const text = decodeXml(bytes);
  if (definesEntities(text)) throw new FormatProblem('the file defines entities of its own');
  checkCount(countSubstring(text, '<'), formatLimits.markupNodes, 'tags');
  const { XMLParser, XMLValidator } = await import('fast-xml-parser');
  return parsing('well-formed XML', () => {
    const valid = XMLValidator.validate(text, { allowBooleanAttributes: false });
    if (valid !== true) throw new FormatProblem(`line ${valid.err.line} is not well-formed XML: ${valid.err.msg}`);
    const budget = { nodes: 0, cut: prefixes === 'cut' };
    const roots = convert(new XMLParser(options).parse(text) as ParsedNode[], budget).filter(
      (node) => typeof node !== 'string',
    );
    const [root] = roots;
    if (!root || roots.length > 1) throw new FormatProblem(`the file has ${roots.length} root elements`);
    return root;
  });
}

/** A document type that only names a standard is common, as in SVG; one with a body is refused. */
function definesEntities(text: string): boolean {
  const [type] = /<!DOCTYPE[^>[]*[>[]?/i.exec(text) ?? [];
  return Boolean(type?.endsWith('[')) || /<!ENTITY/i.test(text);
}

/** A byte order mark decides, then the declaration, then it is UTF-8. */
function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeText(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeText(bytes, 'utf-16be');
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  return decodeText(bytes, declared.toLowerCase());
}

type ParsedNode = Readonly<Record<string, unknown>>;

function convert(nodes: readonly ParsedNode[], budget: { nodes: number; cut: boolean }): (Markup | string)[] {
  return nodes.map((node) => {
    checkCount((budget.nodes += 1), formatLimits.markupNodes, 'nodes');
    const name = Object.keys(node).find((key) => key !== ATTRIBUTES) ?? '';
    if (name === TEXT) return decodeEntities(String(node[TEXT]));
    if (name === CDATA) return (node[CDATA] as ParsedNode[]).map((each) => String(each[TEXT])).join('');
    const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, string>);
    return {
      name: budget.cut ? name.slice(name.indexOf(':') + 1) : name,
      attributes: Object.fromEntries(attributes.map(([key, value]) => [key, decodeEntities(value)])),
      children: convert(node[name] as ParsedNode[], budget),
    };
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    const code = name.startsWith('#') ? Number(name.replace(/^#x/i, '0x').replace('#', '')) : undefined;
    const character = code === undefined ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (character === undefined) throw new FormatProblem(`the entity ${whole} means nothing`);
    return character;
  });
}

/** The document with its declaration. Elements that hold elements only are set on lines of their own. */
export function writeXml(root: Markup, { declaration = true }: { declaration?: boolean } = {}): string {
  return `${declaration ? '<?xml version="1.0" encoding="UTF-8"?>\n' : ''}${render(root, '')}\n`;
}

function render(node: Markup, indent: string): string {
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
  const open = `${indent}<${node.name}${attributes.join('')}`;
  if (node.children.length === 0) return `${open}/>`;
  if (node.children.some((child) => typeof child === 'string')) {
    const inside = node.children.map((child) => (typeof child === 'string' ? escape(child) : render(child, '')));
    return `${open}>${inside.join('')}</${node.name}>`;
  }
  const inside = node.children.map((child) => (typeof child === 'string' ? child : render(child, `${indent}  `)));
  return `${open}>\n${inside.join('\n')}\n${indent}</${node.name}>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** An element, for writing. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: Markup['children'] = [],
): Markup {
  return { name, attributes, children };
}
