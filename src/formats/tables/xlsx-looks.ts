// What Excel shows of an xlsx sheet but LibreOffice does not: bold rows of table styles, and rows and columns of zero
// size.
import { FormatProblem } from '../problem.ts';
import { cellPlace } from './spreadsheet.ts';
import { findElements, type Markup } from '../text/markup.ts';
import { readOfficeXml } from '../documents/office.ts';
import { readZip } from '../archives/zip.ts';

export interface XlsxLooks {
  /** Bold header and total rows of styled tables: row, first and last column. */
  readonly boldRows: readonly { readonly row: number; readonly from: number; readonly to: number }[];
  readonly flatRows: ReadonlySet<number>;
  readonly flatColumns: ReadonlySet<number>;
}

type Files = ReadonlyMap<string, Uint8Array>;

/** Rows lower than this, in points, are unreadable. */
const FLAT = 2;

/** By sheet name. */
export async function readXlsxLooks(bytes: Uint8Array): Promise<Map<string, XlsxLooks>> {
  const files = await readZip(bytes);
  const book = files.get('xl/workbook.xml');
  if (!book) return new Map();
  const targets = relationsOf(files, 'xl/workbook.xml');
  const bold = boldStyles(files);
  const looks = new Map<string, XlsxLooks>();
  for (const sheet of findElements(readOfficeXml(book), 'sheet')) {
    const path = targets.get(sheet.attributes['r:id'] ?? sheet.attributes['id'] ?? '');
    const content = path === undefined ? undefined : files.get(path);
    if (path === undefined || !content) continue;
    looks.set(sheet.attributes['name'] ?? '', { ...flatLines(content), boldRows: boldRows(files, path, bold) });
  }
  return looks;
}

/** The target parts of a part's relationships, by relationship id. */
function relationsOf(files: Files, part: string): Map<string, string> {
  const [, folder = '', name = ''] = /^(.*\/)?([^/]+)$/.exec(part) ?? [];
  const relations = files.get(`${folder}_rels/${name}.rels`);
  if (!relations) return new Map();
  return new Map(
    findElements(readOfficeXml(relations), 'Relationship').map(({ attributes }) => {
      const target = attributes['Target'] ?? '';
      const path = target.startsWith('/') ? target.slice(1) : new URL(target, `file:///${folder}`).pathname.slice(1);
      return [attributes['Id'] ?? '', path];
    }),
  );
}

const numberOf = (tag: string, name: string) =>
  Number(new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? 'NaN');

function flatLines(content: Uint8Array): Pick<XlsxLooks, 'flatRows' | 'flatColumns'> {
  const text = new TextDecoder().decode(content);
  const flatRows = new Set<number>();
  const flatColumns = new Set<number>();
  for (const [tag] of text.matchAll(/<(?:\w+:)?row\b[^>]*\bht\s*=[^>]*>/g))
    if (numberOf(tag, 'ht') < FLAT) flatRows.add(numberOf(tag, 'r') - 1);
  for (const [tag] of text.matchAll(/<(?:\w+:)?col\b[^>]*\bwidth\s*=[^>]*>/g)) {
    if (!(numberOf(tag, 'width') < FLAT / 10)) continue;
    for (let at = numberOf(tag, 'min'); at <= Math.min(numberOf(tag, 'max'), 16_384); at += 1) flatColumns.add(at - 1);
  }
  return { flatRows, flatColumns };
}

type Bold = (style: string, part: 'headerRow' | 'totalRow') => boolean;

/**
 * Excel's built-in styles make header and totals bold, except the last dark ones; custom styles define it themselves.
 */
function boldStyles(files: Files): Bold {
  const styles = files.get('xl/styles.xml');
  const root = styles ? readOfficeXml(styles) : undefined;
  const formats = root ? findElements(root, 'dxfs').flatMap((each) => findElements(each, 'dxf')) : [];
  const own = new Map((root ? findElements(root, 'tableStyle') : []).map((each) => [each.attributes['name'], each]));
  return (style, part) => {
    const element = own.get(style);
    if (!element) return /^TableStyle(?:Light(?:[1-9]|1\d|2[01])|Medium(?:[1-9]|1\d|2[0-8])|Dark[1-7])$/.test(style);
    return findElements(element, 'tableStyleElement').some((each) => {
      const format = formats[Number(each.attributes['dxfId'] ?? 'NaN')];
      return each.attributes['type'] === part && format !== undefined && isBold(format);
    });
  };
}

const isBold = (format: Markup) =>
  findElements(format, 'b').some(({ attributes }) => !['0', 'false'].includes(attributes['val'] ?? '1'));

function boldRows(files: Files, sheet: string, bold: Bold): XlsxLooks['boldRows'] {
  const tables = [...relationsOf(files, sheet).values()].filter((path) => /(?:^|\/)tables\/[^/]+$/.test(path));
  return tables.flatMap((path) => {
    const content = files.get(path);
    if (!content) return [];
    const table = readOfficeXml(content);
    const style = findElements(table, 'tableStyleInfo')[0]?.attributes['name'] ?? '';
    const [, first = '', last = ''] = /^([A-Z]+\d+):([A-Z]+\d+)$/.exec(table.attributes['ref'] ?? '') ?? [];
    if (first === '') throw new FormatProblem('a table of the workbook has no range');
    const [from, to] = [cellPlace(first), cellPlace(last)];
    const has = (name: string, usual: string) => Number(table.attributes[name] ?? usual) > 0;
    return [
      ...(has('headerRowCount', '1') && bold(style, 'headerRow')
        ? [{ row: from.row, from: from.column, to: to.column }]
        : []),
      ...(has('totalsRowCount', '0') && bold(style, 'totalRow')
        ? [{ row: to.row, from: from.column, to: to.column }]
        : []),
    ];
  });
}
