// Actions against verifiers: files that break, stall or exhaust their reader, for each file type that the query asks
// for. Python in the sandbox writes them, as an agent would.
import { extname } from 'node:path';
import type { HostileAction } from './hostile-action.ts';

/** Bodies of a Python function that returns the bytes of a file. */
type Breakers = Readonly<Record<string, string>>;

const anyType: Breakers = {
  noise: 'import random\nreturn random.Random(7).randbytes(300_000)',
  zeros: 'return bytes(70 * 2**20)',
  'one-line': 'return b"x" * (60 * 2**20)',
  nulls: 'return b"\\0\\n" * 10**6',
  brackets: 'return b"[" * 4_000_000',
};

const svg = (body: string) =>
  `return (b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="600" height="400">' + ${body} + b"</svg>")`;
const html = (body: string) => `return b"<!DOCTYPE html><html><body>" + ${body} + b"</body></html>"`;
const plotly = (data: string) =>
  html(
    `b'<script src="https://cdn.plot.ly/plotly-3.0.0.min.js"></script><div id="c"></div><script>Plotly.newPlot("c", ' + ${data} + b', {"xaxis": {}}, {})</script>'`,
  );

const charts: Breakers = {
  'svg-deep': svg('b"<g>" * 200_000 + b"</g>" * 200_000'),
  'svg-rules': svg('b"<style>" + b".a{fill:red}" * 200_000 + b"</style>"'),
  'svg-siblings': svg('b\'<rect width="1" height="1"/>\' * 300_000'),
  'svg-path': svg('b\'<path d="M0 0\' + b"L1 1" * 2_000_000 + b\'"/>\''),
  'svg-uses': svg(
    'b"".join(b\'<g id="a%d">%s</g>\' % (n + 1, b\'<use xlink:href="#a%d"/>\' % n * 10) for n in range(30)) + b\'<rect id="a0" width="1" height="1"/><use xlink:href="#a30"/>\'',
  ),
  'svg-huge':
    'return b\'<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"><rect width="1e9" height="1e9"/></svg>\'',
  'svg-entities':
    'return (b"<!DOCTYPE svg [<!ENTITY a \\"aaaaaaaaaa\\">" + b"".join(b\'<!ENTITY %c "%s">\' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9)) + b"]><svg xmlns=\\"http://www.w3.org/2000/svg\\"><text>&j;</text></svg>")',
};

const pages: Breakers = {
  'html-deep': html('b"<div>" * 200_000'),
  'html-siblings': html('b"<i></i>" * 200_000'),
  'html-shape': plotly(
    'b\'[{"type": "bar", "x": ["a"], "y": {"dtype": "f8", "bdata": "AAAAAAAAAAA=", "shape": "1000000000000,0"}}]\'',
  ),
  'html-deep-data': plotly('b"[" * 200_000 + b"]" * 200_000'),
  'html-many-traces': plotly('b"[" + b\'{"type": "bar", "x": ["a"], "y": [1]},\' * 50_000 + b"{}]"'),
  'html-dialogs': html('b"<script>for (let n = 0; n < 100000; n++) alert(n)</script>"'),
  'html-memory': html('b"<script>const all = []; for (;;) all.push(new Float64Array(1e6).fill(1))</script>"'),
  'html-goes-away': html('b"<script>setInterval(() => { location = location.href + \'?\' }, 1)</script>"'),
};

const pdf: Breakers = {
  'pdf-unicode': `return pdf_with(b"""4 0 obj<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 5 0 R/DescendantFonts[6 0 R]>>endobj
5 0 obj<</Length 120>>stream
/CIDInit /ProcSet findresource begin 1 beginbfrange <0000> <FFFF> <7FFFFFFF> endbfrange endcmap
endstream endobj
6 0 obj<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(A)/Ordering(B)/Supplement 0>>>>endobj
""")`,
  'pdf-deep': 'return pdf_with(b"4 0 obj" + b"[" * 300_000 + b"]" * 300_000 + b"endobj\\n")',
  'pdf-loop': 'return pdf_with(b"").replace(b"/Kids[3 0 R]", b"/Kids[2 0 R]")',
  'pdf-bomb': `import zlib
stream = zlib.compress(bytes(170 * 2**20))
return pdf_with(b"4 0 obj<</Length %d/Filter/FlateDecode>>stream\\n" % len(stream) + stream + b"\\nendstream endobj\\n")`,
  'pdf-objects': 'return pdf_with(b"".join(b"%d 0 obj<<>>endobj\\n" % n for n in range(10, 400_000)))',
};

const office: Breakers = {
  'zip-bomb': 'return archive({main: bytes(170 * 2**20)})',
  'zip-many': 'return archive({f"{n}.xml": b"" for n in range(20_000)})',
  'xml-deep': 'return archive({main: b"<a>" * 300_000 + b"</a>" * 300_000})',
  'xml-wide': 'return archive({main: b"<a>" + b"<b/>" * 2_000_000 + b"</a>"})',
  'zip-cut': 'return archive({main: b"<a/>"})[:-30]',
};

const xlsx: Breakers = {
  'xlsx-formulas': `import io, openpyxl
book = openpyxl.Workbook()
for row in range(1, 400):
    book.active.append([f"=SUMPRODUCT((ROW($1:$100000)+{row})*(COLUMN($A:$Z)))" for _ in range(20)])
out = io.BytesIO()
book.save(out)
return out.getvalue()`,
  'xlsx-wide': `import io, openpyxl
book = openpyxl.Workbook()
book.active["A1"] = 1
book.active["XFD1048576"] = 1
out = io.BytesIO()
book.save(out)
return out.getvalue()`,
};

