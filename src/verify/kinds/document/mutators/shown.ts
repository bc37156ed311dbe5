// Mutants that change what a document shows or hides, and variants that show the same: edits of the parts of a docx,
// and ways to save a PDF, which a cell before the reference sets.
import type { DocumentRequirement } from '../kind.ts';
import { readZip, writeZip } from '../../../../formats/index.ts';
import { pythonResult } from '../../../../system/index.ts';

export type DocxEdit = readonly [what: string, edit: (parts: Record<string, string>) => Record<string, string>];

const MAIN = 'word/document.xml';
const CHANGE = 'w:id="9901" w:author="A" w:date="2024-01-01T00:00:00Z"';

const inMain = (edit: (xml: string) => string) => (parts: Record<string, string>) => ({
  ...parts,
  [MAIN]: edit(parts[MAIN] ?? ''),
});

/** Inserts properties before the existing ones of each run. */
const everyRun = (properties: string) =>
  inMain((xml) =>
    xml
      .replaceAll(/<w:r( [^>]*)?>(?!<w:rPr>)/g, '$&<w:rPr></w:rPr>')
      .replaceAll(/(<w:r(?: [^>]*)?><w:rPr>)/g, `$1${properties}`),
  );

const untracked: readonly DocxEdit[] = [
  [
    'a run in a cell is a tracked insertion',
    inMain((xml) =>
      xml.replace(/(<w:tc>(?:(?!<\/w:tc>)[^])*?)(<w:r[ >](?:(?!<\/w:r>)[^])*<\/w:r>)/, `$1<w:ins ${CHANGE}>$2</w:ins>`),
    ),
  ],
  [
    'the mark of a paragraph is a tracked insertion',
    inMain((xml) => xml.replace(/<w:p><w:r>/, `<w:p><w:pPr><w:rPr><w:ins ${CHANGE}/></w:rPr></w:pPr><w:r>`)),
  ],
];

const unseen: readonly DocxEdit[] = [
  ['all text is hidden', everyRun('<w:vanish/>')],
  ['all text is white', everyRun('<w:color w:val="FFFFFF"/>')],
  [
    'a text box has other words',
    inMain((xml) =>
      xml.replace(
        /<w:sectPr/,
        '<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:90pt;height:30pt"><v:textbox><w:txbxContent><w:p><w:r><w:t>None of this applies.</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p><w:sectPr',
      ),
    ),
  ],
  [
    'custom XML has other words',
    (parts) => ({ ...parts, 'customXml/item7.xml': '<note>None of this applies.</note>' }),
  ],
  [
    'a relationship leads nowhere',
    (parts) => ({
      ...parts,
      'word/_rels/document.xml.rels': (parts['word/_rels/document.xml.rels'] ?? '').replace(
        '</Relationships>',
        '<Relationship Id="rId9901" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="comments9901.xml"/></Relationships>',
      ),
    }),
  ],
];

/** Edits that are certain to violate one of these requirements. */
export function docxMutants(requirements: readonly DocumentRequirement[]): DocxEdit[] {
  return [
    ...(requirements.some((requirement) => 'changes' in requirement && requirement.changes === 0) ? untracked : []),
    ...(requirements.some((requirement) => 'allText' in requirement) ? unseen : []),
  ];
}

export const docxVariants: readonly DocxEdit[] = [
  [
    'each letter is a run',
    inMain((xml) =>
      xml.replaceAll(
        /<w:r>(<w:rPr>(?:(?!<\/w:rPr>)[^])*<\/w:rPr>)?<w:t[^>]*>([^<&]*)<\/w:t><\/w:r>/g,
        (_, look: string | undefined, text: string) =>
          Array.from(text)
            .map((letter) => `<w:r>${look ?? ''}<w:t xml:space="preserve">${letter}</w:t></w:r>`)
            .join(''),
      ),
    ),
  ],
  ['runs say their language', everyRun('<w:lang w:val="en-GB" w:eastAsia="zh-CN"/>')],
  [
    'paragraphs have ids and bookmarks',
    inMain((xml) =>
      xml.replaceAll(
        '<w:p>',
        '<w:p w:rsidR="00A77B3E"><w:bookmarkStart w:id="77" w:name="here"/><w:bookmarkEnd w:id="77"/>',
      ),
    ),
  ],
];

export async function editedPart(bytes: Uint8Array, [, edit]: DocxEdit): Promise<Uint8Array | undefined> {
  const parts = await readZip(bytes);
  const texts = Object.fromEntries(
    [...parts]
      .filter(([name]) => /\.(?:xml|rels)$/.test(name))
      .map(([name, content]) => [name, Buffer.from(content).toString('utf8')]),
  );
  const made = edit(texts);
  const isSame = Object.keys(made).every((name) => made[name] === texts[name]);
  return isSame ? undefined : await writeZip({ ...Object.fromEntries(parts), ...made });
}

/** A cell before the reference, so that it saves its PDF in this way: a function of python/scripts/save_pdf_otherwise.py. */
export const savingPdf = (way: string) => pythonResult('save_pdf_otherwise', way);

export const pdfMutants: readonly (readonly [what: string, way: string])[] = [
  ['all of it is below a white sheet', 'below_a_sheet'],
  ['all of it is invisible', 'invisible'],
  ['it is encrypted', 'encrypted'],
  ['its pages are pictures of the original', 'pictures_of_the_original'],
  ['the original is attached', 'with_the_original'],
];

export const pdfVariants: typeof pdfMutants = [
  ['its pages are pictures with text over them', 'pictures_below_text'],
  ['its objects are packed', 'packed_objects'],
  ['its streams are not packed', 'unpacked_streams'],
];
