// Actions against verifiers: files that break, stall or exhaust their reader, for each file type that the query asks
// for. Python in the sandbox writes them, as an agent would: python/scripts/hostile/files.py.
import { extname } from 'node:path';
import { hostileCell, type HostileAction } from './hostile-action.ts';

const anyType = ['noise', 'zeros', 'one-line', 'nulls', 'brackets'];
const office = ['zip-bomb', 'zip-many', 'xml-deep', 'xml-wide', 'zip-cut'];
const csv = ['csv-wide', 'csv-quote', 'csv-rows'];

/** Names of contents, by the ending of the file. */
const byType: Readonly<Record<string, readonly string[]>> = {
  '.svg': ['svg-deep', 'svg-rules', 'svg-siblings', 'svg-path', 'svg-uses', 'svg-huge', 'svg-entities'],
  '.html': [
    'html-deep',
    'html-siblings',
    'html-shape',
    'html-deep-data',
    'html-many-traces',
    'html-dialogs',
    'html-memory',
    'html-goes-away',
  ],
  '.pdf': ['pdf-unicode', 'pdf-deep', 'pdf-loop', 'pdf-bomb', 'pdf-objects'],
  '.docx': office,
  '.xlsx': [...office, 'xlsx-formulas', 'xlsx-wide'],
  '.pptx': office,
  '.zip': office,
  '.png': ['png-pixels', 'png-claims', 'png-cut', 'png-record'],
  '.gif': ['gif-screen', 'gif-cut'],
  '.wav': ['wav-claims', 'wav-nothing', 'wav-chunks'],
  '.csv': csv,
  '.tsv': csv,
  '.py': [
    'py-signal',
    'py-no-figures',
    'py-clone-parent',
    'py-ends',
    'py-floods',
    'py-no-output',
    'py-deep',
    'py-memory',
  ],
};

/** One action for each broken content of a requested type: it goes to every path of that type, and noise to the others. */
export function fileActions(paths: readonly string[]): readonly HostileAction[] {
  const actions = new Map<string, HostileAction>();
  for (const ending of new Set(paths.map((path) => extname(path).toLowerCase()))) {
    const own = (byType[ending] ?? []).map((content) => [content, content] as const);
    const common = anyType.map((content) => [`${ending.slice(1) || 'file'}-of-${content}`, content] as const);
    for (const [name, content] of [...own, ...common]) {
      actions.set(name, { name, cells: [hostileCell('files', 'write-broken', [...paths], ending, content)] });
    }
  }
  return [...actions.values()];
}
