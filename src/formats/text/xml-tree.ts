// XML as a plain tree in document order, with comments. Bounded, strict, without entities of its own.
import { fastXml } from '../load.ts';
import { FormatProblem } from '../problem.ts';

export interface XmlElement {
  /** Without its prefix: "w:p" is "p". */
  readonly name: string;
  /** By their full name and, where that is free, without the prefix: "xlink:href" is "href" too. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | { readonly text: string } | { readonly comment: string };

export interface XmlLimits {
  readonly bytes: number;
  readonly depth: number;
  readonly elements: number;
}

const defaultLimits: XmlLimits = { bytes: 32 * 2 ** 20, depth: 200, elements: 500_000 };

const PARSER_OPTIONS = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  commentPropName: '#comment',
  ignoreDeclaration: true,
  ignorePiTags: true,
  htmlEntities: false,
  maxNestedTags: defaultLimits.depth + 10,
};

/** The root element. Throws a FormatProblem for what is not well-formed, too large, or declares entities. */
export function readXml(bytes: Uint8Array, limits: Partial<XmlLimits> = {}): XmlElement {
  const bounds = { ...defaultLimits, ...limits };
  if (bytes.length > bounds.bytes) throw new FormatProblem(`the XML has more than ${bounds.bytes} bytes`);
  const source = decode(bytes);
  if (/<!ENTITY/i.test(source)) throw new FormatProblem('the XML declares entities');
  boundDepth(source, bounds.depth);
  const { XMLParser, XMLValidator } = fastXml();
  let raw: unknown;
  try {
    const verdict = XMLValidator.validate(source);
    if (verdict !== true)
      throw new FormatProblem(`the XML is not well-formed: ${verdict.err.msg} (line ${verdict.err.line})`);
    raw = new XMLParser(PARSER_OPTIONS).parse(source);
  } catch (error) {
    if (error instanceof FormatProblem) throw error;
    throw new FormatProblem(`the XML cannot be read: ${String(error)}`, { cause: error });
  }
  const budget = { left: bounds.elements };
  const root = (raw as RawNode[]).map((node) => convert(node, budget)).find((node) => node && 'name' in node);
  if (!root || !('name' in root)) throw new FormatProblem('the XML is empty');
  return root;
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FormatProblem('the XML is not UTF-8 text', { cause: error });
  }
}

/** Counted before parsing: the parser's own functions call themselves once per level. By `indexOf`, in one pass: a pattern would look at the rest of the file again from every "<" that nothing closes. */
function boundDepth(source: string, most: number): void {
  let depth = 0;
  for (let at = source.indexOf('<'); at >= 0;) {
    const close = source.startsWith('<!--', at) ? '-->' : source.startsWith('<![CDATA[', at) ? ']]>' : '>';
    const end = source.indexOf(close, at);
    if (end < 0) return; // Not well-formed, which the parser says better.
    const second = source[at + 1];
    if (second === '/') depth -= 1;
    else if (second !== '!' && second !== '?' && source[end - 1] !== '/') depth += 1;
    if (depth > most) throw new FormatProblem(`the XML is nested deeper than ${most} levels`);
    at = source.indexOf('<', end);
  }
}

type RawNode = Readonly<Record<string, unknown>>;

function convert(node: RawNode, budget: { left: number }): XmlNode | undefined {
  if ('#text' in node) return { text: String(node['#text']) };
  if ('#comment' in node) {
    const [content] = node['#comment'] as RawNode[];
    return { comment: (content?.['#text'] as string | undefined)?.trim() ?? '' };
  }
  budget.left -= 1;
  if (budget.left < 0) throw new FormatProblem('the XML has too many elements');
  const name = Object.keys(node).find((key) => key !== ':@');
  if (name === undefined) return undefined;
  return {
    name: localName(name),
    attributes: attributesOf((node[':@'] ?? {}) as Record<string, string>),
    children: (node[name] as RawNode[]).flatMap((child) => convert(child, budget) ?? []),
  };
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function attributesOf(raw: Readonly<Record<string, string>>): Map<string, string> {
  const attributes = new Map(Object.entries(raw));
  for (const [name, value] of Object.entries(raw)) {
    if (!attributes.has(localName(name))) attributes.set(localName(name), value);
  }
  return attributes;
}

export const isElement = (node: XmlNode): node is XmlElement => 'name' in node;

/** The children that are elements, all or of a name. */
export function childrenOf(element: XmlElement | undefined, name?: string): XmlElement[] {
  return (element?.children ?? []).filter(isElement).filter((child) => name === undefined || child.name === name);
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return childrenOf(element, name)[0];
}

/** All elements below that have the name, in document order. */
export function descendantsOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendantsOf(child, name),
  ]);
}

/** The text of an element and all below. */
export function textOf(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((node) => ('text' in node ? node.text : isElement(node) ? textOf(node) : ''))
    .join('');
}
