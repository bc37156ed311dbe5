// Mutants that change what a document shows or hides, and variants that show the same: edits of the parts of a docx,
// and programs that run before the reference and change how it saves a PDF.
import type { DocumentRequirement } from '../kind.ts';
import { readZip, writeZip } from '../../../../formats/index.ts';

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

/** A program that replaces PyMuPDF's save function, so that this Python code changes each PDF and saves it. */
const beforeSaving = (python: string) => `import pymupdf
_plain_save = pymupdf.Document.save
def _other_save(self, name, *args, **kwargs):
${python.replaceAll(/^/gm, '    ')}
pymupdf.Document.save = _other_save`;

const asPictures = (shown: string) => `flat = pymupdf.open()
original = pymupdf.open(__import__("glob").glob("data/*.pdf")[0]) if ${shown === 'old' ? 'True' : 'False'} else self
for page, old in zip(self, original):
    fresh = flat.new_page(width=page.rect.width, height=page.rect.height)
    fresh.insert_image(fresh.rect, stream=${shown}.get_pixmap(dpi=110).tobytes("jpeg"))
    for word in page.get_text("words"):
        size = (word[3] - word[1]) * 0.7
        fresh.insert_text((word[0], word[3] - size * 0.25), word[4], fontsize=size, fontname="china-s", render_mode=3)
return _plain_save(flat, name, garbage=4, deflate=True)`;

export const pdfMutants: readonly (readonly [what: string, cell: string])[] = [
  [
    'all of it is below a white sheet',
    beforeSaving(
      'for page in self:\n    page.draw_rect(page.rect, fill=(1, 1, 1), color=(1, 1, 1))\nreturn _plain_save(self, name, *args, **kwargs)',
    ),
  ],
  [
    'all of it is invisible',
    beforeSaving(
      'for page in self:\n    page.clean_contents()\n    for xref in page.get_contents():\n        self.update_stream(xref, self.xref_stream(xref).replace(b"BT", b"BT 3 Tr "))\nreturn _plain_save(self, name, *args, **kwargs)',
    ),
  ],
  [
    'it is encrypted',
    beforeSaving('return _plain_save(self, name, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="o", user_pw="")'),
  ],
  ['its pages are pictures of the original', beforeSaving(asPictures('old'))],
  [
    'the original is attached',
    beforeSaving(
      'self.embfile_add("old.pdf", open(__import__("glob").glob("data/*.pdf")[0], "rb").read())\nreturn _plain_save(self, name, *args, **kwargs)',
    ),
  ],
];

export const pdfVariants: readonly (readonly [what: string, cell: string])[] = [
  ['its pages are pictures with text over them', beforeSaving(asPictures('page'))],
  ['its objects are packed', beforeSaving('return _plain_save(self, name, garbage=4, deflate=True, use_objstms=1)')],
  ['its streams are not packed', beforeSaving('return _plain_save(self, name, garbage=4, expand=255)')],
];