const pictures: Breakers = {
  'png-pixels': 'return png(20_000, 20_000)',
  'png-claims': 'return png(2**31 - 1, 2**31 - 1, rows=1)',
  'png-cut': 'return png(1000, 1000)[:-20]',
};

const captures: Breakers = {
  'png-record': `import hashlib, os
data = png(600, 400)
try:
    with open(f"/run/pybench-figures/{hashlib.sha256(data).hexdigest()}.json", "wb") as file:
        file.write(b'{"v": ' + b"[" * 3_000_000)
except OSError:
    pass
return data`,
};

const gif: Breakers = {
  'gif-screen': 'return b"GIF89a" + b"\\xff\\xff\\xff\\xff" + b"\\x00\\x00\\x00" + gif_frame * 20_000 + b";"',
  'gif-cut': 'return b"GIF89a" + b"\\x10\\x00\\x10\\x00" + b"\\x00\\x00\\x00" + gif_frame[:-4]',
};

const wav: Breakers = {
  'wav-claims': 'return wav(channels=65535, rate=2**32 - 1, size=2**32 - 16)',
  'wav-nothing': 'return wav(channels=0, rate=0, size=0)',
  'wav-chunks': 'return b"RIFF\\xff\\xff\\xff\\xffWAVE" + b"junk\\0\\0\\0\\0" * 2_000_000',
};

const csv: Breakers = {
  'csv-wide': 'return b"," * 3_000_000 + b"\\n" + b"1," * 3_000_000',
  'csv-quote': 'return b"a,b\\n\\"" + b"x,\\n" * 5_000_000',
  'csv-rows': 'return b"a,b\\n" + b"1,2\\n" * 5_000_000',
};

const programs: Breakers = {
  'py-signal': 'return b"import os\\nos.kill(os.getpid(), 40)\\n"',
  'py-no-figures': 'return b"import shutil\\nshutil.rmtree(\'/run/pybench-figures\', ignore_errors=True)\\n"',
  'py-clone-parent':
    'return b"import ctypes, os\\nif ctypes.CDLL(None).syscall(56, 0x8011, 0, 0, 0, 0) == 0:\\n    os._exit(0)\\n"',
  'py-ends': 'return b"import os\\nos._exit(0)\\n"',
  'py-floods': 'return b"import os\\nwhile True:\\n    os.write(1, b\'x\' * 65536)\\n"',
  'py-no-output': 'return b"import shutil\\nshutil.rmtree(\'output\', ignore_errors=True)\\n"',
  'py-deep': 'return b"(" * 100_000',
  'py-memory': 'return b"all = []\\nwhile True:\\n    all.append(bytearray(b\'x\') * 2**26)\\n"',
};

const byType: Readonly<Record<string, Breakers>> = {
  '.svg': charts,
  '.html': pages,
  '.pdf': pdf,
  '.docx': office,
  '.xlsx': { ...office, ...xlsx },
  '.pptx': office,
  '.zip': office,
  '.png': { ...pictures, ...captures },
  '.gif': gif,
  '.wav': wav,
  '.csv': csv,
  '.tsv': csv,
  '.py': programs,
};

/** Python functions that the bodies above call. */
const helpers = `import io, os, struct, zipfile, zlib
main = {".xlsx": "xl/workbook.xml", ".docx": "word/document.xml", ".pptx": "ppt/presentation.xml"}.get(ending, "a.xml")
def archive(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return out.getvalue()
def pdf_with(objects):
    return b"%PDF-1.4\\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Font<</F 4 0 R>>>>/Contents 4 0 R>>endobj\\n" + objects + b"trailer<</Root 1 0 R>>\\n%%EOF"
def png(width, height, rows=None):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    row = bytes(1 + (width + 7) // 8) if rows is None else b"\\0"
    body = zlib.compress(row * (height if rows is None else rows), 1)
    return b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
gif_frame = b"\\x21\\xf9\\x04\\x00\\x01\\x00\\x00\\x00\\x2c\\0\\0\\0\\0\\x01\\x00\\x01\\x00\\x80\\0\\0\\0\\xff\\xff\\xff\\x02\\x02\\x44\\x01\\x00"
def wav(channels, rate, size):
    head = struct.pack("<HHIIHH", 1, channels, rate, 0xffffffff, 65535, 16)
    return b"RIFF" + struct.pack("<I", 0xfffffff0) + b"WAVEfmt " + struct.pack("<I", 16) + head + b"data" + struct.pack("<I", size) + bytes(1000)
`;

/** One action for each breaker of a requested type: it writes the breaker to every path of that type and noise to the others. */
export function fileActions(paths: readonly string[]): readonly HostileAction[] {
  const actions = new Map<string, HostileAction>();
  for (const ending of new Set(paths.map((path) => extname(path).toLowerCase()))) {
    const breakers = Object.entries(byType[ending] ?? {});
    const common = Object.entries(anyType).map(([name, body]) => [`${ending.slice(1) || 'file'}-of-${name}`, body]);
    for (const [name = '', body = ''] of [...breakers, ...common])
      actions.set(name, { name, cells: [writing(paths, ending, body)] });
  }
  return [...actions.values()];
}

function writing(paths: readonly string[], ending: string, body: string): string {
  const lines = body.split('\n').map((line) => `    ${line}`);
  return `ending = ${JSON.stringify(ending)}
${helpers}
def content():
${lines.join('\n')}
for path in ${JSON.stringify(paths)}:
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(content() if path.lower().endswith(ending) else b"noise")`;
}
