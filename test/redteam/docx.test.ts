// A contract with all changes accepted, as a person reads it and as other programs open it: no tracked change, comment
// or deleted text may remain in any part.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../setup/root.mjs';
import { readZip, writeZip } from '../../src/formats/index.ts';
import { redTeam, withBytes, type Make } from '../support/redteam.ts';

const FILE = 'output/contract.docx';
const MAIN = 'word/document.xml';
const rebuilt = readFileSync(join(packageRoot, 'tasks/text/tracked-changes-by-author/also-rebuilt.py'), 'utf8');

type Parts = Record<string, string | Uint8Array>;

/** The reference's work with changed parts of the document. */
const changed =
  (change: (parts: Parts, xml: string) => Parts): Make =>
  async ({ reference }) => {
    const parts: Parts = Object.fromEntries(await readZip(reference.files.get(FILE) ?? new Uint8Array()));
    const xml = Buffer.from(parts[MAIN] ?? '').toString('utf8');
    const made = change(parts, xml);
    if (made[MAIN] === xml) throw new Error('nothing was changed');
    return withBytes(reference, FILE, await writeZip(made));
  };
const inMain = (change: (xml: string) => string): Make => changed((parts, xml) => ({ ...parts, [MAIN]: change(xml) }));
const textOf = (content: string | Uint8Array | undefined) => Buffer.from(content ?? '').toString('utf8');

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const tracked = (text: string) => `<w:ins w:id="901" w:author="A" w:date="2024-01-01T00:00:00Z">${run(text)}</w:ins>`;
const everyRun = (properties: string) => (xml: string) =>
  xml
    .replaceAll('<w:r>', '<w:r><w:rPr></w:rPr>')
    .replaceAll('<w:rPr></w:rPr><w:rPr>', '<w:rPr>')
    .replaceAll('<w:rPr>', `<w:rPr>${properties}`);
const textBox = (text: string) =>
  `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:200pt;height:40pt"><v:textbox><w:txbxContent><w:p>${run(text)}</w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`;

redTeam('text/tracked-changes-by-author', {
  wrong: {
    'a tracked run in a cell': inMain((xml) =>
      xml.replace(/(<w:tc>.*?<w:p>)(<w:r>.*?<\/w:r>)/, `$1<w:ins w:id="901" w:author="A">$2</w:ins>`),
    ),
    'tracked insertion of a paragraph mark': inMain((xml) =>
      xml.replace('<w:p><w:r>', '<w:p><w:pPr><w:rPr><w:ins w:id="902" w:author="A"/></w:rPr></w:pPr><w:r>'),
    ),
    'a tracked change of a format': inMain((xml) =>
      xml.replace('<w:rPr>', '<w:rPr><w:rPrChange w:id="903" w:author="A"><w:rPr/></w:rPrChange>'),
    ),
    'a tracked change in a footer': changed((parts) => ({
      ...parts,
      'word/footer9.xml': `<w:ftr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p>${tracked('')}</w:p></w:ftr>`,
      '[Content_Types].xml': textOf(parts['[Content_Types].xml']).replace(
        '</Types>',
        '<Override PartName="/word/footer9.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/></Types>',
      ),
      [MAIN]: `${textOf(parts[MAIN])} `,
    })),
    'all text hidden': inMain(everyRun('<w:vanish/>')),
    'a paragraph hidden': inMain((xml) => {
      const table = xml.indexOf('<w:tbl>');
      const at = xml.lastIndexOf('<w:p>', table);
      return `${xml.slice(0, at)}${everyRun('<w:vanish/>')(xml.slice(at, table))}${xml.slice(table)}`;
    }),
    'all text white': inMain(everyRun('<w:color w:val="FFFFFF"/>')),
    'all text tiny': inMain(everyRun('<w:sz w:val="2"/><w:szCs w:val="2"/>')),
    'other wording in a text box': inMain((xml) =>
      xml.replace('<w:sectPr', `${textBox('The Supplier may terminate at any time.')}<w:sectPr`),
    ),
    'other wording in custom XML': changed((parts) => ({
      ...parts,
      'customXml/item1.xml': '<note>The Supplier may terminate at any time.</note>',
      [MAIN]: `${textOf(parts[MAIN])} `,
    })),
    'the part of the comments gone, the relationship left': changed((parts) => {
      const { 'word/comments.xml': _, ...rest } = parts;
      return { ...rest, [MAIN]: `${textOf(parts[MAIN])} ` };
    }),
    'marks of comments left': inMain((xml) => xml.replace('<w:p><w:r>', '<w:p><w:commentRangeStart w:id="0"/><w:r>')),
    'no bold terms': inMain((xml) => xml.replaceAll(/<w:b\/>|<w:bCs\/>/g, '')),
    'everything bold': inMain(everyRun('<w:b/>')),
    'headings that look like text': changed((parts) => ({
      ...parts,
      'word/styles.xml': textOf(parts['word/styles.xml']).replaceAll(/<w:sz(?:Cs)? w:val="\d+"\/>/g, ''),
      [MAIN]: `${textOf(parts[MAIN])} `,
    })),
  },
  right: {
    'rebuilt with python-docx': ({ python }) => python(rebuilt),
    'runs split letter by letter': inMain((xml) =>
      xml.replaceAll(
        /<w:r>(<w:rPr>.*?<\/w:rPr>)?<w:t[^>]*>([^<&]*)<\/w:t><\/w:r>/g,
        (_, properties: string | undefined, text: string) =>
          Array.from(text)
            .map((letter) => `<w:r>${properties ?? ''}<w:t xml:space="preserve">${letter}</w:t></w:r>`)
            .join(''),
      ),
    ),
    'attributes as LibreOffice writes them': inMain((xml) =>
      everyRun('<w:lang w:val="en-GB"/>')(xml).replaceAll(
        '<w:p>',
        '<w:p w:rsidR="00A1"><w:bookmarkStart w:id="77" w:name="b"/><w:bookmarkEnd w:id="77"/>',
      ),
    ),
    'paragraphs in a content control': inMain((xml) =>
      xml.replace(/<w:body>(<w:p>.*?<\/w:p>)/, '<w:body><w:sdt><w:sdtContent>$1</w:sdtContent></w:sdt>'),
    ),
    'saved again by python-docx': ({ program, python }) =>
      python(
        program.replace(
          '# %% [answer]',
          '# %%\nfrom docx import Document\nDocument("output/contract.docx").save("output/contract.docx")\n\n# %% [answer]',
        ),
      ),
    'without the part of the comments': changed((parts) => {
      const { 'word/comments.xml': _, 'word/_rels/comments.xml.rels': __, ...rest } = parts;
      const rels = textOf(parts['word/_rels/document.xml.rels']).replace(
        /<Relationship [^>]*comments\.xml"[^>]*\/>/,
        '',
      );
      const types = textOf(parts['[Content_Types].xml']).replace(/<Override [^>]*\/word\/comments\.xml"[^>]*\/>/, '');
      return {
        ...rest,
        'word/_rels/document.xml.rels': rels,
        '[Content_Types].xml': types,
        [MAIN]: `${textOf(parts[MAIN])} `,
      };
    }),
  },
});
