// Reads XML of unknown origin into a tree of elements, with limits, and writes such a tree. Only the five predefined
// and numeric entities are known: a document type that defines its own is refused.
import type { X2jOptions } from 'fast-xml-parser';
import { formatLimits } from '../limits.ts';
import { fastXml } from '../load.ts';
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
  // Decoded below: the parser does not support numeric entities and would also decode CDATA.
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  textNodeName: TEXT,
  cdataPropName: CDATA,
};

export interface XmlReading {
  /**
   * `cut` removes the prefix of element names: "svg:path" is "path". `optional` does this too, and gives an attribute
   * also under its name without the prefix, where that name is free: "w:val" is "val" too.
   */
  readonly prefixes?: 'kept' | 'cut' | 'optional';
  /** `unicode` ignores the declared encoding: the text is UTF-16 if it has a byte order mark, otherwise UTF-8. */
  readonly encoding?: 'declared' | 'unicode';
  readonly limits?: XmlLimits;
}

interface XmlLimits {
  readonly bytes: number;
  readonly depth: number;
}

const defaultLimits: XmlLimits = {
  bytes: formatLimits.fileBytes,
  depth: formatLimits.markupDepth,
};

/** The root element. Throws a FormatProblem for a file that is not well-formed, is too large, or defines entities. */
export function readXml(bytes: Uint8Array, reading: XmlReading = {}): Markup {
  const { prefixes = 'kept', encoding = 'declared', limits = defaultLimits } = reading;
  checkSize(bytes, limits.bytes);
  const text = decodeText(bytes, encodingOf(bytes, encoding));
  if (definesEntities(text)) throw new FormatProblem('the file defines entities of its own');
  checkCount(countSubstring(text, '<'), formatLimits.markupNodes, 'tags');
  const { XMLParser, XMLValidator } = fastXml();
  return parsing('well-formed XML', () => {
    const valid = XMLValidator.validate(text, { allowBooleanAttributes: false });
    if (valid !== true) throw new FormatProblem(`line ${valid.err.line} is not well-formed XML: ${valid.err.msg}`);
    const parsed = new XMLParser({ ...options, maxNestedTags: limits.depth }).parse(text) as ParsedNode[];
    const roots = convert(parsed, { nodes: 0, prefixes }).filter((node) => typeof node !== 'string');
    const [root] = roots;
    if (!root || roots.length > 1) throw new FormatProblem(`the file has ${roots.length} root elements`);
    return root;
  });
}

/** A document type that names a standard is common, for example in SVG; one with an internal subset is refused. */
function definesEntities(text: string): boolean {
  const [type] = /<!DOCTYPE[^>[]*[>[]?/i.exec(text) ?? [];
  return Boolean(type?.endsWith('[')) || /<!ENTITY/i.test(text);
}

/** The byte order mark decides the encoding, then the declaration; the default is UTF-8. */
function encodingOf(bytes: Uint8Array, encoding: 'declared' | 'unicode'): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (encoding === 'unicode') return 'utf-8';
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  return declared.toLowerCase();
}

type ParsedNode = Readonly<Record<string, unknown>>;

interface Conversion {
  readonly prefixes: NonNullable<XmlReading['prefixes']>;
  nodes: number;
}

function convert(nodes: readonly ParsedNode[], conversion: Conversion): (Markup | string)[] {
  return nodes.map((node) => {
    checkCount((conversion.nodes += 1), formatLimits.markupNodes, 'nodes');
    const name = Object.keys(node).find((key) => key !== ATTRIBUTES) ?? '';
    if (name === TEXT) return decodeEntities(String(node[TEXT]));
    if (name === CDATA) return (node[CDATA] as ParsedNode[]).map((each) => String(each[TEXT])).join('');
    const attributes = attributesOf((node[ATTRIBUTES] ?? {}) as Record<string, string>, conversion.prefixes);
    const children = convert(node[name] as ParsedNode[], conversion);
    return { name: conversion.prefixes === 'kept' ? name : withoutPrefix(name), attributes, children };
  });
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

function attributesOf(raw: Readonly<Record<string, string>>, prefixes: Conversion['prefixes']): Record<string, string> {
  const named = Object.entries(raw).map(([name, value]) => [name, decodeEntities(value)] as const);
  // Of entries with one name the last counts: a full name before an alias, the first alias before a later one.
  const aliases = named.map(([name, value]) => [withoutPrefix(name), value] as const).toReversed();
  return Object.fromEntries(prefixes === 'optional' ? [...aliases, ...named] : named);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    const code = name.startsWith('#') ? Number(name.replace(/^#x/i, '0x').replace('#', '')) : undefined;
    const character = code === undefined ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (character === undefined) throw new FormatProblem(`the entity ${whole} is not defined`);
    return character;
  });
}

/** Writes a document with its declaration. Elements that contain only elements start on new lines. */
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

/** Creates an element for writing. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: Markup['children'] = [],
): Markup {
  return { name, attributes, children };
}
