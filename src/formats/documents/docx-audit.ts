// Audits a docx as a package: tracked changes in any part, text in any part, and whether its parts are consistent.
import { readOffice, relationsOf, type OfficeParts } from './office.ts';
import { findElements, markupText, type Markup } from '../text/markup.ts';

export interface DocxAudit {
  /** Each XML element that tracks a change, in any part: text, paragraph marks, cells, moves and formats. */
  readonly changes: readonly { readonly author: string; readonly text: string }[];
  /** Messages about inconsistencies because of which other programs may not open the file correctly. */
  readonly faults: readonly string[];
  /** All text of the main part, including text boxes and content controls, without tracked deletions. */
  readonly text: string;
  /** Text of headers, footers, notes, custom XML and other parts with text, by part name. */
  readonly elsewhere: ReadonlyMap<string, string>;
  /** Embedded files and pictures. */
  readonly embedded: readonly string[];
}

const MAIN = 'word/document.xml';

const tracking = new Set([
  'ins', 'del', 'moveFrom', 'moveTo', 'moveFromRangeStart', 'moveToRangeStart', 'cellIns', 'cellDel', 'cellMerge',
  'numberingChange', 'customXmlInsRangeStart', 'customXmlDelRangeStart', 'customXmlMoveFromRangeStart',
  'customXmlMoveToRangeStart', 'rPrChange', 'pPrChange', 'sectPrChange', 'tblPrChange', 'tblPrExChange', 'trPrChange',
  'tcPrChange', 'tblGridChange',
]); // prettier-ignore

/** Parts with text for the reader of the document; the others name styles, fonts, colours and settings. */
const withText =
  /^(?:word\/(?:document|header|footer|footnotes|endnotes|glossary\/)|customXml\/item\d*\.xml|docProps\/custom\.xml)/;

export async function auditDocx(bytes: Uint8Array): Promise<DocxAudit> {
  const parts = await readOffice(bytes);
  const roots = new Map(
    parts.names
      .filter((name) => name.endsWith('.xml'))
      .flatMap((name) => {
        const root = parts.xml(name);
        return root ? [[name, root] as const] : [];
      }),
  );
  const inWord = [...roots].filter(([name]) => name.startsWith('word/'));
  const elsewhere = new Map<string, string>();
  for (const [name, root] of roots) {
    if (name === MAIN || !withText.test(name)) continue;
    const text = name.startsWith('word/') ? shownText(root) : markupText(root);
    if (text.trim() !== '') elsewhere.set(name, text);
  }
  return {
    changes: inWord.flatMap(([, root]) => changesIn(root)),
    faults: [...missingTargets(parts), ...untyped(parts), ...danglingComments(roots)],
    text: shownText(roots.get(MAIN)),
    elsewhere,
    embedded: parts.names.filter((name) =>
      /^word\/(?:media|embeddings|afchunk)|\.(?:html?|mht|rtf|txt|bin|docx)$/i.test(name),
    ),
  };
}

function changesIn(root: Markup): { author: string; text: string }[] {
  const found: { author: string; text: string }[] = [];
  walk(root, (element) => {
    if (!tracking.has(element.name)) return;
    const texts = [...findElements(element, 't'), ...findElements(element, 'delText')];
    found.push({ author: element.attributes['author'] ?? '', text: texts.map(markupText).join('') });
  });
  return found;
}

function walk(element: Markup, visit: (element: Markup) => void): void {
  visit(element);
  for (const child of element.children) if (typeof child !== 'string') walk(child, visit);
}

/** The text of every `t` element in any namespace; of alternatives only the preferred one. */
function shownText(root: Markup | undefined): string {
  if (!root || root.name === 'Fallback') return '';
  if (root.name === 't') return markupText(root);
  return root.children
    .map((child) => (typeof child === 'string' ? '' : shownText(child)))
    .join(root.name === 'p' ? '' : '\n');
}

function missingTargets(parts: OfficeParts): string[] {
  const names = new Set(parts.names);
  return parts.names
    .filter((name) => name.endsWith('.rels'))
    .flatMap((name) => {
      const owner = name.replace(/_rels\/([^/]*)\.rels$/, '$1');
      const outside = new Set(
        findElements(parts.xml(name), 'Relationship')
          .filter(({ attributes }) => attributes['TargetMode'] === 'External')
          .map(({ attributes }) => attributes['Id']),
      );
      return [...relationsOf(parts, owner)]
        .filter(([id, { target }]) => !outside.has(id) && !names.has(target.split('#')[0] ?? ''))
        .map(([, { target }]) => `${owner || 'the package'} refers to ${target}, which is not in the file`);
    });
}

function untyped(parts: OfficeParts): string[] {
  const types = parts.xml('[Content_Types].xml');
  if (!types) return ['it has no [Content_Types].xml'];
  const endings = new Set(
    findElements(types, 'Default').map(({ attributes }) => attributes['Extension']?.toLowerCase()),
  );
  const own = new Map(
    findElements(types, 'Override').map(({ attributes }) => [attributes['PartName'], attributes['ContentType'] ?? '']),
  );
  if (!/wordprocessingml\.document\.main/.test(own.get(`/${MAIN}`) ?? ''))
    return ['its main part is not declared as a Word document'];
  return parts.names
    .filter((name) => !name.endsWith('/') && name !== '[Content_Types].xml')
    .filter((name) => !own.has(`/${name}`) && !endings.has(name.split('.').at(-1)?.toLowerCase() ?? ''))
    .map((name) => `the part ${name} has no type`);
}

function danglingComments(roots: ReadonlyMap<string, Markup>): string[] {
  const known = new Set(
    findElements(roots.get('word/comments.xml'), 'comment').map(({ attributes }) => attributes['id']),
  );
  const marks = ['commentRangeStart', 'commentRangeEnd', 'commentReference'];
  const lost = [...roots.values()]
    .flatMap((root) => marks.flatMap((name) => findElements(root, name)))
    .filter(({ attributes }) => !known.has(attributes['id']));
  return lost.length === 0 ? [] : [`${lost.length} comment marks refer to comments that are not in the file`];
}
