// Builders of files that attack the program that opens them.
import { crc32, deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';

export interface RawEntry {
  readonly name: string;
  readonly content: Uint8Array;
  readonly compressed?: Uint8Array;
  readonly declaredSize?: number;
  readonly checksum?: number;
  readonly mode?: number;
  readonly flags?: number;
}

/** A zip archive with headers that may contradict its content. */
export function rawZip(entries: readonly RawEntry[]): Uint8Array {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declaredSize, checksum, mode = 0o100644, flags = 0x800, ...more } of entries) {
    const data = more.compressed ?? deflateRawSync(content);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(checksum ?? crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(declaredSize ?? content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, tail, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}

const xml = (text: string) => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${text}`);

/** A workbook with one sheet for each given body. */
export function rawXlsx(bodies: readonly string[], more: Record<string, string> = {}): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const numbers = bodies.map((_, index) => index + 1);
  return zipSync({
    '[Content_Types].xml': xml(
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbers.map((n) => `<sheet name="S${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${packages}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      bodies.map((body, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        xml(`<worksheet xmlns="${main}">${body}</worksheet>`),
      ]),
    ),
    ...Object.fromEntries(Object.entries(more).map(([path, text]) => [path, xml(text)])),
  });
}

export function rawOds(tables: string): Uint8Array {
  const office = 'urn:oasis:names:tc:opendocument:xmlns';
  return zipSync({
    mimetype: new TextEncoder().encode('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': new TextEncoder().encode(
      `<?xml version="1.0"?><office:document-content xmlns:office="${office}:office:1.0" xmlns:table="${office}:table:1.0" xmlns:text="${office}:text:1.0"><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ),
  });
}

/** An npy file with this header and these bytes of values. */
export function rawNpy(header: string, values: Uint8Array = new Uint8Array()): Uint8Array {
  const text = `${header.padEnd(117)}\n`;
  const head = Buffer.from(
    `\x93NUMPY\x01\x00${String.fromCharCode(text.length & 255, text.length >> 8)}${text}`,
    'latin1',
  );
  return new Uint8Array(Buffer.concat([head, values]));
}
